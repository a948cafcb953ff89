package dev.statute.cli;

import dev.statute.problem.Problem;

/** Problems as the workflow commands that GitHub shows beside the lines of a change. */
final class Annotations {
  private Annotations() {}

  static String of(Problem problem) {
    return "::"
        + (problem.isError() ? "error" : "warning")
        + " file="
        + property(problem.place().file())
        + ",line="
        + problem.place().line()
        + ",col="
        + problem.place().column()
        + ",title="
        + property(problem.code())
        + "::"
        + message(problem.message() + "\nfix: " + problem.fix());
  }

  private static String message(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return message(text).replace(":", "%3A").replace(",", "%2C");
  }
}
