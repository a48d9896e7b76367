package mnkgame;

/** What the course framework asks of a player, written for the test from its description. */
public interface MNKPlayer {
  void initPlayer(int rows, int columns, int k, boolean first, int timeoutInSeconds);

  MNKCell selectCell(MNKCell[] free, MNKCell[] marked);

  String playerName();
}
