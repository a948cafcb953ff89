package dev.statute.progress.internal.count;

import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.call.ActionFingerprint;
import dev.statute.progress.internal.call.ToolEffect;
import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.table.PackedForm;
import dev.statute.progress.internal.text.IdWords;
import dev.statute.progress.internal.text.TextHash;

/** Packed form of a {@link RepetitionState}, which is new if the form is read. */
public final class RepetitionPacking {
  /** Maximum distance of two epochs in the ring. */
  private static final int MAX_EPOCHS = 7;

  /** Code, in place of an effect, for a program of unknown kind that showed a page. */
  private static final int PAGE = 0xF;

  /** Counters that messages change. */
  private static final Counter[] MESSAGE_COUNTERS = {
    Counter.SAME_MESSAGES,
    Counter.CONDENSATIONS,
    Counter.REVISIONS,
    Counter.STUCK_SUB_AGENTS,
    Counter.JUDGED,
    Counter.CHANT
  };

  private RepetitionPacking() {}

  /**
   * Writes or reads a state.
   *
   * @param newest number of the newest record
   */
  public static void transfer(PackedForm form, RepetitionState state, int newest) {
    for (int i = 0; i < state.counters.length; i++) {
      state.counters[i] = form.number(state.counters[i]);
    }
    for (int period = 2; period <= RepetitionState.MAX_PERIOD; period++) {
      state.matches[period] = form.number(state.matches[period]);
    }
    for (int period = 2; period <= RepetitionState.MAX_PERIOD; period++) {
      state.similar[period] = form.number(state.similar[period]);
      if (state.similar[period] > 0) {
        state.differences[period] = form.number(state.differences[period]);
      }
    }
    form.rows(state.answers);
    transferIds(form, state);
    state.lastError = form.key(state.lastError);
    state.lastErrorClass = form.key(state.lastErrorClass);
    state.lastRejection = form.key(state.lastRejection);
    state.lastEdit = form.key(state.lastEdit);
    state.lastNoopFile = form.key(state.lastNoopFile);
    state.lastMessage = form.key(state.lastMessage);
    state.verdict = form.key(state.verdict);
    state.verdictBefore = form.key(state.verdictBefore);
    state.depth = form.number(state.depth);
    state.novelty = form.number(state.novelty);
    state.epoch = form.number(state.epoch);
    state.edits = form.number(state.edits);
    state.denials = form.number(state.denials);
    state.lastFailedTests = form.number(state.lastFailedTests + 1) - 1;
    state.flips = form.number(state.flips);
    int flags = form.octet((state.retried ? 1 : 0) | (state.allPassed ? 2 : 0));
    state.retried = (flags & 1) != 0;
    state.allPassed = (flags & 2) != 0;
    transferRing(form, state, newest);
    for (IntTable table : state.tables) {
      form.rows(table);
    }
  }

  private static void transferIds(PackedForm form, RepetitionState state) {
    IdWords ids = state.lastIds;
    int count = form.number(ids.count());
    if (count > 0) {
      int frame = form.key(ids.frame());
      long sum = transferLong(form, ids.sum());
      state.lastIds = new IdWords(frame, count, sum, transferLong(form, ids.weighted()));
      state.idPlace = form.number(state.idPlace);
    }
  }

  private static long transferLong(PackedForm form, long value) {
    int high = form.key(TextHash.high(value));
    return TextHash.pair(high, form.key(TextHash.low(value)));
  }

  /** Passes the ring from the newest entry, with records and epochs as differences. */
  private static void transferRing(PackedForm form, RepetitionState state, int newest) {
    IntTable ring = state.ring;
    int size = form.rowCount(ring.size());
    int[] cells = form.reads() ? new int[size * ring.width] : ring.cells();
    int record = newest;
    int epoch = state.epoch;
    for (int at = (size - 1) * ring.width; at >= 0; at -= ring.width) {
      cells[at + RepetitionState.ACTION] = form.key(cells[at + RepetitionState.ACTION]);
      cells[at + RepetitionState.OUTCOME] = form.key(cells[at + RepetitionState.OUTCOME]);
      record -= form.number(record - cells[at + RepetitionState.RECORD]);
      cells[at + RepetitionState.RECORD] = record;
      int flags = cells[at + RepetitionState.FLAGS];
      int packed = form.octet(packFlags(flags, epoch));
      if (form.reads()) {
        flags = unpackFlags(packed, epoch);
        cells[at + RepetitionState.FLAGS] = flags;
      }
      epoch = flags >>> 16;
    }
    if (form.reads()) {
      ring.replaceRows(cells, size);
      if (state.depth < 0 || state.depth > size) {
        throw new IllegalArgumentException("a tracker's ring is shorter than " + state.depth);
      }
    }
  }

  private static int packFlags(int flags, int epoch) {
    int epochs = Math.min(MAX_EPOCHS, (epoch - (flags >>> 16)) & 0xFFFF);
    int effect = (flags & ActionFingerprint.SHOWS_PAGE) != 0 ? PAGE : flags >>> 8 & 0xF;
    return epochs << 5 | effect << 1 | (flags & ActionFingerprint.SUCCESS);
  }

  private static int unpackFlags(int packed, int epoch) {
    boolean page = (packed >>> 1 & 0xF) == PAGE;
    int effect = page ? ToolEffect.EXEC.code() : ToolEffect.of(packed >>> 1 & 0xF).code();
    int kept = (packed & ActionFingerprint.SUCCESS) | (page ? ActionFingerprint.SHOWS_PAGE : 0);
    return (epoch - (packed >>> 5)) << 16 | effect << 8 | kept;
  }

  /**
   * Writes or reads the parts of a state that messages change. While a batch is open only the state
   * before it is packed, and its calls are counted again when it is unpacked; this form adds what
   * messages have changed since.
   */
  public static void transferMessages(PackedForm form, RepetitionState state) {
    for (Counter counter : MESSAGE_COUNTERS) {
      state.set(counter, form.number(state.get(counter)));
    }
    state.lastMessage = form.key(state.lastMessage);
    state.retried = form.flag(state.retried);
  }
}
