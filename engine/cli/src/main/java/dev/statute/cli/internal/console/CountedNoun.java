package dev.statute.cli.internal.console;

/** Numbers with their noun: {@code 1 file}, {@code 2 files}. */
public final class CountedNoun {
  private CountedNoun() {}

  public static String of(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /**
   * Describes instances or agents that cannot be processed, because the worker lacks their chart.
   */
  public static String waitingForChart(long number, String noun, String chart) {
    boolean one = number == 1;
    return of(number, noun)
        + (one ? " runs " : " run ")
        + chart
        + ", which was not given, and "
        + (one ? "waits" : "wait");
  }
}
