"""The backend of Wordle Tournament: core <- protocol <- app <- aws <- runtime, in that direction only."""
