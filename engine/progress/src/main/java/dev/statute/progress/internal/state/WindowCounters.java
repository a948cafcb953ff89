package dev.statute.progress.internal.state;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.table.IntTable;

/** Counters that are computed from the windows of actions, errors and messages. */
public final class WindowCounters {
  private WindowCounters() {}

  /** Puts the counters to their places in the progress fact. */
  public static void fill(TrackerState state, TrackerSettings settings, long[] numbers) {
    put(numbers, Counter.RECENT_ACTIONS, state.actions.size());
    put(numbers, Counter.PHASES_TOTAL, Math.max(settings.phaseCount, state.get(Counter.PHASE)));
    if (state.actions.size() == 0 && state.failures.size() == 0) {
      return;
    }
    put(numbers, Counter.SAME_FAILURE, sameFailure(state.failures));
    put(numbers, Counter.ALTERNATION, alternation(state.actions));
    countTargets(state.actions, settings, numbers);
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

  /** Returns the number of the newest actions that alternate between two files. */
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

  private static void countTargets(IntTable actions, TrackerSettings settings, long[] numbers) {
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
    put(numbers, Counter.TARGETS, countDistinct(targets));
    put(numbers, Counter.SUCCESSFUL_TARGETS, countDistinct(reached));
    put(numbers, Counter.SUCCESSFUL_TOOLS, countDistinct(tools));
    put(numbers, Counter.TARGETED_SUCCESSES, successes);
    put(numbers, Counter.WORK_SUCCESSES, work);
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
}
