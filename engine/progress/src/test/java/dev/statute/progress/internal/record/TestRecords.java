package dev.statute.progress.internal.record;

import java.util.LinkedHashMap;
import java.util.Map;

/** Records for tests. */
public final class TestRecords {
  private TestRecords() {}

  public static ProgressRecord record(String type, Object... fields) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", type);
    for (int i = 0; i < fields.length; i += 2) {
      map.put((String) fields[i], fields[i + 1]);
    }
    return ProgressRecord.of(map);
  }

  public static ProgressRecord call(String tool, Object... fields) {
    ProgressRecord plain = record("tool_call", fields);
    Map<String, Object> map = new LinkedHashMap<>(plain.fields());
    map.put("tool", tool);
    map.putIfAbsent("success", true);
    return ProgressRecord.of(map);
  }

  public static ProgressRecord failing(String tool, String file, String error) {
    return call(tool, "file", file, "success", false, "error", error);
  }

  public static ProgressRecord working(String tool, String file) {
    return call(tool, "file", file);
  }

  public static ProgressRecord says(String text) {
    return record("message", "text", text);
  }
}
