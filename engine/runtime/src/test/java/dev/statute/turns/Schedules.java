package dev.statute.turns;

import dev.statute.step.Interpreter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs schedules, and makes one that fails small. */
final class Schedules {
  private Schedules() {}

  /**
   * A schedule that fails.
   *
   * @param choices what it was made of, as small as it could be made
   */
  record Found(long seed, List<Integer> choices, List<String> broken) {
    @Override
    public String toString() {
      return "seed " + seed + " breaks " + broken + " with the choices " + choices;
    }
  }

  /** The protocol as it is. */
  static Sim.Made good() {
    Interpreter shipped = AgentCharts.shipped();
    return new Sim.Made(
        Interpreter.of(shipped.chart(), new Memo(shipped.policy())),
        outer -> outer,
        inner -> inner,
        WorkerProtocol::new,
        MemoryPruning::new);
  }

  /** The first schedule from a seed on that fails, as it is. */
  static @Nullable Found first(Sim.Made made, long from, long number) {
    for (long seed = from; seed < from + number; seed++) {
      Choices choices = Choices.of(seed);
      List<String> broken = run(choices, made);
      if (!broken.isEmpty()) {
        return new Found(seed, choices.made(), broken);
      }
    }
    return null;
  }

  static List<String> run(Choices choices, Sim.Made made) {
    Sim sim = new Sim(choices, made, null);
    return sim.run(actions(choices));
  }

  /** How many actions a schedule has. */
  static int actions(Choices choices) {
    return 8 + choices.next(28);
  }

  /** Leaves out and lessens choices as long as something still breaks. */
  static Found shrink(long seed, List<Integer> found, Sim.Made made) {
    List<Integer> best = found;
    int budget = 3000;
    for (int size = Math.max(1, best.size() / 2); size > 0 && budget > 0; size /= 2) {
      for (int at = 0; at < best.size() && budget > 0; ) {
        List<Integer> shorter = new ArrayList<>(best);
        shorter.subList(at, Math.min(at + size, shorter.size())).clear();
        budget--;
        if (run(Choices.of(shorter), made).isEmpty()) {
          at += size;
        } else {
          best = shorter;
        }
      }
    }
    return new Found(seed, best, run(Choices.of(best), made));
  }
}
