package dev.statute.bench.track;

import dev.statute.progress.Record;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What a drawn agent does: looks, edits, tests, failures, polls and words, of eight tools on a few
 * dozen files, so that every window of the tracker fills up.
 */
final class Work {
  private static final String[] TOOLS = {
    "read_file", "grep", "bash", "edit", "fetch_page", "list_dir", "write_file", "run_check"
  };
  private final Random random;

  Work(long seed) {
    random = new Random(seed);
  }

  /** So many records. */
  List<Record> records(int count) {
    List<Record> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(record(i));
    }
    return all;
  }

  private Record record(int number) {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return Record.of(Map.of("type", "message", "text", "now part " + random.nextInt(40)));
    }
    String tool = TOOLS[random.nextInt(TOOLS.length)];
    String file = "src/main/java/Part" + random.nextInt(12) + ".java";
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("tool", tool);
    if (tool.equals("bash")) {
      fields.put("command", random.nextBoolean() ? "mvn -q test" : "cat " + file);
    } else {
      fields.put("file", file);
      fields.put("args", Map.of("path", file, "n", random.nextInt(30)));
    }
    boolean fails = random.nextInt(4) == 0;
    fields.put("success", !fails);
    fields.put("output", "line of " + file + " at " + number % 200 + "\nand one more\nthe end");
    if (fails) {
      fields.put("error", "Fault" + (char) ('A' + random.nextInt(20)) + "Error: not so");
    } else if (tool.equals("edit")) {
      fields.put("content_hash", Integer.toHexString(random.nextInt(9)));
    }
    if (kind == 1) {
      fields.put("effect", "POLL");
    }
    return Record.of(fields);
  }
}
