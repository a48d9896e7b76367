"""Cards: lay them up, down, up, down with the two maxima a given distance apart.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING, Any

from passatempo.core.pastime import Method, Pastime, Problem, resolve

if TYPE_CHECKING:
    from passatempo.cards.exact import arrange as arrange
    from passatempo.cards.exact import count as count
    from passatempo.cards.exact import distances as distances
    from passatempo.cards.exact import interval as interval
    from passatempo.cards.exact import order as order
    from passatempo.cards.model import Deal as Deal
    from passatempo.cards.model import Distance as Distance
    from passatempo.cards.model import Ordering as Ordering
    from passatempo.cards.text import read as read
    from passatempo.cards.text import write as write

_HERE = "passatempo.cards"
_PUBLIC = {
    "Deal": "model",
    "Distance": "model",
    "Ordering": "model",
    "arrange": "exact",
    "count": "exact",
    "distances": "exact",
    "interval": "exact",
    "order": "exact",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return resolve(f"{_HERE}.{_PUBLIC[name]}:{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_SEARCH = "card after card, from the definition"

PASTIME = Pastime(
    name="cards",
    title="lay cards up, down, up, down with the peaks a given distance apart",
    read=f"{_HERE}.text:read",
    write=f"{_HERE}.text:write",
    face=f"{_HERE}.json:DEAL",
    show=f"{_HERE}.show:show_deal",
    draw=f"{_HERE}.draw:draw_deal",
    params=f"{_HERE}.generate:Params",
    generate=f"{_HERE}.generate:generate",
    examples={
        "published": "examples/published.txt",
        "wrongly-yes": "examples/wrongly-yes.txt",
        "open": "examples/open.txt",
        "lone": "examples/lone.txt",
        "gap": "examples/gap.txt",
    },
    demo=(("order", "published"), ("distances", "published")),
    problems=(
        Problem(
            name="order",
            question="Can the cards be laid in this pattern, with the peaks this far apart?",
            check=f"{_HERE}.checker:check_ordering",
            face=f"{_HERE}.json:ORDERING",
            show=f"{_HERE}.show:show_ordering",
            draw=f"{_HERE}.draw:draw_ordering",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:order", source="closed form; scan over values"),
                Method(name="reference", where=f"{_HERE}.reference:order", source="the same in plain Python"),
                Method(name="search", where=f"{_HERE}.search:order", source=_SEARCH),
            ),
        ),
        Problem(
            name="count",
            question="In how many ways?",
            check=f"{_HERE}.checker:check_count",
            face=f"{_HERE}.json:COUNT",
            show=f"{_HERE}.show:show_count",
            draw=f"{_HERE}.draw:draw_count",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:count", source="generating function; scan over values"),
                Method(name="reference", where=f"{_HERE}.reference:count", source="scan over values"),
                Method(name="search", where=f"{_HERE}.search:count", source=_SEARCH),
            ),
        ),
        Problem(
            name="distances",
            question="Which distances are possible, and with how many sequences each?",
            check=f"{_HERE}.checker:check_distances",
            face=f"{_HERE}.json:DISTANCES",
            show=f"{_HERE}.show:show_distances",
            draw=f"{_HERE}.draw:draw_distances",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:distances", source="generating function; scan over values"),
                Method(name="reference", where=f"{_HERE}.reference:distances", source="scan over values"),
                Method(name="search", where=f"{_HERE}.search:distances", source=_SEARCH),
            ),
        ),
    ),
)
