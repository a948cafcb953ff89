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
      Console.control(
          console.err(),
          "\r[" + "█".repeat(full) + " ".repeat(WIDTH - full) + "] " + done + "/" + all);
    }
  }

  /** Takes the bar away. */
  void end() {
    if (console.lively() && done > 0) {
      Console.control(console.err(), "\r" + " ".repeat(WIDTH + 30) + "\r");
    }
  }
}
