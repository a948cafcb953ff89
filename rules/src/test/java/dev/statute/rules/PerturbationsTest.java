package dev.statute.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Independence of findings from names, hosts, colours and the form of records: each session is
 * changed in one such way, and must have the same findings at the same records. A few sessions are
 * drawn for each change; {@code -Dstatute.perturb=all} takes all. A failure prints its seed; {@code
 * -Dstatute.seed} sets it.
 */
class PerturbationsTest {
  private static final long SEED = Long.getLong("statute.seed", 20_261_122);
  private static final boolean ALL = "all".equals(System.getProperty("statute.perturb"));
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());
  private static final List<String> TEXTS =
      List.of("args", "command", "output", "error", "file", "text");

  /** Words that are no names of tools and programs. */
  private static final String NAMES =
      "alpha|bravo|carbon|delta|ember|flint|garnet|harbor|indigo|jasper|kernel|lumen|meadow|nectar"
          + "|onyx|pepper|quartz|raven|saffron|timber|src|calc|core|app|api|conf|pkg";

  private interface Change {
    List<SessionRecord> on(List<SessionRecord> session, Random random);
  }

  private static Map<String, Change> changes() {
    Map<String, Change> all = new LinkedHashMap<>();
    all.put("files and folders have other names", PerturbationsTest::renamed);
    all.put("tools have names that mean the same", (session, random) -> synonyms(session));
    all.put("tools come from a server", tools(tool -> "mcp__house__" + tool));
    all.put("the root is elsewhere", texts(text -> text.replace("/srv/", "/data/build/")));
    all.put("hosts have other names", texts(text -> text.replace("localhost:", "127.0.0.1:")));
    all.put("lines end as on another system", results(text -> text.replace("\n", "\r\n")));
    all.put("lines end in spaces", results(text -> text.isEmpty() ? text : text + "  \n"));
    all.put(
        "all is in colour",
        results(text -> text.isEmpty() ? text : "\u001b[1m" + text + "\u001b[0m"));
    all.put("colours vary", coloured());
    all.put("keys stand in another order", each((fields, random) -> reversed(fields)));
    all.put("arguments have spaces around", each((fields, random) -> spaced(fields)));
    all.put("calls have ids and thoughts", each(PerturbationsTest::numbered));
    all.put("the clock is another", each((fields, random) -> later(fields)));
    all.put("how it ended is said otherwise", each((fields, random) -> ended(fields)));
    all.put("the command stands in the arguments alone", each((fields, random) -> bare(fields)));
    all.put(
        "errors are in German",
        errors("Datei oder Verzeichnis nicht gefunden", "Befehl nicht gefunden"));
    all.put(
        "errors are in Spanish",
        errors("No existe el archivo o el directorio", "orden no encontrada"));
    all.put("errors are in Chinese", errors("没有那个文件或目录", "未找到命令"));
    all.put("records of other kinds stand between", PerturbationsTest::between);
    return all;
  }

  @TestFactory
  Stream<DynamicTest> what_is_found_stays_the_same_when() {
    List<List<SessionRecord>> sessions = new ArrayList<>(AgentSessionsTest.work().values());
    sessions.addAll(AgentSessionsTest.loops().values());
    for (int i = 0; i < 10; i++) {
      sessions.add(InvariantsTest.session(new Random(SEED + i), 40));
    }
    return changes().entrySet().stream()
        .map(
            change ->
                DynamicTest.dynamicTest(change.getKey(), () -> check(change.getValue(), sessions)));
  }

  private static void check(Change change, List<List<SessionRecord>> sessions) {
    Random random = new Random(SEED);
    List<List<SessionRecord>> drawn = new ArrayList<>(sessions);
    Collections.shuffle(drawn, random);
    int changed = 0;
    for (int i = 0; i < drawn.size() && (ALL || i < drawn.size() / 3 || changed == 0); i++) {
      List<SessionRecord> session = drawn.get(i);
      List<SessionRecord> other = change.on(session, random);
      changed += other.toString().equals(session.toString()) ? 0 : 1; // the order of keys counts
      assertThat(found(other))
          .as("seed %d, %s", SEED, session.get(session.size() - 1))
          .isEqualTo(found(session));
    }
    assertThat(changed).as("sessions that the change touches").isPositive();
  }

  /** Findings without the inserted records. */
  private static List<String> found(List<SessionRecord> session) {
    List<SessionRecord> calls =
        session.stream().filter(each -> !each.fields().containsKey("between")).toList();
    if (calls.size() == session.size()) {
      return FULL.found(session);
    }
    int[] number = new int[session.size() + 1];
    for (int i = 0; i < session.size(); i++) {
      number[i + 1] = number[i] + (session.get(i).fields().containsKey("between") ? 0 : 1);
    }
    return FULL.found(session).stream()
        .map(
            each -> {
              int colon = each.indexOf(':');
              return number[Integer.parseInt(each.substring(0, colon))] + each.substring(colon);
            })
        .toList();
  }

  private static Change each(BiFunction<Map<String, Object>, Random, Map<String, Object>> change) {
    return (session, random) ->
        session.stream()
            .map(record -> changed(record, fields -> change.apply(fields, random)))
            .toList();
  }

  private static SessionRecord changed(
      SessionRecord record, UnaryOperator<Map<String, Object>> change) {
    return record.type().equals("tool_call")
        ? SessionRecord.of(change.apply(new LinkedHashMap<>(record.fields())))
        : record;
  }

  private static Map<String, Object> with(Map<String, Object> fields, String name, Object value) {
    fields.put(name, value);
    return fields;
  }

  /** Moves the time of a record, so that the pauses between records stay. */
  private static Map<String, Object> later(Map<String, Object> fields) {
    double seconds = fields.get("ts") instanceof Number at ? at.doubleValue() : 0;
    return with(fields, "ts", seconds + 7_000_000);
  }

  /** Changes every text, including arguments. */
  private static Change texts(UnaryOperator<String> change) {
    return each((fields, random) -> inTexts(fields, TEXTS, change));
  }

  /** Changes the texts of results. */
  private static Change results(UnaryOperator<String> change) {
    return each((fields, random) -> inTexts(fields, List.of("output", "error"), change));
  }

  private static Map<String, Object> inTexts(
      Map<String, Object> fields, List<String> names, UnaryOperator<String> change) {
    fields.replaceAll((name, value) -> names.contains(name) ? deep(value, change) : value);
    return fields;
  }

  private static Object deep(Object value, UnaryOperator<String> change) {
    if (value instanceof String text) {
      return change.apply(text);
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    Map<Object, Object> all = new LinkedHashMap<>();
    map.forEach((key, inner) -> all.put(key, deep(inner, change)));
    return all;
  }

  private static List<SessionRecord> renamed(List<SessionRecord> session, Random random) {
    Map<String, String> names = new HashMap<>();
    for (String name : NAMES.split("\\|", -1)) {
      names.put(name, "na" + letters(random) + "é" + (char) ('a' + names.size()));
    }
    Pattern pattern = Pattern.compile("(?<![A-Za-z])(" + NAMES + ")(?![a-z])");
    return texts(text -> pattern.matcher(text).replaceAll(found -> names.get(found.group(1))))
        .on(session, random);
  }

  private static String letters(Random random) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      letters.append((char) ('a' + random.nextInt(26)));
    }
    return letters.toString();
  }

  private static Change tools(UnaryOperator<String> change) {
    return each(
        (fields, random) -> with(fields, "tool", change.apply((String) fields.get("tool"))));
  }

  /** Replaces names by synonyms of other agents, which the catalogue knows. */
  private static List<SessionRecord> synonyms(List<SessionRecord> session) {
    Map<String, String> names =
        Map.of(
            "Read", "view_file",
            "read_file", "viewFile",
            "Edit", "search_replace",
            "edit", "apply_diff",
            "Grep", "codebase_search",
            "search", "find_in_files",
            "Write", "create_file",
            "bash", "execute_command",
            "Task", "delegate",
            "process_item", "zorp");
    return tools(tool -> names.getOrDefault(tool, tool)).on(session, new Random(SEED));
  }

  private static Change coloured() {
    return each(
        (fields, random) ->
            inTexts(
                fields,
                List.of("output"),
                text ->
                    text.isEmpty()
                        ? text
                        : "\u001b[3" + random.nextInt(8) + "m" + text + "\u001b[0m"));
  }

  private static Map<String, Object> reversed(Map<String, Object> fields) {
    List<String> names = new ArrayList<>(fields.keySet());
    Collections.reverse(names);
    Map<String, Object> all = new LinkedHashMap<>();
    for (String name : names) {
      Object value = fields.get(name);
      if (value instanceof Map<?, ?> map) {
        Map<String, Object> inner = new LinkedHashMap<>();
        map.forEach((key, each) -> inner.put(String.valueOf(key), each));
        value = reversed(inner);
      }
      all.put(name, value);
    }
    return all;
  }

  private static Map<String, Object> spaced(Map<String, Object> fields) {
    return inTexts(fields, List.of("args"), text -> text.isEmpty() ? text : " " + text + " ");
  }

  private static Map<String, Object> numbered(Map<String, Object> fields, Random random) {
    fields.put("id", "toolu_" + random.nextLong());
    fields.put("thought", "let me think " + random.nextInt());
    return fields;
  }

  /**
   * Replaces a success flag by an exit code, or the reverse. For calls other than command lines an
   * exit code adds information: it means success for any result text.
   */
  private static Map<String, Object> ended(Map<String, Object> fields) {
    Object code = fields.remove("exit_code");
    boolean line = fields.containsKey("command");
    if (code == null && line && fields.get("success") instanceof Boolean success) {
      fields.remove("success");
      fields.put("exit_code", success ? 0 : 1);
    } else if (code != null) {
      fields.put("success", code.equals(0));
    }
    return fields;
  }

  private static Map<String, Object> bare(Map<String, Object> fields) {
    if (fields.get("args") instanceof Map<?, ?> args && args.containsKey("command")) {
      fields.remove("command");
    }
    return fields;
  }

  /** Changes the errors of failed calls; the text of a success is no error. */
  private static Change errors(String noFile, String noCommand) {
    return each(
        (fields, random) ->
            Boolean.TRUE.equals(
                    fields.getOrDefault(
                        "success", Integer.valueOf(0).equals(fields.get("exit_code"))))
                ? fields
                : inTexts(
                    fields,
                    List.of("output", "error"),
                    text ->
                        text.replaceAll("(?i)no such file or directory", noFile)
                            .replace("command not found", noCommand)));
  }

  /**
   * Inserts thoughts, notes about the session, and records of unknown kinds; messages only where
   * none are, because those end a monologue.
   */
  private static List<SessionRecord> between(List<SessionRecord> session, Random random) {
    List<SessionRecord> all = new ArrayList<>();
    for (SessionRecord each : session) {
      all.add(each);
      int kinds = each.type().equals("tool_call") ? 4 : 2;
      String type = List.of("meta", "telemetry", "thought", "message").get(random.nextInt(kinds));
      all.add(SessionRecords.record(type, "text", "note " + random.nextInt(), "between", true));
    }
    return all;
  }
}
