"""Every address of the site."""

from django.urls import URLResolver, include, path
from django.urls.resolvers import RoutePattern

from bansha.board import health


class Later(URLResolver):
    """Addresses whose module is loaded when somebody asks for one of them; Django would load it to write any address of the site.

    The API's takes as long as the rest of the site.
    """

    def _populate(self) -> None:
        if "urlconf_module" in vars(self):
            super()._populate()


urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    Later(RoutePattern("api/"), "bansha.board.api.api", app_name="ninja", namespace="api-1"),
    path("", include("bansha.board.people.urls")),
    path("", include("bansha.board.games.urls")),
]

handler400 = "bansha.board.errors.bad_request"
handler403 = "bansha.board.errors.forbidden"
handler404 = "bansha.board.errors.not_found"
handler500 = "bansha.board.errors.failed"
