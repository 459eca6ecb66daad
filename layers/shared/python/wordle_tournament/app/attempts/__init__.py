"""One attempt at a command: load, look for a receipt, advance, decide. Nothing is written here."""
