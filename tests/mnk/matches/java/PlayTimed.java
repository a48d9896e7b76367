import java.util.ArrayList;
import java.util.List;
import mnkgame.MNKCell;

/** Lets two players of passatempo meet on a board and prints how long each call took: rows, columns, k, seconds. */
public class PlayTimed {
  public static void main(String[] words) {
    int rows = Integer.parseInt(words[0]), columns = Integer.parseInt(words[1]), k = Integer.parseInt(words[2]);
    int seconds = Integer.parseInt(words[3]);
    PassatempoPlayer[] players = {new PassatempoPlayer(), new PassatempoPlayer()};
    List<MNKCell> free = new ArrayList<>(), marked = new ArrayList<>();
    for (int i = 0; i < rows * columns; i++) free.add(new MNKCell(i / columns, i % columns));
    for (int who = 0; who < 2; who++) {
      long began = System.nanoTime();
      players[who].initPlayer(rows, columns, k, who == 0, seconds);
      tell(began);
    }
    for (int turn = 0; turn < Math.min(8, rows * columns); turn++) {
      long began = System.nanoTime();
      MNKCell cell = players[turn % 2].selectCell(free.toArray(new MNKCell[0]), marked.toArray(new MNKCell[0]));
      tell(began);
      if (!free.remove(cell)) throw new IllegalStateException("illegal move");
      marked.add(cell);
    }
    System.exit(0);
  }

  private static void tell(long began) {
    System.out.println("time " + (System.nanoTime() - began) / 1000000);
  }
}
