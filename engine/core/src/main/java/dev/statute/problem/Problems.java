package dev.statute.problem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects problems while a file is read, so that all of them are reported in one run. Confined to
 * one thread.
 */
public final class Problems {
  private final List<Problem> all = new ArrayList<>();

  public void add(Problem problem) {
    all.add(problem);
  }

  public void addAll(Collection<Problem> problems) {
    all.addAll(problems);
  }

  public void error(String code, Text at, String message, @Nullable String fix) {
    all.add(Problem.error(code, at, message, fix));
  }

  public void warning(String code, Text at, String message, @Nullable String fix) {
    all.add(Problem.warning(code, at, message, fix));
  }

  public boolean hasErrors() {
    return all.stream().anyMatch(Problem::isError);
  }

  /** What was collected, by place; problems of one place stay in the order they were found. */
  public List<Problem> sorted() {
    return all.stream().distinct().sorted(Comparator.comparing(Problem::place)).toList();
  }
}
