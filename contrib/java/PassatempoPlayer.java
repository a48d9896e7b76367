import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import mnkgame.MNKCell;
import mnkgame.MNKPlayer;

/**
 * A player of the MNK course framework that asks passatempo: it starts `passatempo mnk protocol` and passes on the moves.
 *
 * <p>Another command can be named by the system property `passatempo` (words separated by blanks). Should the program fail,
 * the first free cell is played, so that the game goes on.
 */
public class PassatempoPlayer implements MNKPlayer {
  private static final String DEFAULT_COMMAND = "passatempo mnk protocol";

  private Process program;
  private PrintWriter to;
  private BufferedReader from;

  public PassatempoPlayer() {}

  @Override
  public void initPlayer(int rows, int columns, int k, boolean first, int timeoutInSeconds) {
    try {
      if (program == null || !program.isAlive()) start();
      say("init " + rows + " " + columns + " " + k + " " + (first ? "first" : "second") + " " + timeoutInSeconds);
      hear("ok");
    } catch (IOException failure) {
      stop();
    }
  }

  @Override
  public MNKCell selectCell(MNKCell[] free, MNKCell[] marked) {
    try {
      if (marked.length > 0) {
        MNKCell last = marked[marked.length - 1];
        say("play " + last.i + " " + last.j);
      }
      say("go");
      String[] words = hear("move ").split(" ");
      int row = Integer.parseInt(words[1]), column = Integer.parseInt(words[2]);
      for (MNKCell cell : free) if (cell.i == row && cell.j == column) return cell;
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException failure) {
      stop();
    }
    return free[0];
  }

  @Override
  public String playerName() {
    return "passatempo";
  }

  private void start() throws IOException {
    String command = System.getProperty("passatempo", DEFAULT_COMMAND);
    program = new ProcessBuilder(List.of(command.trim().split(" +"))).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    to = new PrintWriter(new OutputStreamWriter(program.getOutputStream(), StandardCharsets.US_ASCII), true);
    from = new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.US_ASCII));
    Runtime.getRuntime().addShutdownHook(new Thread(program::destroy));
  }

  private void stop() {
    if (program != null) program.destroy();
    program = null;
  }

  private void say(String line) throws IOException {
    if (program == null) throw new IOException("the program has not been started");
    to.println(line);
    if (to.checkError()) throw new IOException("the program has gone");
  }

  /** Wait for a line that begins so; an ERROR line ends the wait. */
  private String hear(String wanted) throws IOException {
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      if (line.startsWith(wanted)) return line;
      if (line.startsWith("ERROR") || line.startsWith("UNKNOWN")) throw new IOException(line);
    }
    throw new IOException("the program has ended");
  }
}
