"""The contrast of two colours."""

from passatempo.render.colours import _luminance


def contrast(first, second):
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2 defines it; words need 4.5."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)
