package dev.statute.bench.track;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random agent with reads, edits, tests, failures, polls and messages, of eight tools on a few
 * dozen files, so that every window of the tracker fills up.
 *
 * <p>Outputs are three short lines, or as long as those of recorded agents: half of them below 240
 * characters, 460 on average; also commands and contents of edits, 140 and 250.
 */
final class AgentRecords {
  private static final double SPREAD = 1.14;
  private static final String[] TOOLS = {
    "read_file", "grep", "bash", "edit", "fetch_page", "list_dir", "write_file", "run_check"
  };
  private final Random random;
  private final boolean wordy;

  AgentRecords(long seed, boolean wordy) {
    random = new Random(seed);
    this.wordy = wordy;
  }

  /** Draws a number of records. */
  List<Map<String, Object>> records(int count) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(record(i));
    }
    return all;
  }

  private Map<String, Object> record(int number) {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return Map.of("type", "message", "text", "now part " + random.nextInt(40));
    }
    String tool = TOOLS[random.nextInt(TOOLS.length)];
    String file = "src/main/java/Part" + random.nextInt(12) + ".java";
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("tool", tool);
    if (tool.equals("bash")) {
      String command = random.nextBoolean() ? "mvn -q test" : "cat " + file;
      fields.put("command", wordy ? "cd /work && " + command + " | grep -v " + text(140) : command);
    } else {
      fields.put("file", file);
      Map<String, Object> args = new LinkedHashMap<>(Map.of("path", file, "n", random.nextInt(30)));
      if (wordy) {
        args.put("content", text(140));
      }
      fields.put("args", args);
    }
    boolean fails = random.nextInt(4) == 0;
    fields.put("success", !fails);
    String output = "line of " + file + " at " + number % 200 + "\nand one more\nthe end";
    fields.put("output", wordy ? output + '\n' + text(200) : output);
    if (fails) {
      fields.put("error", "Fault" + (char) ('A' + random.nextInt(20)) + "Error: not so");
    } else if (tool.equals("edit")) {
      fields.put("content_hash", Integer.toHexString(random.nextInt(9)));
    }
    if (kind == 1) {
      fields.put("effect", "POLL");
    }
    return fields;
  }

  /** Draws words in lines, with numbers among them, with about this median length. */
  private String text(int median) {
    int length = (int) Math.min(4_000, median * Math.exp(SPREAD * random.nextGaussian()));
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      int kind = random.nextInt(12);
      if (kind == 0) {
        text.append(random.nextInt(2_000));
      } else {
        for (int i = 2 + random.nextInt(8); i > 0; i--) {
          text.append((char) ('a' + random.nextInt(26)));
        }
      }
      text.append(kind == 1 ? '\n' : ' ');
    }
    return text.toString();
  }
}
