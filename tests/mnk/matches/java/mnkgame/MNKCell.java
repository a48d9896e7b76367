package mnkgame;

/** A cell of the board, written for the test. */
public class MNKCell {
  public final int i, j;

  public MNKCell(int i, int j) {
    this.i = i;
    this.j = j;
  }
}
