package dev.statute.cli.internal.report;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;

/** Problems as GitHub workflow commands, which annotate the lines of a change. */
final class GitHubAnnotations {
  private GitHubAnnotations() {}

  static String format(Problem problem) {
    return "::"
        + (problem.isError() ? "error " : "warning ")
        + (ProblemText.isOfOption(problem) ? "" : placeProperties(problem.place()))
        + "title="
        + property(problem.code())
        + "::"
        + message(ProblemText.message(problem));
  }

  private static String placeProperties(Place place) {
    return "file="
        + property(place.file())
        + ",line="
        + place.line()
        + ",col="
        + place.column()
        + ",";
  }

  private static String message(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return message(text).replace(":", "%3A").replace(",", "%2C");
  }
}
