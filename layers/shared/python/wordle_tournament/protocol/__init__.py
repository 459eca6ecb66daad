"""What clients speak: frames, errors, routes and the contract generated from them."""
