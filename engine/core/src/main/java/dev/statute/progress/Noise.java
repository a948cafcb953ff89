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
 * @param tools per tool: its key and how many outputs; then lines and their counts
 */
record Noise(Rows tools) {
  static final int LINES = 8;
  static final int WIDTH = 1 + LINES;
  static final Noise NONE = new Noise(Rows.empty(WIDTH));
  private static final int TOOLS = 8;
  private static final int ENOUGH = 6;
  private static final int READ = 48;

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
      if (!line.isBlank() && count(ago, Key.half(line.strip())) > half) {
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
    row[0] = Key.pair(tool, Math.min(Key.low(row[0]) + 1, 1 << 20));
    for (int line : lines(output)) {
      add(row, line);
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
    for (int i = 1; i < WIDTH; i++) {
      if (Key.high(tools.at(ago, i)) == line) {
        return Key.low(tools.at(ago, i));
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
        keys.add(Key.half(line.strip()));
      }
    }
    return keys;
  }

  private static void add(long[] row, int line) {
    int free = -1;
    for (int i = 1; i < WIDTH; i++) {
      if (Key.low(row[i]) > 0 && Key.high(row[i]) == line) {
        row[i] = Key.pair(line, Key.low(row[i]) + 1);
        return;
      }
      free = Key.low(row[i]) <= 0 ? i : free;
    }
    if (free > 0) {
      row[free] = Key.pair(line, 1);
      return;
    }
    for (int i = 1; i < WIDTH; i++) {
      row[i] = Key.pair(Key.high(row[i]), Key.low(row[i]) - 1);
    }
  }
}
