"""The API put together. No page of documentation: it would need scripts from elsewhere; ``openapi.json`` is what tools read."""

from ninja import NinjaAPI
from ninja.renderers import JSONRenderer

from bansha.board.api import games, seat
from bansha.board.api.refusals import answer_to
from bansha.board.api.who import Caller


class Readable(JSONRenderer):
    """Chinese as it is written."""

    json_dumps_params = {"ensure_ascii": False}


api = NinjaAPI(title="版杀 / bansha", version="1", docs_url=None, auth=Caller(), urls_namespace="api-1", renderer=Readable())
api.add_router("", games.router)
api.add_router("", seat.router)
answer_to(api)
urlpatterns = api.urls[0]
