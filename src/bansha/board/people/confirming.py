"""Confirming a mail address: reminders go only where somebody who reads the mail there, and is logged in as its owner, has said so.

The link in the letter holds for two days and once. For another account, after its time or made up, it is the same link that no longer holds.
Whether others use an address is nobody's business: the answer is the same, and whoever is asked too often gets no more letters.
"""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from bansha.board.people import limits
from bansha.board.people.models import Confirmation, Letter, User, token
from bansha.board.texts import text

GOOD_FOR = timedelta(days=2)
SIGNER = TimestampSigner(salt="bansha.confirm")


def sends_mail() -> bool:
    """Whether this site can send mail at all."""
    return "dummy" not in settings.EMAIL_BACKEND


def ask(user: User, email: str) -> bool:
    """Have a letter sent to an address; False for somebody who has asked too often."""
    if not limits.Tries((limits.CONFIRM_USER, str(user.pk))).allowed:
        return False
    now = timezone.now()
    with transaction.atomic():
        Confirmation.objects.update_or_create(user=user, defaults={"email": email, "word": token(), "made": now})
        Letter.objects.filter(user=user, game="").delete()
        if limits.Tries((limits.CONFIRM_ADDRESS, email.casefold())).allowed:
            Letter.objects.create(user=user, until=now + GOOD_FOR, due=now)
    return True


def message(asked: Confirmation, lang: str) -> EmailMessage:
    """The letter. It may reach somebody who has never heard of the site, so it holds nothing that anybody could write."""
    address = settings.SITE + reverse("confirm", args=[SIGNER.sign(asked.word)])
    site = settings.SITE
    return EmailMessage(
        text("letters_out.confirm", lang), text("letters_out.confirm_body", lang, site=site, address=address), to=[asked.email]
    )


def asked_for(user: User, link: str) -> Confirmation | None:
    """What a link is about, if it holds for this user."""
    try:
        word = SIGNER.unsign(link, max_age=GOOD_FOR)
    except BadSignature:
        return None
    return Confirmation.objects.filter(user=user.pk, word=word, made__gt=timezone.now() - GOOD_FOR).first()


@never_cache
@login_required
def page(request: HttpRequest, link: str) -> HttpResponse:
    """``/me/mail/LINK/``: a button, since programs that look through mail open links too."""
    assert isinstance(request.user, User)
    asked = asked_for(request.user, link)
    if asked is None or request.method != "POST":
        return render(request, "confirm.html", {"email": asked.email if asked else ""}, status=200 if asked else 404)
    with transaction.atomic():
        User.objects.filter(pk=request.user.pk).update(email=asked.email)
        asked.delete()
    return HttpResponseRedirect(reverse("me") + "?done=confirmed#preferences")
