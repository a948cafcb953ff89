package dev.statute.progress.internal.count;

import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.table.PackedReader;
import dev.statute.progress.internal.table.PackedWriter;

/** Packed form of a {@link RepetitionState}. */
public final class RepetitionPacking {
  /** Maximum distance of two epochs in the ring. */
  private static final int MAX_EPOCHS = 7;

  private static final ToolEffect[] EFFECTS = new ToolEffect[ToolEffect.names().size()];

  /** Code, in place of an effect, for a program of unknown kind that showed a page. */
  private static final int PAGE = 0xF;

  static {
    for (int code = 0; code < EFFECTS.length; code++) {
      EFFECTS[code] = ToolEffect.of(code);
    }
  }

  private RepetitionPacking() {}

  /**
   * Writes a state.
   *
   * @param records number of the newest record
   */
  public static void write(PackedWriter out, RepetitionState state, int records) {
    for (int counter : state.counters) {
      out.number(counter);
    }
    for (int period = 2; period <= RepetitionState.MAX_PERIOD; period++) {
      out.number(state.matches[period]);
    }
    state.similar.write(out);
    state.answers.write(out);
    out.key(state.lastError);
    out.key(state.lastErrorClass);
    out.key(state.lastRejection);
    out.key(state.lastEdit);
    out.key(state.lastNoopFile);
    out.key(state.lastMessage);
    out.key(state.verdict);
    out.key(state.verdictBefore);
    out.number(state.depth);
    out.number(state.novelty);
    out.number(state.epoch);
    out.number(state.edits);
    out.number(state.denials);
    out.number(state.lastFailedTests + 1);
    out.number(state.flips);
    out.octet((state.retried ? 1 : 0) | (state.allPassed ? 2 : 0));
    writeRing(out, state, records);
    state.seen.write(out);
    state.files.write(out);
    state.failures.write(out);
    state.fileFailures.write(out);
    state.runs.write(out);
    state.polls.write(out);
    state.coverage.write(out);
  }

  /** Writes the ring from the newest entry, with records and epochs as differences. */
  private static void writeRing(PackedWriter out, RepetitionState state, int records) {
    IntTable ring = state.ring;
    out.number(ring.size());
    int record = records;
    int epoch = state.epoch & 0xFFFF;
    int[] cells = ring.cells();
    for (int at = (ring.size() - 1) * ring.width; at >= 0; at -= ring.width) {
      out.key(cells[at + RepetitionState.ACTION]);
      out.key(cells[at + RepetitionState.OUTCOME]);
      out.number(record - cells[at + RepetitionState.RECORD]);
      int flags = cells[at + RepetitionState.FLAGS];
      int epochs = Math.min(MAX_EPOCHS, (epoch - (flags >>> 16)) & 0xFFFF);
      int effect = (flags & ActionFingerprint.SHOWS_PAGE) != 0 ? PAGE : flags >>> 8 & 0xF;
      out.octet(epochs << 5 | effect << 1 | (flags & ActionFingerprint.SUCCESS));
      record = cells[at + RepetitionState.RECORD];
      epoch = flags >>> 16;
    }
  }

  /** Reads into a new state; see {@link #write}. */
  public static void read(PackedReader in, RepetitionState state, int records) {
    for (int i = 0; i < state.counters.length; i++) {
      state.counters[i] = in.number();
    }
    for (int period = 2; period <= RepetitionState.MAX_PERIOD; period++) {
      state.matches[period] = in.number();
    }
    state.similar.read(in);
    in.rows(state.answers);
    state.lastError = in.key();
    state.lastErrorClass = in.key();
    state.lastRejection = in.key();
    state.lastEdit = in.key();
    state.lastNoopFile = in.key();
    state.lastMessage = in.key();
    state.verdict = in.key();
    state.verdictBefore = in.key();
    state.depth = in.number();
    state.novelty = in.number();
    state.epoch = in.number();
    state.edits = in.number();
    state.denials = in.number();
    state.lastFailedTests = in.number() - 1;
    state.flips = in.number();
    int flags = in.octet();
    state.retried = (flags & 1) != 0;
    state.allPassed = (flags & 2) != 0;
    readRing(in, state, records);
    in.rows(state.seen);
    in.rows(state.files);
    in.rows(state.failures);
    in.rows(state.fileFailures);
    in.rows(state.runs);
    in.rows(state.polls);
    in.rows(state.coverage);
  }

  private static void readRing(PackedReader in, RepetitionState state, int records) {
    int size = in.size();
    int width = state.ring.width;
    int[] cells = new int[size * width];
    int record = records;
    int epoch = state.epoch;
    for (int at = (size - 1) * width; at >= 0; at -= width) {
      cells[at + RepetitionState.ACTION] = in.key();
      cells[at + RepetitionState.OUTCOME] = in.key();
      record -= in.number();
      cells[at + RepetitionState.RECORD] = record;
      int packed = in.octet();
      epoch -= packed >>> 5;
      boolean page = (packed >>> 1 & 0xF) == PAGE;
      int effect = page ? ToolEffect.EXEC.code() : EFFECTS[packed >>> 1 & 0xF].code();
      int kept = (packed & ActionFingerprint.SUCCESS) | (page ? ActionFingerprint.SHOWS_PAGE : 0);
      cells[at + RepetitionState.FLAGS] = epoch << 16 | effect << 8 | kept;
    }
    state.ring.replaceRows(cells, size);
    if (state.depth < 0 || state.depth > size) {
      throw new IllegalArgumentException("a tracker's ring is shorter than " + state.depth);
    }
  }
}
