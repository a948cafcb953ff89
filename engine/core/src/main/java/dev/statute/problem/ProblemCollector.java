package dev.statute.problem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Collects problems while a file is read, so that all of them are reported in one run: the first
 * thousand errors and warnings, so that a hostile file costs no more than a bad one. Confined to
 * one thread.
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

  /** What was collected, by place; problems of one place stay in the order they were found. */
  public List<Problem> sorted() {
    return all.stream().distinct().sorted(Comparator.comparing(Problem::place)).toList();
  }
}
