package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The numbers that are read off the windows, and not counted. */
final class WindowCounters {
  /** The counters that are read off the windows of actions, errors and messages. */
  static final Set<Counter> COUNTERS =
      Collections.unmodifiableSet(
          EnumSet.of(
              Counter.RECENT_ACTIONS,
              Counter.SAME_FAILURE,
              Counter.ALTERNATION,
              Counter.TARGETS,
              Counter.SUCCESSFUL_TARGETS,
              Counter.TARGETED_SUCCESSES,
              Counter.WORK_SUCCESSES,
              Counter.SUCCESSFUL_TOOLS,
              Counter.DUPLICATE_MESSAGE));

  private WindowCounters() {}

  static void fill(TrackerState state, TrackerSettings tracking, long[] numbers) {
    put(numbers, Counter.RECENT_ACTIONS, state.actions.size());
    put(numbers, Counter.PHASES_TOTAL, Math.max(tracking.phaseCount, state.get(Counter.PHASE)));
    if (state.actions.size() == 0 && state.failures.size() == 0) {
      return;
    }
    put(numbers, Counter.SAME_FAILURE, sameFailure(state.failures));
    put(numbers, Counter.ALTERNATION, alternation(state.actions));
    window(state.actions, tracking, numbers);
  }

  private static void put(long[] numbers, Counter counter, long value) {
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

  private static int file(IntTable actions, int ago) {
    return actions.at(ago, TrackerState.FILE);
  }

  /** How many of the newest actions go A,B,A,B… by file; neither empty, A not B. */
  static int alternation(IntTable actions) {
    if (actions.size() < 2) {
      return 0;
    }
    int newest = file(actions, 0);
    int other = file(actions, 1);
    if (newest == 0 || other == 0 || newest == other) {
      return 0;
    }
    int length = 2;
    while (length < actions.size() && file(actions, length) == file(actions, length - 2)) {
      length++;
    }
    return length;
  }

  private static void window(IntTable actions, TrackerSettings tracking, long[] numbers) {
    int size = Math.min(actions.size(), tracking.noProgressWindow);
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
        work += tracking.readsOnly(tool) ? 0 : 1;
      }
    }
    put(numbers, Counter.TARGETS, different(targets));
    put(numbers, Counter.SUCCESSFUL_TARGETS, different(reached));
    put(numbers, Counter.SUCCESSFUL_TOOLS, different(tools));
    put(numbers, Counter.TARGETED_SUCCESSES, successes);
    put(numbers, Counter.WORK_SUCCESSES, work);
  }

  /** How many different keys, 0 not counted; windows are short. */
  private static int different(int[] keys) {
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
}
