package dev.statute.progress.internal.state;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.count.MessageState;
import dev.statute.progress.internal.count.RepeatedTextDetector;
import dev.statute.progress.internal.count.RepetitionPacking;
import dev.statute.progress.internal.count.RepetitionState;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.table.PackedReader;
import dev.statute.progress.internal.table.PackedWriter;
import java.util.stream.Stream;

/**
 * Packed form of a state: one array, so that a million of them fit in memory. Growing numbers are
 * written as differences, to be small.
 */
public final class TrackerPacking {
  /** Version of the stored form. */
  public static final int VERSION = 6;

  /** Indexes of the counters that are not computed from windows. */
  private static final int[] COUNTERS =
      Stream.of(Counter.values())
          .filter(counter -> counter.compareTo(Counter.SINCE_NEW) < 0)
          .filter(
              counter ->
                  !TrackerSettings.WINDOW_COUNTERS.contains(counter)
                      || counter == Counter.DUPLICATE_MESSAGE)
          .filter(counter -> counter != Counter.PHASES_TOTAL && counter != Counter.REFUSALS)
          .mapToInt(Counter::index)
          .toArray();

  private TrackerPacking() {}

  public static int[] pack(TrackerState state) {
    PackedWriter out = new PackedWriter();
    out.number(state.records);
    for (int i : COUNTERS) {
      out.number(state.numbers[i]);
    }
    out.number(state.get(Counter.REFUSALS));
    out.number(state.gainsSinceRefusal);
    out.key(state.run);
    state.boilerplate.tools.write(out);
    int[] files = state.files.keys();
    out.number(files.length);
    out.keys(files, 0, files.length);
    state.actions.write(out);
    state.failures.write(out);
    state.messages.write(out);
    state.budget.write(out);
    state.repeatedText.write(out);
    out.key(state.agents.current());
    state.agents.write(out);
    writeAgent(out, state);
    return out.toCells();
  }

  public static TrackerState unpack(int[] cells) {
    PackedReader in = new PackedReader(cells);
    TrackerState state = new TrackerState();
    state.records = in.large();
    for (int i : COUNTERS) {
      state.numbers[i] = in.large();
    }
    state.set(Counter.REFUSALS, in.large());
    state.gainsSinceRefusal = in.number();
    state.run = in.key();
    in.rows(state.boilerplate.tools);
    state.files = FileSet.of(in.keys());
    in.rows(state.actions);
    in.rows(state.failures);
    in.rows(state.messages);
    state.budget = BudgetUsage.read(in);
    state.repeatedText = RepeatedTextDetector.read(in);
    state.agents.read(in.key(), in);
    readAgent(in, state);
    return state;
  }

  /** Writes the parts of the current agent. */
  static void writeAgent(PackedWriter out, TrackerState state) {
    out.number((int) state.records);
    out.number(state.discoveries);
    out.number(state.improvements);
    RepetitionState before = state.beforeBatch;
    out.flag(before != null);
    RepetitionPacking.write(out, before == null ? state.repetition : before, (int) state.records);
    if (before != null) {
      out.key(state.batchKey);
      state.batch.write(out);
      MessageState.write(out, state.repetition);
    }
    state.ledger.open.write(out);
    state.ledger.cleared.write(out);
    state.lastAction.write(out);
  }

  /** Reads the parts of an agent into a state without an agent. */
  static void readAgent(PackedReader in, TrackerState state) {
    int records = in.number();
    state.discoveries = in.number();
    state.improvements = in.number();
    boolean batch = in.flag();
    RepetitionPacking.read(in, state.repetition, records);
    if (batch) {
      state.beforeBatch = state.repetition;
      state.batchKey = in.key();
      in.rows(state.batch);
      state.replayBatch(state.beforeBatch);
      MessageState.read(in, state.repetition);
    }
    in.rows(state.ledger.open);
    in.rows(state.ledger.cleared);
    state.lastAction = LastAction.read(in);
  }
}
