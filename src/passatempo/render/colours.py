"""Colours by name, each for light and dark mode, safe for colour-blind readers; a ramp for probabilities.

A name states the purpose of a colour, not its look, so that one drawing serves both modes. Information that is shown by
colour must also be shown by shape, position or a word.
"""

# The palette of Okabe and Ito (2008), distinguishable with the common kinds of colour blindness.
OKABE_ITO = {
    "black": "#000000",
    "orange": "#e69f00",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "purple": "#cc79a7",
}

STEPS = 20  # shades of the ramp; finer ones look the same
_RAMP = (("#fdf6e7", "#e69f00"), ("#292319", "#855400"))  # from 0 to 1, light and dark; ink is readable on all of it


def _channels(colour: str) -> tuple[int, int, int]:
    """Split ``#rrggbb`` into three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix_colours(first: str, second: str, share: float) -> str:
    """Mix two colours, with a `share` of the second.

    >>> mix_colours("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join([f"{round(a + (b - a) * share):02x}" for a, b in pairs])


def ramp_colour(strength: float, *, dark: bool = False) -> str:
    """Return the colour of a value from 0 (close to the paper) to 1 (strong); values outside are clamped.

    >>> ramp_colour(0), ramp_colour(1), ramp_colour(1, dark=True)
    ('#fdf6e7', '#e69f00', '#855400')
    """
    return mix_colours(*_RAMP[dark], min(max(float(strength), 0.0), 1.0))


def shade_name(strength: float) -> str:
    """Return the name of the shade nearest to a value from 0 to 1.

    >>> shade_name(0.5), COLOURS[shade_name(0.5)]
    ('ramp-10', ('#f2ca74', '#573c0c'))
    """
    return f"ramp-{round(min(max(float(strength), 0.0), 1.0) * STEPS)}"


# Light, dark.
COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#15181c"),
    "ink": ("#1b1f24", "#e8eaed"),
    "muted": ("#59626d", "#a3abb5"),  # less important words
    "faint": ("#c9d0d7", "#3d444d"),  # grid lines, never words
    "accent": ("#0067a3", "#62baec"),  # the answer: a path, a winning line, a card that moved
    "good": ("#00704f", "#35c79c"),
    "bad": ("#b04300", "#ff9357"),
    "panel": ("#f1f4f6", "#1f242a"),  # a board, or a covered cell
    "felt": ("#dfeae4", "#1d2d27"),  # a card table
    "card": ("#ffffff", "#e9ebee"),
    "card-edge": ("#89939e", "#59626d"),
    "card-black": ("#1b1f24", "#1b1f24"),
    "card-red": ("#b03000", "#a82d00"),
    "card-joker": ("#fff4cf", "#f2e2ab"),
}
COLOURS |= {name: (value, value) for name, value in OKABE_ITO.items()}
COLOURS |= {
    f"ramp-{step}": (ramp_colour(step / STEPS), ramp_colour(step / STEPS, dark=True)) for step in range(STEPS + 1)
}


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    parts = [channel / 255 for channel in _channels(colour)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def as_grey(colour: str) -> str:
    """Return the grey with the same luminance as a colour.

    >>> as_grey("#ffffff"), as_grey("#d55e00")
    ('#ffffff', '#828282')
    """
    linear = _luminance(colour)
    level = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return "#" + f"{round(255 * level):02x}" * 3
