package dev.statute.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.json.JsonText;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionLog;
import dev.statute.problem.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Recorded sessions, whose calls and prompts an agent program is taken to have made: hooks find
 * what a scan of the agent's log finds. The property {@code statute.sessions} names a folder of
 * logs, read with its subfolders. Records whose calls have keys instead of arguments are left out,
 * since no hook has such keys.
 */
@EnabledIfSystemProperty(named = "statute.sessions", matches = ".+")
class RecordedSessionsTest {
  @ParameterizedTest
  @EnumSource(SampleAgent.class)
  void hooks_find_what_a_scan_finds(SampleAgent agent) throws IOException {
    Map<String, List<List<String>>> different = new LinkedHashMap<>();
    int compared = 0;
    int found = 0;
    try (Statute statute = Statute.fromClassPath("statute/charts/observer.yaml")) {
      for (Path file : files()) {
        List<Map<String, Object>> records = records(file);
        if (records.stream().noneMatch(RecordedSessionsTest::isCall)) {
          continue;
        }
        SessionComparison comparison = comparison(agent, records);
        List<String> scanned = comparison.scanned(statute);
        List<String> hooked = comparison.hooked(statute);
        compared++;
        found += scanned.isEmpty() ? 0 : 1;
        if (!hooked.equals(scanned)) {
          different.put(file.toString(), List.of(scanned, hooked));
        }
      }
    }
    System.out.printf(
        "%s: %d sessions, %d with findings, %d different%n",
        agent.vendor, compared, found, different.size());
    assertThat(compared).isPositive();
    assertThat(different).isEmpty();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of(System.getProperty("statute.sessions")))) {
      return all.filter(file -> file.toString().matches(".*\\.(jsonl?|traj)"))
          .filter(file -> !file.getFileName().toString().matches("(labels|expect|index)\\.json"))
          .sorted()
          .toList();
    }
  }

  private static List<Map<String, Object>> records(Path file) throws IOException {
    Source source = new Source(file.toString(), Files.readString(file));
    LogFormat format = SessionLog.detect(source).orElse(LogFormat.STATUTE);
    if (format != LogFormat.STATUTE) {
      SessionLog log = SessionLog.read(format, source).value();
      return log == null
          ? List.of()
          : log.entries().stream().map(SessionLog.Entry::fields).toList();
    }
    return source
        .content()
        .lines()
        .filter(line -> !line.isBlank())
        .<Map<String, Object>>map(JsonText::object)
        .toList();
  }

  private static boolean isCall(Map<String, Object> record) {
    return "tool_call".equals(record.get("type"))
        && !record.containsKey("action_key")
        && !Boolean.FALSE.equals(record.get("resolved"));
  }

  private static SessionComparison comparison(
      SampleAgent agent, List<Map<String, Object>> records) {
    SessionComparison comparison = new SessionComparison(agent);
    List<SampleAgent.Call> round = new ArrayList<>();
    Object batch = null;
    for (int i = 0; i < records.size(); i++) {
      Map<String, Object> record = records.get(i);
      boolean parallel =
          isCall(record) && batch != null && Objects.equals(batch, record.get("batch"));
      if (!parallel && !round.isEmpty()) {
        comparison.add(round);
        round = new ArrayList<>();
      }
      if (isCall(record)) {
        round.add(call(i, record));
        batch = record.get("batch");
      } else if ("user_message".equals(record.get("type"))) {
        comparison.addPrompt(String.valueOf(record.get("text")));
      }
    }
    if (!round.isEmpty()) {
      comparison.add(round);
    }
    return comparison;
  }

  private static SampleAgent.Call call(int number, Map<String, Object> record) {
    boolean failed = Boolean.FALSE.equals(record.get("success"));
    Object exit = record.get("exit_code");
    String output = text(record.get("output"));
    return new SampleAgent.Call(
        "c" + number,
        text(record.get("tool")),
        input(record),
        failed && output.isEmpty() ? text(record.get("error")) : output,
        !failed ? 0 : exit instanceof Long code && code > 0 && code < 256 ? code.intValue() : 1);
  }

  /** Returns the arguments as an object, which all agents give. */
  private static Map<String, ?> input(Map<String, Object> record) {
    if (record.get("args") instanceof Map<?, ?> args) {
      Map<String, Object> copy = new LinkedHashMap<>();
      args.forEach((key, value) -> copy.put(String.valueOf(key), value));
      return copy;
    }
    Object command = record.get("command");
    return command != null
        ? Map.of("command", text(command))
        : Map.of("input", text(record.get("args")));
  }

  private static String text(Object value) {
    return value == null
        ? ""
        : value instanceof String text ? text : JsonText.write(Map.of("value", value));
  }
}
