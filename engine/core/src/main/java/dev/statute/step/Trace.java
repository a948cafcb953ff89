package dev.statute.step;

import dev.statute.policy.spi.ReportedFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Trace of a step: its actions and decisions, in order.
 *
 * @param transitions the transitions taken, by microstep; in a denied step those vetoed
 * @param preempted enabled transitions that lost to one further inside, or of an earlier region
 * @param exited states left, in that order
 * @param entered states entered, in that order
 * @param effects for the host, {@link Effect.StateChanged} among them
 * @param findings of a record
 * @param verdicts all verdicts, decisive or not
 * @param errors failed computations
 * @param noPolicyReason why the chart's rules were disabled on purpose; null = they judged
 */
public record Trace(
    List<TakenTransition> transitions,
    List<TakenTransition> preempted,
    List<String> exited,
    List<String> entered,
    List<Effect> effects,
    List<ReportedFinding> findings,
    List<RankedVerdict> verdicts,
    List<ExecutionError> errors,
    @Nullable String noPolicyReason) {
  /** Empty trace. */
  public static final Trace NONE =
      new Trace(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  /** Creates a trace of a step that the chart's rules judged. */
  public Trace(
      List<TakenTransition> transitions,
      List<TakenTransition> preempted,
      List<String> exited,
      List<String> entered,
      List<Effect> effects,
      List<ReportedFinding> findings,
      List<RankedVerdict> why,
      List<ExecutionError> errors) {
    this(transitions, preempted, exited, entered, effects, findings, why, errors, null);
  }

  public Trace {
    transitions = List.copyOf(transitions);
    preempted = List.copyOf(preempted);
    exited = List.copyOf(exited);
    entered = List.copyOf(entered);
    effects = List.copyOf(effects);
    findings = List.copyOf(findings);
    verdicts = List.copyOf(verdicts);
    errors = List.copyOf(errors);
  }

  /** Returns this trace marked as made without rules. */
  public Trace withNoPolicyReason(String reason) {
    return new Trace(
        transitions, preempted, exited, entered, effects, findings, verdicts, errors, reason);
  }
}
