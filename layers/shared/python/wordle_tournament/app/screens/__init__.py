"""What screens are shown: the events of a tournament, and a party as it stands."""
