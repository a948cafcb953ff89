package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.stream.Stream;

/**
 * A state at rest: one array, of which a million may be kept. Keys are as they are; numbers are
 * small because those that grow are written as the distance from the newest.
 */
final class TrackerPacking {
  private static final int EPOCHS = 7;
  private static final ToolEffect[] EFFECTS = new ToolEffect[ToolEffect.names().size()];

  /** In place of an effect: something of unknown kind was run, and showed a page. */
  private static final int PAGES = 0xF;

  /** The counters of a state that are not read off something else. */
  private static final int[] COUNTED =
      Stream.of(Counter.values())
          .filter(counter -> counter.compareTo(Counter.SINCE_NEW) < 0)
          .filter(
              counter ->
                  !WindowCounters.COUNTERS.contains(counter)
                      || counter == Counter.DUPLICATE_MESSAGE)
          .filter(counter -> counter != Counter.PHASES_TOTAL)
          .mapToInt(Counter::index)
          .toArray();

  static {
    for (int code = 0; code < EFFECTS.length; code++) {
      EFFECTS[code] = ToolEffect.of(code);
    }
  }

  private TrackerPacking() {}

  static int[] of(TrackerState state) {
    PackedWriter out = new PackedWriter();
    out.number(state.records);
    for (int i : COUNTED) {
      out.number(state.numbers[i]);
    }
    out.key(state.run);
    state.noise.tools.write(out);
    int[] files = state.files.keys();
    out.number(files.length);
    out.keys(files, 0, files.length);
    state.actions.write(out);
    state.failures.write(out);
    state.messages.write(out);
    state.spending.write(out);
    state.chant.write(out);
    out.key(state.agents.present());
    state.agents.write(out);
    part(out, state);
    return out.done();
  }

  static TrackerState unpack(int[] cells) {
    PackedReader in = new PackedReader(cells);
    TrackerState state = new TrackerState();
    state.records = in.large();
    for (int i : COUNTED) {
      state.numbers[i] = in.large();
    }
    state.run = in.key();
    in.rows(state.noise.tools);
    state.files = FileSet.of(in.keys());
    in.rows(state.actions);
    in.rows(state.failures);
    in.rows(state.messages);
    state.spending = BudgetUsage.read(in);
    state.chant = RepeatedTextDetector.read(in);
    state.agents.read(in.key(), in);
    part(in, state);
    return state;
  }

  /** What is kept of each agent: what it repeats, and what was said of that. */
  static void part(PackedWriter out, TrackerState state) {
    out.number((int) state.records);
    out.number(state.news);
    out.number(state.improvements);
    RepetitionState before = state.before;
    out.flag(before != null);
    trail(out, before == null ? state.trail : before, (int) state.records);
    if (before != null) {
      out.key(state.batchKey);
      state.batch.write(out);
      MessageState.write(out, state.trail);
    }
    state.ledger.open.write(out);
    state.ledger.cleared.write(out);
    state.latest.write(out);
  }

  /** Reads it into a state in which nothing is. */
  static void part(PackedReader in, TrackerState state) {
    int records = in.number();
    state.news = in.number();
    state.improvements = in.number();
    boolean batch = in.flag();
    trail(in, state.trail, records);
    if (batch) {
      state.before = state.trail;
      state.batchKey = in.key();
      in.rows(state.batch);
      state.replay(state.before);
      MessageState.read(in, state.trail);
    }
    in.rows(state.ledger.open);
    in.rows(state.ledger.cleared);
    state.latest = LastAction.read(in);
  }

  private static void trail(PackedWriter out, RepetitionState trail, int records) {
    for (int number : trail.numbers) {
      out.number(number);
    }
    for (int period = 2; period <= RepetitionState.LONGEST; period++) {
      out.number(trail.matches[period]);
    }
    for (int last : MessageState.lasts(trail)) {
      out.key(last);
    }
    out.number(trail.depth);
    out.number(trail.novelty);
    out.number(trail.epoch);
    out.number(trail.edits);
    out.number(trail.denied);
    out.number(trail.lastFailed + 1);
    out.number(trail.turns);
    out.octet((trail.retried ? 1 : 0) | (trail.allPassed ? 2 : 0));
    ring(out, trail, records);
    trail.seen.write(out);
    trail.files.write(out);
    trail.failures.write(out);
    trail.misses.write(out);
    trail.runs.write(out);
    trail.polls.write(out);
  }

  /** Records and epochs as the distance from the next one. */
  private static void ring(PackedWriter out, RepetitionState trail, int records) {
    IntTable ring = trail.ring;
    out.number(ring.size());
    int record = records;
    int epoch = trail.epoch & 0xFFFF;
    int[] cells = ring.cells();
    for (int at = (ring.size() - 1) * ring.width; at >= 0; at -= ring.width) {
      out.key(cells[at + RepetitionState.ACTION]);
      out.key(cells[at + RepetitionState.OUTCOME]);
      out.number(record - cells[at + RepetitionState.RECORD]);
      int marks = cells[at + RepetitionState.MARKS];
      int moved = Math.min(EPOCHS, (epoch - (marks >>> 16)) & 0xFFFF);
      int effect = (marks & ActionFingerprint.SHOWN) != 0 ? PAGES : marks >>> 8 & 0xF;
      out.octet(moved << 5 | effect << 1 | (marks & ActionFingerprint.SUCCESS));
      record = cells[at + RepetitionState.RECORD];
      epoch = marks >>> 16;
    }
  }

  private static void ring(PackedReader in, RepetitionState trail, int records) {
    int size = in.size();
    int[] cells = new int[size * trail.ring.width];
    int record = records;
    int epoch = trail.epoch;
    for (int at = (size - 1) * trail.ring.width; at >= 0; at -= trail.ring.width) {
      cells[at + RepetitionState.ACTION] = in.key();
      cells[at + RepetitionState.OUTCOME] = in.key();
      record -= in.number();
      cells[at + RepetitionState.RECORD] = record;
      int kind = in.octet();
      epoch -= kind >>> 5;
      boolean page = (kind >>> 1 & 0xF) == PAGES;
      int effect = page ? ToolEffect.EXEC.code() : EFFECTS[kind >>> 1 & 0xF].code();
      int kept = (kind & ActionFingerprint.SUCCESS) | (page ? ActionFingerprint.SHOWN : 0);
      cells[at + RepetitionState.MARKS] = epoch << 16 | effect << 8 | kept;
    }
    trail.ring.have(cells, size);
    if (trail.depth < 0 || trail.depth > size) {
      throw new IllegalArgumentException("a tracker's ring is shorter than " + trail.depth);
    }
  }

  private static void trail(PackedReader in, RepetitionState trail, int records) {
    for (int i = 0; i < trail.numbers.length; i++) {
      trail.numbers[i] = in.number();
    }
    for (int period = 2; period <= RepetitionState.LONGEST; period++) {
      trail.matches[period] = in.number();
    }
    MessageState.lasts(in, trail);
    trail.depth = in.number();
    trail.novelty = in.number();
    trail.epoch = in.number();
    trail.edits = in.number();
    trail.denied = in.number();
    trail.lastFailed = in.number() - 1;
    trail.turns = in.number();
    int flags = in.octet();
    trail.retried = (flags & 1) != 0;
    trail.allPassed = (flags & 2) != 0;
    ring(in, trail, records);
    in.rows(trail.seen);
    in.rows(trail.files);
    in.rows(trail.failures);
    in.rows(trail.misses);
    in.rows(trail.runs);
    in.rows(trail.polls);
  }
}
