package dev.statute.problem;

import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Result of reading a file: the value, absent if there was an error, and all problems by place.
 * Immutable.
 */
public record Loaded<T>(@Nullable T value, List<Problem> problems) {
  public Loaded {
    problems = List.copyOf(problems);
    if (value == null && problems.stream().noneMatch(Problem::isError)) {
      throw new IllegalArgumentException("a load without a value must say why");
    }
  }

  /**
   * Returns the value with the collected problems; the value is dropped if one of them is an error.
   */
  public static <T> Loaded<T> of(@Nullable T value, ProblemCollector problems) {
    return new Loaded<>(problems.hasErrors() ? null : value, problems.sorted());
  }

  /** Returns the value, or null, and adds the problems to {@code problems}. */
  public @Nullable T getOrReport(ProblemCollector problems) {
    problems.addAll(this.problems);
    return value;
  }

  public boolean hasValue() {
    return value != null;
  }

  /**
   * Returns the value.
   *
   * @throws NoSuchElementException with the text of all problems if there is no value
   */
  public T get() {
    if (value == null) {
      throw new NoSuchElementException(
          String.join("\n", problems.stream().map(Problem::toString).toList()));
    }
    return value;
  }
}
