"""Commands on parties: membership, the party's start, its screen, and its members' presence."""
