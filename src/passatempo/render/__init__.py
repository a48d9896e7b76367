"""Text grids, SVG strings and colours, independent of games and the web, with no imports but Python's."""
