package dev.statute.runtime.internal.reload;

import dev.statute.policy.spi.Policy;
import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.Interpreter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Check for what instances of a registered chart lack: handlers that are not registered (A201),
 * and, without rules, guards that cannot be granted (C360).
 *
 * @param handlers names of those that are registered
 * @param strict true if a chart that lacks something is refused
 */
public record RegistrationCheck(Set<String> handlers, boolean strict) {
  /**
   * Returns what the chart lacks.
   *
   * @throws IllegalArgumentException naming what it lacks, if strict
   */
  public List<Problem> check(Interpreter interpreter) {
    List<Problem> missing = findMissing(interpreter);
    if (strict && !missing.isEmpty()) {
      throw new IllegalArgumentException(
          missing.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
    return missing;
  }

  /** Returns what the chart lacks, in document order. */
  public List<Problem> findMissing(Interpreter interpreter) {
    List<Problem> missing = new ArrayList<>();
    for (SourceText name : interpreter.chart().handlers()) {
      if (!handlers.contains(name.value())) {
        add(
            missing,
            "A201",
            name,
            "nobody registered a handler '" + name + "', so what asks for it fails",
            SpellingSuggestion.fix(
                name.value(),
                handlers,
                "register a handler of that name; a call that need not be done is written call: {"
                    + " handler: "
                    + name
                    + ", optional: true }"));
      }
    }
    Policy policy = interpreter.policy();
    if (policy.isMissing() || policy.omissionReason() != null) {
      for (SourceText guard : interpreter.chart().guards()) {
        add(
            missing,
            "C360",
            guard,
            "no rules judge this chart, so nothing grants '" + guard + "'",
            "give the rules that grant it with the chart");
      }
    }
    return missing;
  }

  private void add(List<Problem> missing, String code, SourceText at, String message, String fix) {
    missing.add(
        strict ? Problem.error(code, at, message, fix) : Problem.warning(code, at, message, fix));
  }
}
