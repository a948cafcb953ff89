package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.step.Effect;
import dev.statute.step.ExecutionError;
import dev.statute.step.RankedVerdict;
import dev.statute.step.TakenTransition;
import dev.statute.step.Trace;
import java.util.ArrayList;
import java.util.List;

/** Builder of a step's trace. */
public final class TraceBuilder {
  final List<TakenTransition> transitions = new ArrayList<>(2);
  final List<TakenTransition> preempted = new ArrayList<>(0);
  final List<String> exited = new ArrayList<>(4);
  final List<String> entered = new ArrayList<>(4);
  final List<Effect> effects = new ArrayList<>(4);
  public final List<RankedVerdict> verdicts = new ArrayList<>(0);
  final List<ExecutionError> errors = new ArrayList<>(0);
  public List<ReportedFinding> findings = List.of();

  public void add(Effect effect) {
    effects.add(effect);
  }

  /** Builds the complete trace. */
  public Trace build() {
    return new Trace(transitions, preempted, exited, entered, effects, findings, verdicts, errors);
  }

  /** Builds the trace of what is kept where the event is deferred: effects and errors. */
  public Trace emission() {
    return new Trace(
        List.of(), List.of(), List.of(), List.of(), effects, List.of(), List.of(), errors);
  }

  /**
   * Builds the trace of a rolled-back step: its errors and verdicts, and the refused transitions.
   */
  Trace rolledBack(List<TakenTransition> refused) {
    return new Trace(
        refused, List.of(), List.of(), List.of(), List.of(), findings, verdicts, errors);
  }
}
