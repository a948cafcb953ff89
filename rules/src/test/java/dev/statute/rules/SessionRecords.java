package dev.statute.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Records for tests. */
final class SessionRecords {
  private static final String[] NAMES = {
    "billing", "orders", "search", "users", "mailer", "gateway", "reports", "ledger", "catalog",
    "stock", "images", "audit", "quotes", "routes", "tickets", "events", "plans", "labels",
    "batches", "imports", "exports", "hooks", "tokens", "roles", "themes", "menus", "drafts",
    "notes", "tags", "feeds", "proxies", "regions", "zones", "shards", "queues", "topics"
  };

  private SessionRecords() {}

  static SessionRecord record(String type, Object... fields) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", type);
    for (int i = 0; i < fields.length; i += 2) {
      map.put((String) fields[i], fields[i + 1]);
    }
    return SessionRecord.of(map);
  }

  static SessionRecord call(String tool, Object... fields) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", "tool_call");
    map.put("tool", tool);
    map.put("success", true);
    for (int i = 0; i < fields.length; i += 2) {
      map.put((String) fields[i], fields[i + 1]);
    }
    return SessionRecord.of(map);
  }

  static SessionRecord run(String command, String output) {
    return call("bash", "command", command, "args", Map.of("command", command), "output", output);
  }

  /** Creates a command with only its exit code as the result. */
  static SessionRecord shell(String command, String output, int code) {
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

  static SessionRecord fails(String tool, Object args, String error) {
    return call(tool, "args", args, "success", false, "error", error, "output", error);
  }

  static SessionRecord edit(String file, String text, String hash) {
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

  static SessionRecord read(String file, String text) {
    return call("read_file", "file", file, "args", Map.of("path", file), "output", text);
  }

  static List<SessionRecord> times(int count, IntFunction<SessionRecord> record) {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(record.apply(i));
    }
    return all;
  }

  static List<SessionRecord> laps(int count, SessionRecord... lap) {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.addAll(Arrays.asList(lap));
    }
    return all;
  }

  @SafeVarargs
  static List<SessionRecord> then(List<SessionRecord>... parts) {
    List<SessionRecord> all = new ArrayList<>();
    for (List<SessionRecord> part : parts) {
      all.addAll(part);
    }
    return all;
  }

  /** Draws one of many names. */
  static String name(int i) {
    return NAMES[i % NAMES.length];
  }

  /** Creates a page of unique text. */
  static String prose(int seed) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      out.append("On ").append(name(seed * 5 + i)).append(" of kind ").append(seed).append(".\n");
    }
    return out.toString();
  }

  /** Creates twelve hexadecimal digits. */
  static String id(int seed) {
    return String.format("%012x", 0x9E3779B97F4AL * (seed + 3) & 0xFFFFFFFFFFFFL);
  }

  static SessionRecord tool(String name, Map<String, ?> args, String output) {
    return call(name, "args", args, "output", output);
  }

  static SessionRecord view(String path, String text) {
    return tool("view", Map.of("path", path), text);
  }

  static SessionRecord patch(String path, String from, String to) {
    return call(
        "str_replace_editor",
        "file",
        path,
        "args",
        Map.of("command", "str_replace", "path", path, "old_str", from, "new_str", to),
        "output",
        "The file " + path + " has been edited.");
  }

  static SessionRecord page(String action, String url, String text) {
    return tool(
        "browser_" + action,
        Map.of("target", "the one"),
        "Page URL: " + url + "\nPage Title: Shop\n" + text);
  }

  static SessionRecord said(String text) {
    return record("message", "text", text);
  }

  static SessionRecord user(String text) {
    return record("user_message", "text", text);
  }

  /** Creates the first lines of a log. */
  static String lines(int count) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append("step ").append(i).append(" of ").append(name(i)).append(" done\n");
    }
    return out.toString();
  }

  static String uuid(int i) {
    return id(i).substring(0, 8) + "-1a2b-4c3d-8e4f-" + id(i + 1);
  }

  static String time(int i) {
    return "2026-03-0" + (1 + i % 9) + "T10:" + (10 + i) + ":07Z";
  }
}
