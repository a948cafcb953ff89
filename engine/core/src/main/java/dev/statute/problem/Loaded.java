package dev.statute.problem;

import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading something: the value unless there was an error, and every problem found, by
 * place. Immutable.
 */
public record Loaded<T>(@Nullable T value, List<Problem> problems) {
  public Loaded {
    problems = List.copyOf(problems);
    if (value == null && problems.stream().noneMatch(Problem::isError)) {
      throw new IllegalArgumentException("a load without a value must say why");
    }
  }

  /** The value with what was collected: absent if an error was among it. */
  public static <T> Loaded<T> of(@Nullable T value, ProblemCollector problems) {
    return new Loaded<>(problems.hasErrors() ? null : value, problems.sorted());
  }

  /** The value if there is one; what was found on the way is told to {@code problems}. */
  public @Nullable T getOrReport(ProblemCollector problems) {
    problems.addAll(this.problems);
    return value;
  }

  public boolean hasValue() {
    return value != null;
  }

  /**
   * The value.
   *
   * @throws NoSuchElementException with the text of all problems if there is none
   */
  public T get() {
    if (value == null) {
      throw new NoSuchElementException(
          String.join("\n", problems.stream().map(Problem::toString).toList()));
    }
    return value;
  }
}
