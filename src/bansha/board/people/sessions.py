"""Whose request it is: the session of the cookie and the account of the session, read anew for every page, by queries that are written once."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from bansha.board.people.models import User
from bansha.board.prepared import Prepared, PreparedOne

SESSION = Prepared(lambda key: Session.objects.filter(session_key=key).values_list("session_data", "expire_date"))
USER = PreparedOne(lambda pk: User.objects.filter(pk=pk))


class SessionStore(db.SessionStore):
    """Sessions in the database."""

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing if it has ended."""
        for data, ends in SESSION.rows(self.session_key or ""):
            if ends > timezone.now():
                return self.decode(data)
        self._session_key = None
        return {}


class Accounts(ModelBackend):
    """Names and passwords."""

    def get_user(self, user_id: int) -> User | None:
        """The account, unless it is closed."""
        user = USER.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
