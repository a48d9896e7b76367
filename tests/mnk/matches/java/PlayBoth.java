import java.util.ArrayList;
import java.util.List;
import mnkgame.MNKCell;

/** Lets two players of passatempo meet on 3 x 3 and prints the moves. */
public class PlayBoth {
  public static void main(String[] arguments) {
    PassatempoPlayer[] players = {new PassatempoPlayer(), new PassatempoPlayer()};
    List<MNKCell> free = new ArrayList<>(), marked = new ArrayList<>();
    for (int i = 0; i < 9; i++) free.add(new MNKCell(i / 3, i % 3));
    players[0].initPlayer(3, 3, 3, true, 1);
    players[1].initPlayer(3, 3, 3, false, 1);
    for (int turn = 0; turn < 9; turn++) {
      MNKCell cell = players[turn % 2].selectCell(free.toArray(new MNKCell[0]), marked.toArray(new MNKCell[0]));
      if (!free.remove(cell)) throw new IllegalStateException("illegal move");
      marked.add(cell);
      System.out.println(cell.i + " " + cell.j);
    }
    System.exit(0);
  }
}
