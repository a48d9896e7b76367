"""Text grids, SVG strings, colours: no game, no web, and nothing to import but Python."""
