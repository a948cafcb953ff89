package dev.statute.progress;

import dev.statute.policy.Action;
import dev.statute.policy.Budget;
import dev.statute.policy.Counter;
import dev.statute.policy.Cycle;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Limits;
import dev.statute.policy.Message;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.TestRun;
import dev.statute.policy.spi.Observation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** What a state looks like to rules, at an instant. */
final class TrackerObservation implements Observation {
  private final TrackerState state;
  private final Progress progress;
  private final long now;
  private final TrackerSettings tracking;

  TrackerObservation(TrackerState state, TrackerSettings tracking, long now) {
    this.state = state;
    this.now = now;
    this.tracking = tracking;
    long[] numbers = Arrays.copyOf(state.numbers, Counter.count());
    state.trail.fill(numbers);
    WindowCounters.fill(state, tracking, numbers);
    progress = Progress.of(numbers, state.latest::words);
  }

  @Override
  public Progress progress() {
    return progress;
  }

  @Override
  public List<Object> facts(Predicate<Class<?>> wanted) {
    List<Object> facts = new ArrayList<>();
    if (wanted.test(Progress.class)) {
      facts.add(progress);
    }
    if (wanted.test(Limits.class)) {
      facts.add(tracking.limits);
    }
    if (wanted.test(Cycle.class)) {
      facts.addAll(CycleDetector.of(state.trail));
    }
    if (wanted.test(Poll.class)) {
      facts.addAll(polls());
    }
    if (wanted.test(Budget.class)) {
      facts.addAll(state.spending.budgets(state, tracking, now));
    }
    if (wanted.test(Phase.class)) {
      facts.addAll(phases(state.stages, now));
    }
    if (wanted.test(Action.class)) {
      facts.addAll(state.texts.actionFacts());
    }
    if (wanted.test(Failure.class)) {
      facts.addAll(state.texts.failureFacts());
    }
    if (wanted.test(Message.class)) {
      facts.addAll(state.texts.messageFacts());
    }
    if (wanted.test(FileChange.class)) {
      facts.addAll(state.texts.changeFacts());
    }
    if (wanted.test(TestRun.class)) {
      facts.addAll(state.texts.testFacts());
    }
    return facts;
  }

  private List<Poll> polls() {
    List<Poll> polls = new ArrayList<>();
    IntTable rows = state.trail.polls;
    for (int ago = 0; ago < rows.size(); ago++) {
      polls.add(
          new Poll(
              TextHash.hex(rows.at(ago, PollCounter.KEY)),
              rows.at(ago, PollCounter.UNCHANGED),
              rows.longAt(ago, PollCounter.LAST) - rows.longAt(ago, PollCounter.FIRST),
              rows.at(ago, PollCounter.GROWING) == 1));
    }
    return polls;
  }

  static List<Phase> phases(List<PhaseState> stages, long now) {
    List<Phase> phases = new ArrayList<>();
    for (PhaseState stage : stages) {
      phases.add(
          new Phase(
              stage.number(),
              stage.description(),
              stage.elapsed(now),
              stage.expectedMs(),
              !stage.open(),
              stage.success(),
              stage.filesChanged(),
              stage.testsPassed(),
              stage.blockers()));
    }
    return phases;
  }
}
