package dev.statute.session.internal;

import dev.statute.problem.Problem;
import dev.statute.session.SessionListener;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Several listeners as one. */
public record CompositeListener(List<SessionListener> all) implements SessionListener {
  @Override
  public void step(int line, Instant at, Step step) {
    all.forEach(one -> one.step(line, at, step));
  }

  @Override
  public void explained(int line, Instant at, ExplainedStep explained) {
    all.forEach(listener -> listener.explained(line, at, explained));
  }

  @Override
  public void resumed(Instant at, List<String> configuration) {
    all.forEach(one -> one.resumed(at, configuration));
  }

  @Override
  public void advanced(int line, Instant at, Duration by, List<String> configuration) {
    all.forEach(one -> one.advanced(line, at, by, configuration));
  }

  @Override
  public void described(int line, Instant at, List<String> configuration) {
    all.forEach(one -> one.described(line, at, configuration));
  }

  @Override
  public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    all.forEach(one -> one.unreadable(line, at, problem, configuration));
  }

  @Override
  public void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    all.forEach(one -> one.enabled(line, at, answers, configuration));
  }

  @Override
  public void can(int line, Instant at, Input about, Outcome would, List<String> configuration) {
    all.forEach(one -> one.can(line, at, about, would, configuration));
  }

  @Override
  public void phases(int line, Instant at, Map<String, ?> phases, List<String> configuration) {
    all.forEach(one -> one.phases(line, at, phases, configuration));
  }

  @Override
  public void progress(int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    all.forEach(one -> one.progress(line, at, counters, configuration));
  }

  @Override
  public void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    all.forEach(one -> one.stuck(line, at, stuck, configuration));
  }
}
