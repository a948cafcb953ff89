package dev.statute.progress;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lines that a surrounding prints at every call of a tool, such as a traceback at each start of an
 * interpreter: what stands in more than half of a tool's different outputs says nothing, and is
 * dropped before keys are made.
 *
 * <p>Per tool the most frequent lines are kept by Misra and Gries, "Finding repeated elements"
 * (1982): a line that is known counts up, one that finds no room counts all others down. Only
 * outputs that were news are learned from; else a loop would declare its own answer to be noise,
 * and change its keys while it runs.
 *
 * <p>A line is known by 20 bits of its hash, which among eight lines is enough; counts go to 4,095,
 * and are halved then, so that what a tool used to say is forgotten slowly.
 *
 * @param tools per tool: its key and how many outputs; then lines with their counts, two to a cell
 */
record Noise(Rows tools) {
  static final int LINES = 8;
  static final int WIDTH = 1 + LINES / 2;
  static final Noise NONE = new Noise(Rows.empty(WIDTH));
  private static final int TOOLS = 8;
  private static final int ENOUGH = 6;
  private static final int READ = 48;
  private static final int MOST = 0xFFF;

  /** The output without the lines that are noise; as it is, if nothing else would be left. */
  String without(int tool, String output) {
    int ago = find(tool);
    if (ago < 0 || Key.low(tools.at(ago, 0)) < ENOUGH || output.indexOf('\n') < 0) {
      return output;
    }
    int half = Key.low(tools.at(ago, 0)) / 2;
    StringBuilder kept = new StringBuilder();
    boolean dropped = false;
    for (String line : output.split("\n", -1)) {
      if (!line.isBlank() && count(ago, hash(line)) > half) {
        dropped = true;
      } else {
        kept.append(line).append('\n');
      }
    }
    return dropped && !kept.toString().isBlank() ? kept.toString() : output;
  }

  /** One more output of a tool that was news. */
  Noise learn(int tool, String output) {
    if (output.indexOf('\n') < 0) {
      return this;
    }
    int ago = find(tool);
    long[] row = new long[WIDTH];
    for (int i = 0; ago >= 0 && i < WIDTH; i++) {
      row[i] = tools.at(ago, i);
    }
    row[0] = Key.pair(tool, Key.low(row[0]) + 1);
    int[] entries = entries(row);
    for (int line : lines(output)) {
      add(entries, line);
    }
    if (Key.low(row[0]) >= MOST) {
      row[0] = Key.pair(tool, MOST / 2);
      for (int i = 0; i < LINES; i++) {
        entries[i] = entry(entries[i] >>> 12, (entries[i] & MOST) / 2);
      }
    }
    for (int i = 0; i < LINES; i += 2) {
      row[1 + i / 2] = Key.pair(entries[i], entries[i + 1]);
    }
    Rows rest = ago < 0 ? tools : tools.without(ago);
    return new Noise(rest.with(TOOLS, row));
  }

  private int find(int tool) {
    for (int ago = 0; ago < tools.size(); ago++) {
      if (Key.high(tools.at(ago, 0)) == tool) {
        return ago;
      }
    }
    return -1;
  }

  private int count(int ago, int line) {
    for (int i = 0; i < LINES; i++) {
      long pair = tools.at(ago, 1 + i / 2);
      int entry = i % 2 == 0 ? Key.high(pair) : Key.low(pair);
      if (entry >>> 12 == line && (entry & MOST) > 0) {
        return entry & MOST;
      }
    }
    return 0;
  }

  /** The different lines at the start and at the end. */
  private static Set<Integer> lines(String output) {
    List<String> all = new ArrayList<>(List.of(output.split("\n", -1)));
    if (all.size() > READ) {
      all.subList(READ / 2, all.size() - READ / 2).clear();
    }
    Set<Integer> keys = new LinkedHashSet<>();
    for (String line : all) {
      if (!line.isBlank()) {
        keys.add(hash(line));
      }
    }
    return keys;
  }

  /** Twenty bits of a line's hash. */
  private static int hash(String line) {
    return Key.half(line.strip()) >>> 12;
  }

  private static int entry(int line, int count) {
    return line << 12 | count;
  }

  private static int[] entries(long[] row) {
    int[] entries = new int[LINES];
    for (int i = 0; i < LINES; i++) {
      entries[i] = i % 2 == 0 ? Key.high(row[1 + i / 2]) : Key.low(row[1 + i / 2]);
    }
    return entries;
  }

  private static void add(int[] entries, int line) {
    int free = -1;
    for (int i = 0; i < LINES; i++) {
      int count = entries[i] & MOST;
      if (count > 0 && entries[i] >>> 12 == line) {
        entries[i] = entry(line, Math.min(MOST, count + 1));
        return;
      }
      free = count == 0 ? i : free;
    }
    if (free >= 0) {
      entries[free] = entry(line, 1);
      return;
    }
    for (int i = 0; i < LINES; i++) {
      entries[i] = entry(entries[i] >>> 12, (entries[i] & MOST) - 1);
    }
  }
}
