package dev.statute.session;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.util.List;

/**
 * Result of one test.
 *
 * @param failures unmet expectations, each with its place; empty = passed
 * @param story the observed results, line by line; empty if it passed
 */
public record TestOutcome(
    String file, String name, Place place, List<Problem> failures, List<String> story) {
  public TestOutcome {
    failures = List.copyOf(failures);
    story = List.copyOf(story);
  }

  public boolean passed() {
    return failures.isEmpty();
  }
}
