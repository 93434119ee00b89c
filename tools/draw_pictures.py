"""Draw the pictures of the documentation as SVG files in `docs/pictures`.

`draw_pictures.py --check` does not draw: it lists the files that are not current, and exits with 1 if there are any.
The pictures are 390 units wide, the width of a phone, with letters of at least 13 units.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

import svara

FOLDER = Path(__file__).parents[1] / "docs/pictures"
WIDTH = 390
INK, PAPER, LINE, RED = "#1b1f24", "#fdfcf7", "#8a8f98", "#b3261e"
GREEN, BLUE, GOLD, FELT = "#dcefdc", "#dfeaf7", "#f6ecd2", "#2f6b4f"
ARROW_HEAD = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>'
)
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


class Picture:
    """An SVG picture on a light background, which is legible in light and dark pages."""

    def __init__(self, title: str, height: int) -> None:
        self._height = height
        self._parts = [
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{height}" rx="10" fill="{PAPER}"/>',
            ARROW_HEAD,
        ]

    def add(self, part: str) -> None:
        """Add an element of SVG."""
        self._parts.append(part)

    def text(self, x: float, y: float, words: str, *, size: int = 14, color: str = INK, style: str = "") -> None:
        """Write a line of text, centred at *x*, with its baseline at *y*."""
        self.add(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{color}" text-anchor="middle"{style}>'
            f"{escape(words)}</text>"
        )

    def box(self, x: float, y: float, width: float, height: float, lines: list[str], *, fill: str = GOLD) -> None:
        """Draw a box with lines of text, the first of them bold."""
        self.add(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="7" fill="{fill}" stroke="{LINE}"/>'
        )
        top = y + height / 2 - 9 * (len(lines) - 1) + 5
        for number, line in enumerate(lines):
            bold = "" if number else ' font-weight="bold"'
            self.text(x + width / 2, top + 18 * number, line, size=13 if number else 15, style=bold)

    def arrow(self, *points: tuple[float, float]) -> None:
        """Draw an arrow through some points."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.add(f'<polyline points="{path}" fill="none" stroke="{INK}" stroke-width="1.5" marker-end="url(#tip)"/>')

    def svg(self) -> str:
        """Return the picture as the text of a file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self._height}" width="{WIDTH}" '
            f'height="{self._height}" font-family="{FONT}">'
        )
        return "\n".join([head, *self._parts, "</svg>", ""])


def phases() -> str:
    """Draw the phases of a deal, with the rules that they follow."""
    picture = Picture("The phases of a deal", 470)
    rows = [
        ("start", "every seat pays the ante (3.1)", BLUE),
        ("dealing", "three cards to each seat (3.3)", GOLD),
        ("blind", "blind bets, until a seat looks (4)", GOLD),
        ("betting", "fold, call, raise (5)", GOLD),
        ("showdown", "the most points win each pot (6.1)", GOLD),
        ("over", "every pot is won", BLUE),
    ]
    for number, (name, what, fill) in enumerate(rows):
        y = 14 + 76 * number
        picture.box(14, y, 258, 50, [name, what], fill=fill)
        if number < len(rows) - 1:
            picture.arrow((143, y + 50), (143, y + 74))
    picture.box(294, 178, 84, 98, ["join", "others may", "buy in (6.3)"], fill=GREEN)
    picture.arrow((272, 343), (336, 343), (336, 278))
    picture.text(318, 366, "a tie: svarka", size=13)
    picture.arrow((336, 178), (336, 115), (274, 115))
    picture.text(330, 96, "new cards (6.5)", size=13)
    return picture.svg()


def rooms() -> str:
    """Draw the rooms of the package, each built on the ones below it, and the border to Rust."""
    picture = Picture("The architecture of svara", 420)
    picture.box(14, 14, 362, 50, ["cli", "the commands; they decide nothing"], fill=BLUE)
    picture.box(14, 84, 174, 50, ["solver", "two seats solved"], fill=GREEN)
    picture.box(202, 84, 174, 50, ["tables", "many deals, players"], fill=GREEN)
    picture.box(202, 154, 174, 50, ["records", "deals as files"], fill=GREEN)
    picture.box(14, 224, 362, 64, ["the game", "rules · actions · betting ·", "showdown · svarka · deal · view"])
    picture.add(f'<line x1="14" y1="318" x2="376" y2="318" stroke="{RED}" stroke-width="2" stroke-dasharray="6 4"/>')
    picture.text(195, 310, "Python above, Rust below; chips stay above", size=13, color=RED)
    picture.box(
        14, 332, 362, 74, ["the core", "cards · points · odds · shuffles ·", "batches of hands · solving trees"]
    )
    for start, end in [
        ((101, 64), (101, 82)),
        ((289, 64), (289, 82)),
        ((188, 109), (200, 109)),
        ((289, 134), (289, 152)),
        ((101, 134), (101, 222)),
        ((289, 204), (289, 222)),
    ]:
        picture.arrow(start, end)
    return picture.svg()


def table() -> str:
    """Draw a table of three in a deal, as the seat in front sees it."""
    names = ["You", "Boris", "Vera"]
    deal = svara.Deal.start("vipsvara", stacks=[50, 50, 50], dealer=0, decks=["8s 9d 7c Ah Js Kh Td 8h Kd"])
    for action in ("blind 2", "look", "raise 8"):
        deal.play(action)
    view = deal.view(0)
    picture = Picture("A table of three: your cards are open, the others' are not", 330)
    picture.add(f'<ellipse cx="195" cy="158" rx="176" ry="112" fill="{FELT}" stroke="#5d4630" stroke-width="7"/>')
    pot = sum(pot.chips for pot in view.pots)
    picture.text(195, 160, f"pot {pot} · bets {sum(view.puts)}", size=16, color="#ffffff")
    picture.text(195, 180, f"your turn: call for {view.legal_actions.call}", size=13, color="#ffffff")
    places = [(195, 220, 195, 290), (114, 118, 86, 26), (276, 118, 304, 26)]  # of the cards and of the name
    for seat, (x, y, name_x, name_y) in enumerate(places):
        hand = view.hand.unicode().split() if seat == view.seat and view.hand else ["", "", ""]
        for number, card in enumerate(hand):
            _draw_card(picture, x - 52 + 36 * number, y - 26, card)
        bet = f", bet {view.puts[seat]}" if view.puts[seat] else ""
        picture.text(name_x, name_y, f"{names[seat]}: {view.stacks[seat]} chips{bet}", size=14)
    if view.hand:
        picture.text(195, 312, f"{view.hand.points()} points: {view.hand.combination().name}", size=14, color=RED)
    return picture.svg()


def _draw_card(picture: Picture, x: float, y: float, card: str) -> None:
    """Draw an open card, or the back of one for an empty text."""
    fill = "#ffffff" if card else "#7a3b3b"
    picture.add(f'<rect x="{x:g}" y="{y:g}" width="32" height="46" rx="4" fill="{fill}" stroke="{INK}"/>')
    if card:
        color = RED if card[-1] in "♥♦" else INK
        picture.text(x + 16, y + 20, card[:-1], size=16, color=color, style=' font-weight="bold"')
        picture.text(x + 16, y + 39, card[-1], size=17, color=color)
    else:
        picture.add(f'<rect x="{x + 4:g}" y="{y + 4:g}" width="24" height="38" rx="2" fill="none" stroke="#e8d9b5"/>')


PICTURES = {"phases.svg": phases, "rooms.svg": rooms, "table.svg": table}


def main(arguments: list[str]) -> int:
    """Draw all pictures, or check with `--check` that they are current. Returns the exit status."""
    if arguments not in ([], ["--check"]):
        print("draw_pictures.py takes --check or nothing", file=sys.stderr)
        return 2
    status = 0
    for name, draw in PICTURES.items():
        path = FOLDER / name
        content = draw()
        if not arguments:
            path.write_text(content, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != content:
            print(f"{path} is not current: run tools/draw_pictures.py", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
