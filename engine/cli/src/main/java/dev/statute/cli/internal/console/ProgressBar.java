package dev.statute.cli.internal.console;

/** Progress bar of a long command on a terminal; silent elsewhere. */
public final class ProgressBar {
  private static final int WIDTH = 30;
  private final Console console;
  private final int all;
  private int done;

  public ProgressBar(Console console, int all) {
    this.console = console;
    this.all = all;
  }

  public void step() {
    done++;
    if (console.interactive()) {
      int full = WIDTH * done / all;
      Console.writeControl(
          console.err(),
          "\r[" + "█".repeat(full) + " ".repeat(WIDTH - full) + "] " + done + "/" + all);
    }
  }

  /** Removes the bar. */
  public void end() {
    if (console.interactive() && done > 0) {
      Console.writeControl(console.err(), "\r" + " ".repeat(WIDTH + 30) + "\r");
    }
  }
}
