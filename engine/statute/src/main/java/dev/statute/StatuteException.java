package dev.statute;

import dev.statute.problem.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Failure to load charts or rules. The message holds all problems of all files. */
public final class StatuteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  StatuteException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n", "\n", "")));
    this.problems = List.copyOf(problems);
  }

  /** Errors and warnings of all files, sorted by place. */
  public List<Problem> problems() {
    return problems == null ? List.of() : problems;
  }
}
