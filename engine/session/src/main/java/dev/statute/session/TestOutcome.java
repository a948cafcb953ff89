package dev.statute.session;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.util.List;

/**
 * What came of one test.
 *
 * @param failures what was expected and did not come, each at the place of the expectation; empty =
 *     passed
 * @param story what happened instead, line by line; empty if it passed
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
