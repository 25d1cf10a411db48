"""Personal tokens for the API: made and revoked by their owner on ``/me/tokens/``, shown once, kept as a hash."""

import hashlib
import secrets

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from bansha.board.people.models import Token, User
from bansha.board.texts import text

MARK = "bansha_"  # so that whoever finds one in a file knows what it is
MOST = 10
LONGEST_NAME = 60


def make(user: User, name: str) -> str:
    """A new token of the user's. It cannot be shown again."""
    secret = MARK + secrets.token_urlsafe(32)
    Token.objects.create(user=user, name=name, hash=hashed(secret))
    return secret


def hashed(secret: str) -> str:
    """What is kept of a token; it has 256 bits of chance, so a plain hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder(secret: str) -> User | None:
    """Whose token it is, if it is one."""
    found = Token.objects.filter(hash=hashed(secret), user__is_active=True).select_related("user").first()
    if found is None:
        return None
    today = timezone.now().date()
    if found.used != today:
        Token.objects.filter(pk=found.pk).update(used=today)
    return found.user


@login_required
def page(request: HttpRequest) -> HttpResponse:
    """``/me/tokens/``. A token that was made just now is in the answer to the form and nowhere else."""
    assert isinstance(request.user, User)
    made = refusal = ""
    if request.method == "POST":
        if "revoke" in request.POST:
            Token.objects.filter(user=request.user.pk, pk=request.POST["revoke"]).delete()
            return HttpResponseRedirect(reverse("tokens"))
        if Token.objects.filter(user=request.user.pk).count() >= MOST:
            refusal = text("tokens.most", request.lang, most=MOST)  # type: ignore[attr-defined]
        else:
            made = make(request.user, " ".join(request.POST.get("name", "").split())[:LONGEST_NAME])
    tokens = list(Token.objects.filter(user=request.user.pk).order_by("created").values("id", "name", "created", "used"))
    context = {"tokens": tokens, "made": made, "refusal": refusal, "longest": LONGEST_NAME}
    return render(request, "tokens.html", context, status=422 if refusal else 200)
