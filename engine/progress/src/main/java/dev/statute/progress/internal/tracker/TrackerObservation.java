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
import dev.statute.progress.internal.table.IntTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Facts of a state at a time. The counters are computed at once, other facts on demand. */
final class TrackerObservation implements Observation {
  private final TrackerState state;
  private final TrackerSettings settings;
  private final long now;

  /** Values of the counters. */
  private final long[] numbers;

  private final Progress progress;

  TrackerObservation(TrackerState state, TrackerSettings settings, long now) {
    this.state = state;
    this.settings = settings;
    this.now = now;
    numbers = Arrays.copyOf(state.numbers, Counter.count());
    state.repetition.copyCounters(numbers);
    countWindows();
    progress = Progress.of(numbers, state.lastAction::fact);
  }

  /** Computes the counters that depend on windows. */
  private void countWindows() {
    IntTable actions = state.actions;
    put(Counter.OUTAGES, state.outages.count());
    put(Counter.RECENT_ACTIONS, actions.size());
    put(Counter.PHASES_TOTAL, Math.max(settings.phaseCount, numbers[Counter.PHASE.index()]));
    if (actions.size() == 0 && state.failures.size() == 0) {
      return;
    }
    put(Counter.RECENT_SUCCESSES, state.recentSuccesses());
    put(Counter.RECENT_FAILURES, actions.size() - state.recentSuccesses());
    put(Counter.SAME_FAILURE, sameFailure(state.failures));
    put(Counter.ALTERNATION, alternation(actions));
    countTargets(actions);
  }

  private void put(Counter counter, long value) {
    numbers[counter.index()] = value;
  }

  private static int sameFailure(IntTable failures) {
    int same = 0;
    while (same < failures.size()
        && failures.at(same, 0) == failures.at(0, 0)
        && failures.at(same, 1) == failures.at(0, 1)) {
      same++;
    }
    return same;
  }

  /** Returns the number of the newest actions that alternate between two files. */
  private static int alternation(IntTable actions) {
    if (actions.size() < 2) {
      return 0;
    }
    int newest = actions.at(0, TrackerState.FILE);
    int other = actions.at(1, TrackerState.FILE);
    if (newest == 0 || other == 0 || newest == other) {
      return 0;
    }
    int length = 2;
    while (length < actions.size()
        && actions.at(length, TrackerState.FILE) == (length % 2 == 0 ? newest : other)) {
      length++;
    }
    return length;
  }

  private void countTargets(IntTable actions) {
    int size = Math.min(actions.size(), settings.noProgressWindow);
    int[] targets = new int[size];
    int[] reached = new int[size];
    int[] tools = new int[size];
    int successes = 0;
    int work = 0;
    for (int ago = 0; ago < size; ago++) {
      int target = actions.at(ago, TrackerState.TARGET);
      targets[ago] = target;
      if (actions.at(ago, TrackerState.SUCCESS) != 0) {
        int tool = actions.at(ago, TrackerState.TOOL);
        reached[ago] = target;
        tools[ago] = tool;
        successes += target == 0 ? 0 : 1;
        work += settings.isReadOnly(tool) ? 0 : 1;
      }
    }
    put(Counter.TARGETS, countDistinct(targets));
    put(Counter.SUCCESSFUL_TARGETS, countDistinct(reached));
    put(Counter.SUCCESSFUL_TOOLS, countDistinct(tools));
    put(Counter.TARGETED_SUCCESSES, successes);
    put(Counter.WORK_SUCCESSES, work);
  }

  /** Returns the number of distinct keys other than 0; quadratic, as windows are short. */
  private static int countDistinct(int[] keys) {
    int count = 0;
    for (int i = 0; i < keys.length; i++) {
      boolean first = keys[i] != 0;
      for (int k = 0; k < i && first; k++) {
        first = keys[k] != keys[i];
      }
      count += first ? 1 : 0;
    }
    return count;
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
