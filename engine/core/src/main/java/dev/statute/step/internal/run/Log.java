package dev.statute.step.internal.run;

import dev.statute.step.Effect;
import dev.statute.step.Fault;
import dev.statute.step.Fired;
import dev.statute.step.Found;
import dev.statute.step.Trace;
import dev.statute.step.Weighed;
import java.util.ArrayList;
import java.util.List;

/** Collects what happens on the way through a step. */
final class Log {
  final List<Fired> transitions = new ArrayList<>(2);
  final List<Fired> preempted = new ArrayList<>(0);
  final List<String> exited = new ArrayList<>(4);
  final List<String> entered = new ArrayList<>(4);
  final List<Effect> effects = new ArrayList<>(4);
  final List<Weighed> why = new ArrayList<>(0);
  final List<Fault> errors = new ArrayList<>(0);
  List<Found> findings = List.of();

  /** All of it. */
  Trace trace() {
    return new Trace(transitions, preempted, exited, entered, effects, findings, why, errors);
  }

  /** What is still true of a step that was undone, and the transitions that were refused. */
  Trace undone(List<Fired> refused) {
    return new Trace(refused, List.of(), List.of(), List.of(), List.of(), findings, why, errors);
  }
}
