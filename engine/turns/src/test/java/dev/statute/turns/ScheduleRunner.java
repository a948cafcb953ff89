package dev.statute.turns;

import dev.statute.step.Interpreter;
import dev.statute.turns.internal.protocol.WorkerProtocol;
import dev.statute.turns.store.internal.MemoryPruning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runner of schedules, and shrinker of failing ones. */
final class ScheduleRunner {
  private ScheduleRunner() {}

  /**
   * Failing schedule.
   *
   * @param choices its shrunk choices
   */
  record Found(long seed, List<Integer> choices, List<String> broken) {
    @Override
    public String toString() {
      return "seed " + seed + " breaks " + broken + " with the choices " + choices;
    }
  }

  /** Returns the protocol without mutation. */
  static TurnSimulation.Made unmodified() {
    Interpreter shipped = AgentTestCharts.shipped();
    return new TurnSimulation.Made(
        Interpreter.of(shipped.chart(), new CachedPolicy(shipped.policy())),
        outer -> outer,
        inner -> inner,
        WorkerProtocol::new,
        MemoryPruning::new);
  }

  /** Returns the first failing schedule from a seed on, not shrunk. */
  static @Nullable Found findFirstFailure(TurnSimulation.Made created, long from, long number) {
    for (long seed = from; seed < from + number; seed++) {
      ScheduleChoices choices = ScheduleChoices.of(seed);
      List<String> broken = run(choices, created);
      if (!broken.isEmpty()) {
        return new Found(seed, choices.taken(), broken);
      }
    }
    return null;
  }

  static List<String> run(ScheduleChoices choices, TurnSimulation.Made created) {
    TurnSimulation sim = new TurnSimulation(choices, created, null);
    return sim.run(actions(choices));
  }

  /** Returns the number of actions of a schedule. */
  static int actions(ScheduleChoices choices) {
    return 8 + choices.next(28);
  }

  /** Removes and reduces choices while a property still fails. */
  static Found shrink(long seed, List<Integer> found, TurnSimulation.Made created) {
    List<Integer> best = found;
    int budget = 3000;
    for (int size = Math.max(1, best.size() / 2); size > 0 && budget > 0; size /= 2) {
      for (int at = 0; at < best.size() && budget > 0; ) {
        List<Integer> shorter = new ArrayList<>(best);
        shorter.subList(at, Math.min(at + size, shorter.size())).clear();
        budget--;
        if (run(ScheduleChoices.of(shorter), created).isEmpty()) {
          at += size;
        } else {
          best = shorter;
        }
      }
    }
    return new Found(seed, best, run(ScheduleChoices.of(best), created));
  }
}
