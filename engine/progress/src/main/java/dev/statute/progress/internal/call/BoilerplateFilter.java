package dev.statute.progress.internal.call;

import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.text.LineHashes;
import dev.statute.progress.internal.text.ToolOutput;

/**
 * Filter for boilerplate lines, which an environment prints at every call of a tool, such as a
 * traceback at each start of an interpreter. Lines that occur in more than half of a tool's
 * distinct outputs are removed before keys are made.
 *
 * <p>The most frequent lines per tool are kept with the algorithm of Misra and Gries, "Finding
 * repeated elements" (1982). Only new outputs are counted; otherwise a loop would turn its own
 * answer into boilerplate and change its keys while it runs. A line is known by 20 bits of its
 * hash; counts are halved at 4,095, so that old lines are forgotten slowly. Confined to the
 * counting of one record.
 */
public final class BoilerplateFilter {
  static final int LINES = 8;
  private static final int FIRST = 1;
  private static final int OUTPUTS = LINES + 1;
  private static final int MAX_TOOLS = 8;
  private static final int MIN_OUTPUTS = 6;
  private static final int MAX_LINES = 48;
  private static final int MAX_COUNT = 0xFFF;

  /** Per tool: its key, lines with their counts, number of outputs. */
  public final IntTable tools = new IntTable(LINES + 2, LINES + 1);

  /** Returns an output without boilerplate; unchanged if nothing else would be left. */
  ToolOutput remove(int tool, ToolOutput output) {
    int ago = tools.find(0, tool);
    if (ago < 0 || tools.at(ago, OUTPUTS) < MIN_OUTPUTS || output.text().indexOf('\n') < 0) {
      return output;
    }
    int half = tools.at(ago, OUTPUTS) / 2;
    int most = 0;
    for (int i = FIRST; i < OUTPUTS; i++) {
      most = Math.max(most, tools.at(ago, i) & MAX_COUNT);
    }
    return most > half ? remove(ago, half, output) : output;
  }

  private ToolOutput remove(int ago, int half, ToolOutput output) {
    byte[] text = output.utf8();
    byte[] kept = new byte[text.length + 1];
    int size = 0;
    boolean hasText = false;
    for (int start = 0; start <= text.length; ) {
      int end = LineHashes.end(text, start);
      int line = LineHashes.key(text, start, end);
      if (line == LineHashes.BLANK || count(ago, line) <= half) {
        System.arraycopy(text, start, kept, size, end - start);
        size += end - start;
        kept[size++] = '\n';
        hasText |= line != LineHashes.BLANK;
      }
      start = end + 1;
    }
    return size <= text.length && hasText ? ToolOutput.of(kept, size) : output;
  }

  /** Counts the lines of a new output of a tool. */
  public void learn(int tool, ToolOutput output) {
    if (output.text().indexOf('\n') < 0) {
      return;
    }
    int ago = tools.find(0, tool);
    int[] row = ago < 0 ? new int[tools.width] : tools.row(ago);
    row[0] = tool;
    row[OUTPUTS]++;
    for (int line : LineHashes.distinct(output.utf8(), MAX_LINES)) {
      add(row, line);
    }
    if (row[OUTPUTS] >= MAX_COUNT) {
      row[OUTPUTS] = MAX_COUNT / 2;
      for (int i = FIRST; i < OUTPUTS; i++) {
        row[i] = entry(row[i] >>> 12, (row[i] & MAX_COUNT) / 2);
      }
    }
    tools.replace(ago, MAX_TOOLS, row);
  }

  private int count(int ago, int line) {
    for (int i = FIRST; i < OUTPUTS; i++) {
      int entry = tools.at(ago, i);
      if (entry >>> 12 == line && (entry & MAX_COUNT) > 0) {
        return entry & MAX_COUNT;
      }
    }
    return 0;
  }

  /** Packs the key of a line and its count. */
  private static int entry(int line, int count) {
    return line << 12 | count;
  }

  private static void add(int[] entries, int line) {
    int free = -1;
    for (int i = FIRST; i < OUTPUTS; i++) {
      int count = entries[i] & MAX_COUNT;
      if (count > 0 && entries[i] >>> 12 == line) {
        entries[i] = entry(line, Math.min(MAX_COUNT, count + 1));
        return;
      }
      free = count == 0 ? i : free;
    }
    if (free >= 0) {
      entries[free] = entry(line, 1);
      return;
    }
    for (int i = FIRST; i < OUTPUTS; i++) {
      entries[i] = entry(entries[i] >>> 12, (entries[i] & MAX_COUNT) - 1);
    }
  }
}
