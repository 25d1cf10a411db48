"""Reminders by web push: the site's key, the devices that asked for them, sealing and sending. An option of the site (docs/operations.md)."""
