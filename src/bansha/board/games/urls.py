"""Addresses of games. Whoever adds one here adds it to the table of who may see it (tests/board/test_access.py)."""

from django.urls import path

from bansha.board.games import feeds, hub, index, ledger, new, notes, records, rulepages, seat, sign_up, stream, takeover, thread
from bansha.board.games.desk import page as desk
from bansha.board.games.desk import set_aside
from bansha.board.games.review import page as review

urlpatterns = [
    path("", index.page, name="index"),
    path("players/<str:name>/", records.player, name="player"),
    path("ladder/", records.ladder, name="ladder"),
    path("g/<str:game_id>/", hub.page, name="hub"),
    path("g/<str:game_id>/join/", sign_up.page, name="sign_up"),
    path("g/<str:game_id>/leave/", sign_up.leave_page, name="leave"),
    path("g/<str:game_id>/seat/", seat.page, name="seat"),
    path("g/<str:game_id>/graveyard/", notes.graveyard, name="graveyard"),
    path("g/<str:game_id>/letters/", notes.letters, name="letters"),
    path("g/<str:game_id>/t/<str:key>/", thread.page, name="thread"),
    path("g/<str:game_id>/feed.atom", feeds.posts, name="posts_feed"),
    path("feeds/<str:token>/deadlines.ics", feeds.deadlines, name="deadlines_feed"),
    path("g/<str:game_id>/t/<str:key>/live/", stream.page, name="live"),
    path("g/<str:game_id>/votes/<int:day>/", ledger.page, name="ledger"),
    path("g/<str:game_id>/rules/", rulepages.game_page, name="rules"),
    path("rules/<str:rules>/", rulepages.page, name="rulebook"),
    path("g/<str:game_id>/review/", review.overview, name="review"),
    path("g/<str:game_id>/review/seat/<int:number>/", review.seat_page, name="review_seat"),
    path("g/<str:game_id>/review/export/<str:form>", review.export, name="review_export"),
    path("g/<str:game_id>/review/<str:key>/", review.chapter_page, name="review_chapter"),
    path("games/new/", new.page, name="new_game"),
    path("g/<str:game_id>/takeover/", takeover.page, name="takeover"),
    path("g/<str:game_id>/desk/", desk.desk, name="desk"),
    path("g/<str:game_id>/desk/preview/", desk.preview_page, name="desk_preview"),
    path("g/<str:game_id>/desk/log/", desk.log_page, name="desk_log"),
    path("g/<str:game_id>/desk/log/<int:n>/", desk.entry_page, name="desk_entry"),
    path("g/<str:game_id>/desk/audit/", desk.audit_page, name="desk_audit"),
    path("games/set-aside/", set_aside.page, name="set_aside"),
]
