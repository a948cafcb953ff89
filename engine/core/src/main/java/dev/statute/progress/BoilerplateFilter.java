package dev.statute.progress;

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
 * <p>Confined to the counting of one record.
 */
final class BoilerplateFilter {
  static final int LINES = 8;
  private static final int FIRST = 1;
  private static final int OUTPUTS = LINES + 1;
  private static final int TOOLS = 8;
  private static final int ENOUGH = 6;
  private static final int READ = 48;
  private static final int MOST = 0xFFF;

  /** The tool; lines with their counts; how many outputs. */
  final IntTable tools = new IntTable(LINES + 2, LINES + 1);

  /** The output without the lines that are noise; as it is, if nothing else would be left. */
  ToolOutput without(int tool, ToolOutput output) {
    int ago = tools.find(0, tool);
    if (ago < 0 || tools.at(ago, OUTPUTS) < ENOUGH || output.text().indexOf('\n') < 0) {
      return output;
    }
    int half = tools.at(ago, OUTPUTS) / 2;
    int most = 0;
    for (int i = FIRST; i < OUTPUTS; i++) {
      most = Math.max(most, tools.at(ago, i) & MOST);
    }
    return most > half ? without(ago, half, output) : output;
  }

  private ToolOutput without(int ago, int half, ToolOutput output) {
    byte[] text = output.utf8();
    byte[] kept = new byte[text.length + 1];
    int size = 0;
    boolean says = false;
    for (int start = 0; start <= text.length; ) {
      int end = LineHashes.end(text, start);
      int line = LineHashes.key(text, start, end);
      if (line == LineHashes.BLANK || count(ago, line) <= half) {
        System.arraycopy(text, start, kept, size, end - start);
        size += end - start;
        kept[size++] = '\n';
        says |= line != LineHashes.BLANK;
      }
      start = end + 1;
    }
    return size <= text.length && says ? ToolOutput.of(kept, size) : output;
  }

  /** One more output of a tool that was news. */
  void learn(int tool, ToolOutput output) {
    if (output.text().indexOf('\n') < 0) {
      return;
    }
    int ago = tools.find(0, tool);
    int[] row = ago < 0 ? new int[tools.width] : tools.row(ago);
    row[0] = tool;
    row[OUTPUTS]++;
    for (int line : LineHashes.different(output.utf8(), READ)) {
      add(row, line);
    }
    if (row[OUTPUTS] >= MOST) {
      row[OUTPUTS] = MOST / 2;
      for (int i = FIRST; i < OUTPUTS; i++) {
        row[i] = entry(row[i] >>> 12, (row[i] & MOST) / 2);
      }
    }
    if (ago >= 0) {
      tools.remove(ago);
    }
    tools.add(TOOLS, row);
  }

  private int count(int ago, int line) {
    for (int i = FIRST; i < OUTPUTS; i++) {
      int entry = tools.at(ago, i);
      if (entry >>> 12 == line && (entry & MOST) > 0) {
        return entry & MOST;
      }
    }
    return 0;
  }

  private static int entry(int line, int count) {
    return line << 12 | count;
  }

  private static void add(int[] entries, int line) {
    int free = -1;
    for (int i = FIRST; i < OUTPUTS; i++) {
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
    for (int i = FIRST; i < OUTPUTS; i++) {
      entries[i] = entry(entries[i] >>> 12, (entries[i] & MOST) - 1);
    }
  }
}
