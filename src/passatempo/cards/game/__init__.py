"""The game of one person: cards laid into a row until it goes as it must."""
