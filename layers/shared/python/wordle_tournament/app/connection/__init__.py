"""Commands about a connection and its player: hello, rename and the end of a connection."""
