"""The law of both rule sets: pure, and blind to everything outside this package."""
