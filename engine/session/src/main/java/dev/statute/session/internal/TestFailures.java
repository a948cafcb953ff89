package dev.statute.session.internal;

import dev.statute.problem.Problem;
import java.util.List;

/** Failed expectations of one test, and the observed lines that explain them. */
public record TestFailures(List<Problem> failures, List<String> story) {
  static final TestFailures NONE = new TestFailures(List.of(), List.of());
}
