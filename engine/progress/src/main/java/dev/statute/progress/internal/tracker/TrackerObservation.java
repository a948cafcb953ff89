package dev.statute.progress.internal.tracker;

import dev.statute.policy.Action;
import dev.statute.policy.Budget;
import dev.statute.policy.Cycle;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Limits;
import dev.statute.policy.Message;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.TestRun;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.Observation;
import dev.statute.progress.internal.count.CycleDetector;
import dev.statute.progress.internal.count.PollCounter;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.state.PhaseState;
import dev.statute.progress.internal.state.TrackerState;
import dev.statute.progress.internal.state.WindowCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Facts of a state at a time. The counters are computed at once, other facts on demand. */
final class TrackerObservation implements Observation {
  private final TrackerState state;
  private final Progress progress;
  private final long now;
  private final TrackerSettings settings;

  TrackerObservation(TrackerState state, TrackerSettings settings, long now) {
    this.state = state;
    this.now = now;
    this.settings = settings;
    long[] numbers = Arrays.copyOf(state.numbers, Counter.count());
    state.repetition.copyCounters(numbers);
    WindowCounters.fill(state, settings, numbers);
    progress = Progress.of(numbers, state.lastAction::fact);
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
      facts.add(settings.limits);
    }
    if (wanted.test(Cycle.class)) {
      facts.addAll(CycleDetector.detect(state.repetition));
    }
    if (wanted.test(Poll.class)) {
      facts.addAll(PollCounter.facts(state.repetition));
    }
    if (wanted.test(Budget.class)) {
      facts.addAll(state.budget.facts(state, settings, now));
    }
    if (wanted.test(Phase.class)) {
      state.phases.stream().map(phase -> fact(phase, now)).forEach(facts::add);
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

  private static Phase fact(PhaseState phase, long now) {
    return new Phase(
        phase.number(),
        phase.description(),
        phase.elapsed(now),
        phase.expectedMs(),
        !phase.isOpen(),
        phase.success(),
        phase.filesChanged(),
        phase.testsPassed(),
        phase.blockers());
  }
}
