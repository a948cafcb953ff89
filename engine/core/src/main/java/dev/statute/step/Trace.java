package dev.statute.step;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened on the way through a step, in the order it happened.
 *
 * @param transitions what was taken, microstep by microstep; in a denied step what was vetoed
 * @param preempted what was enabled and lost to a transition further inside, or to an earlier
 *     region
 * @param exited states left, in that order
 * @param entered states entered, in that order
 * @param effects for the host, {@link Effect.StateChanged} among them
 * @param findings of a record
 * @param verdicts all verdicts, decisive or not
 * @param errors what could not be computed
 * @param noPolicyReason why the rules that the chart names were left out on purpose; null = they
 *     judged
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
  /** Nothing happened. */
  public static final Trace NONE =
      new Trace(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  /** Under the rules that the chart names. */
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

  /** The same where the rules were left out. */
  public Trace withNoPolicyReason(String reason) {
    return new Trace(
        transitions, preempted, exited, entered, effects, findings, verdicts, errors, reason);
  }
}
