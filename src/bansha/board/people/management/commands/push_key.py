"""``bansha manage push_key``: makes the key for reminders by web push, once."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bansha.board.people.push import keys


class Command(BaseCommand):
    """A key that is there is left alone: another one would void every subscription."""

    help = "Makes the key for reminders by web push and keeps it in BANSHA_DATA. Start the site again afterwards."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not keys.has_library():
            raise CommandError("web push takes one more package: pip install 'bansha[push]'")
        if settings.PUSH_KEY:
            raise CommandError("there is a key already; without it no subscription is good any more")
        if not keys.keep_new(settings.DATA):
            raise CommandError(f"there is a key already: {settings.DATA / keys.FILE}")
        self.stdout.write(f"made {settings.DATA / keys.FILE}; start the site again, and people are offered reminders by push on /me/")
