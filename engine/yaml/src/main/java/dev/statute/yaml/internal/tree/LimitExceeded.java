package dev.statute.yaml.internal.tree;

import dev.statute.problem.Problem;

/** Abort of reading a file beyond a limit; never leaves this package. */
final class LimitExceeded extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  LimitExceeded(Problem problem) {
    super(problem.message(), null, false, false);
    this.problem = problem;
  }

  Problem problem() {
    return problem;
  }
}
