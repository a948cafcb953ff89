package dev.statute.cli;

/** Shows how far a long command is, where a person watches; silent elsewhere. */
final class ProgressBar {
  private static final int WIDTH = 30;
  private final Console console;
  private final int all;
  private int done;

  ProgressBar(Console console, int all) {
    this.console = console;
    this.all = all;
  }

  void step() {
    done++;
    if (console.lively()) {
      int full = WIDTH * done / all;
      console
          .err()
          .print("\r[" + "█".repeat(full) + " ".repeat(WIDTH - full) + "] " + done + "/" + all);
      console.err().flush();
    }
  }

  /** Takes the bar away. */
  void end() {
    if (console.lively() && done > 0) {
      console.err().print("\r" + " ".repeat(WIDTH + 30) + "\r");
      console.err().flush();
    }
  }
}
