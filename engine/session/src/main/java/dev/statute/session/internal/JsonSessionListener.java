package dev.statute.session.internal;

import dev.statute.json.OutputLines;
import dev.statute.problem.Problem;
import dev.statute.session.SessionListener;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Listener that writes the lines of JSON which {@code run --output jsonl} prints.
 *
 * @param to receives each line, without its end
 */
public record JsonSessionListener(OutputLines lines, Consumer<String> to)
    implements SessionListener {

  @Override
  public void step(int line, Instant at, Step step) {
    to.accept(lines.step(line, at, step));
  }

  @Override
  public void resumed(Instant at, List<String> configuration) {
    to.accept(lines.resumed(at, configuration));
  }

  @Override
  public void advanced(int line, Instant at, Duration by, List<String> configuration) {
    to.accept(lines.advanced(line, at, by, configuration));
  }

  @Override
  public void described(int line, Instant at, List<String> configuration) {
    to.accept(lines.meta(line, at, configuration));
  }

  @Override
  public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    to.accept(lines.unreadable(line, at, problem, configuration));
  }

  @Override
  public void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    to.accept(lines.enabled(line, at, answers, configuration));
  }

  @Override
  public void can(int line, Instant at, Input about, Outcome would, List<String> configuration) {
    to.accept(lines.can(line, at, about, would, configuration));
  }

  @Override
  public void phases(int line, Instant at, Map<String, ?> phases, List<String> configuration) {
    to.accept(lines.phases(line, at, phases, configuration));
  }

  @Override
  public void progress(int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    to.accept(lines.progress(line, at, counters, configuration));
  }

  @Override
  public void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    to.accept(lines.stuck(line, at, stuck, configuration));
  }
}
