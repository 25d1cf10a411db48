"""What the project is checked and built with; nothing here is installed."""
