package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.LinkedHashMap;
import java.util.Map;

/** A trail as a plain map, and back. */
final class TrailMap {
  private static final int SCALARS = 16;

  private TrailMap() {}

  static Map<String, Object> write(Trail trail) {
    Plain out = new Plain();
    Map<String, Object> counters = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      if (counter.compareTo(Counter.SINCE_NEW) >= 0 && trail.get(counter) != 0) {
        counters.put(counter.text(), (long) trail.get(counter));
      }
    }
    out.map("counters", counters);
    out.rows("scalars", scalars(trail));
    out.rows("ring", trail.ring);
    out.rows("seen", trail.depth == 0 && trail.seen.length == 0 ? Rows.empty(1) : pack(trail.seen));
    out.rows("files", trail.files);
    out.rows("failures", trail.failures);
    out.rows("misses", trail.misses);
    out.rows("runs", trail.runs);
    out.rows("tests", trail.tests);
    out.rows("polls", trail.polls);
    return out.map();
  }

  static Trail read(Map<String, ?> map) {
    Plain in = new Plain(map);
    Trail trail = new Trail();
    in.map("counters")
        .forEach(
            (name, value) -> {
              Counter counter = Counter.of(name);
              if (counter == null
                  || counter.compareTo(Counter.SINCE_NEW) < 0
                  || !(value instanceof Number number)) {
                throw new IllegalArgumentException("no counter of repetition: '" + name + "'");
              }
              trail.set(counter, number.intValue());
            });
    Rows scalars = in.rows("scalars", 1);
    if (scalars.size() > 0) {
      scalars(trail, unpack(scalars));
    }
    trail.ring = in.rows("ring", 2);
    trail.seen = unpack(in.rows("seen", 1));
    trail.files = in.rows("files", 5);
    trail.failures = in.rows("failures", 1);
    trail.misses = in.rows("misses", 2);
    trail.runs = in.rows("runs", 2);
    trail.tests = in.rows("tests", 1);
    trail.polls = in.rows("polls", 5);
    return trail;
  }

  private static Rows scalars(Trail t) {
    int[] all = new int[SCALARS + Trail.LONGEST + 1];
    int[] scalars = {
      t.depth,
      t.novelty,
      t.epoch,
      t.edits,
      t.retried ? 1 : 0,
      t.lastTool,
      t.lastAnswer,
      t.lastError,
      t.lastClass,
      t.lastReject,
      t.lastEdit,
      t.lastNoop,
      t.lastMessage,
      t.denied,
      t.lastFailed + 1
    };
    System.arraycopy(scalars, 0, all, 0, scalars.length);
    System.arraycopy(t.matches, 0, all, SCALARS, t.matches.length);
    for (int each : all) {
      if (each != 0) {
        return pack(all);
      }
    }
    return Rows.empty(1);
  }

  private static void scalars(Trail t, int[] all) {
    if (all.length != SCALARS + Trail.LONGEST + 1) {
      throw new IllegalArgumentException("a tracker's 'scalars' has " + all.length + " numbers");
    }
    t.depth = all[0];
    t.novelty = all[1];
    t.epoch = all[2];
    t.edits = all[3];
    t.retried = all[4] == 1;
    t.lastTool = all[5];
    t.lastAnswer = all[6];
    t.lastError = all[7];
    t.lastClass = all[8];
    t.lastReject = all[9];
    t.lastEdit = all[10];
    t.lastNoop = all[11];
    t.lastMessage = all[12];
    t.denied = all[13];
    t.lastFailed = all[14] - 1;
    System.arraycopy(all, SCALARS, t.matches, 0, t.matches.length);
  }

  /** Two numbers to a cell, and first how many there are. */
  static Rows pack(int[] numbers) {
    long[] cells = new long[1 + (numbers.length + 1) / 2];
    cells[0] = numbers.length;
    for (int i = 0; i < numbers.length; i++) {
      cells[1 + i / 2] |= i % 2 == 0 ? (long) numbers[i] << 32 : numbers[i] & 0xFFFFFFFFL;
    }
    return new Rows(1, cells);
  }

  static int[] unpack(Rows rows) {
    long[] cells = rows.cells();
    if (cells.length == 0) {
      return new int[0];
    }
    long count = cells[0];
    if (count < 0 || (count + 1) / 2 != cells.length - 1) {
      throw new IllegalArgumentException(
          "a tracker cannot have " + count + " keys in " + cells.length);
    }
    int[] numbers = new int[(int) count];
    for (int i = 0; i < numbers.length; i++) {
      long cell = cells[1 + i / 2];
      numbers[i] = i % 2 == 0 ? Key.high(cell) : Key.low(cell);
    }
    return numbers;
  }
}
