package dev.statute.problem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Collector of the problems of one run. Keeps the first 1,000 errors and 1,000 warnings, which
 * bounds the cost of a hostile file. Confined to one thread.
 */
public final class ProblemCollector {
  private static final int MAX = 1_000;

  private final List<Problem> all = new ArrayList<>();
  private int errors;
  private int warnings;

  public void add(Problem problem) {
    if (problem.isError() ? errors++ < MAX : warnings++ < MAX) {
      all.add(problem);
    }
  }

  public void addAll(Collection<Problem> problems) {
    problems.forEach(this::add);
  }

  public void error(String code, SourceText at, String message, String fix) {
    if (errors++ < MAX) {
      all.add(Problem.error(code, at, message, fix));
    }
  }

  public void warning(String code, SourceText at, String message, String fix) {
    if (warnings++ < MAX) {
      all.add(Problem.warning(code, at, message, fix));
    }
  }

  public boolean hasErrors() {
    return errors > 0;
  }

  /** Returns the distinct problems by place; problems of one place keep their order. */
  public List<Problem> sorted() {
    return all.stream().distinct().sorted(Comparator.comparing(Problem::place)).toList();
  }
}
