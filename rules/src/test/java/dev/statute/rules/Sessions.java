package dev.statute.rules;

import dev.statute.progress.Record;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Records for tests. */
final class Sessions {
  private Sessions() {}

  static Record record(String type, Object... fields) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", type);
    for (int i = 0; i < fields.length; i += 2) {
      map.put((String) fields[i], fields[i + 1]);
    }
    return Record.of(map);
  }

  static Record call(String tool, Object... fields) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", "tool_call");
    map.put("tool", tool);
    map.put("success", true);
    for (int i = 0; i < fields.length; i += 2) {
      map.put((String) fields[i], fields[i + 1]);
    }
    return Record.of(map);
  }

  static Record run(String command, String output) {
    return call("bash", "command", command, "args", Map.of("command", command), "output", output);
  }

  /** A command of which nobody but its exit code says how it ended. */
  static Record shell(String command, String output, int code) {
    return record(
        "tool_call",
        "tool",
        "bash",
        "args",
        Map.of("command", command),
        "command",
        command,
        "output",
        output,
        "exit_code",
        code);
  }

  static Record fails(String tool, Object args, String error) {
    return call(tool, "args", args, "success", false, "error", error, "output", error);
  }

  static Record edit(String file, String text, String hash) {
    return call(
        "edit",
        "file",
        file,
        "args",
        Map.of("path", file, "text", text),
        "output",
        "ok",
        "content_hash",
        hash);
  }

  static Record read(String file, String text) {
    return call("read_file", "file", file, "args", Map.of("path", file), "output", text);
  }

  static List<Record> times(int count, IntFunction<Record> record) {
    List<Record> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(record.apply(i));
    }
    return all;
  }

  static List<Record> laps(int count, Record... lap) {
    List<Record> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.addAll(Arrays.asList(lap));
    }
    return all;
  }

  @SafeVarargs
  static List<Record> then(List<Record>... parts) {
    List<Record> all = new ArrayList<>();
    for (List<Record> part : parts) {
      all.addAll(part);
    }
    return all;
  }
}
