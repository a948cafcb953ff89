package dev.statute.cli.internal.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decision log of a run, and the commands that read it. */
class DecisionLogCommandTest {
  private static final String CASE = "src/test/resources/cases/why/";
  private static final List<String> CHART =
      List.of(CASE + "agent.yaml", "--rules", CASE + "team.drl");

  @TempDir private Path folder;

  private CommandResult run(String command, Object... words) {
    List<String> all = new java.util.ArrayList<>(List.of(command));
    for (Object word : words) {
      all.add(word.toString());
    }
    return CommandResult.once("", all.toArray(String[]::new));
  }

  private Path log(String... masks) {
    Path log = folder.resolve("decisions.jsonl");
    List<Object> words = new java.util.ArrayList<>(CHART);
    words.addAll(List.of("--events", CASE + "day.jsonl", "--decisions", log));
    for (String mask : masks) {
      words.addAll(List.of("--mask", mask));
    }
    assertThat(run("run", words.toArray()).code()).isEqualTo(1);
    return log;
  }

  @Test
  void every_step_has_a_line_with_revision_instance_input_outcome_and_reasons() throws IOException {
    List<String> lines = Files.readAllLines(log());
    assertThat(lines).hasSize(14);
    assertThat(lines.get(0))
        .startsWith("{\"seq\":0,\"revision\":\"sha256:")
        .contains("\"instance\":\"agent\"", "\"in\":{\"start\":true}");
    assertThat(lines.get(5))
        .startsWith("{\"seq\":5,")
        .contains(
            "\"in\":{\"event\":\"start\"}",
            "\"outcome\":\"denied\"",
            "\"rule\":\"guards#only so many runs\"",
            "\"layer\":\"chart\"",
            "\"micros\":");
    assertThat(lines.get(9)).contains("\"seq\":10,", "\"error\":\"no match\"");
    assertThat(lines.get(12))
        .contains("\"in\":{\"event\":\"stuck.recover\"", "\"follows\":true")
        .doesNotContain("micros");
  }

  @Test
  void a_masked_value_is_nowhere_in_the_log() throws IOException {
    Path log = log("error", "payload.friend");
    assertThat(Files.readString(log)).contains("\"error\":\"***\"").doesNotContain("no match");
    assertThat(Files.readString(log)).contains("\"data\":{\"friend\":\"***\"}");
  }

  @Test
  void a_mask_that_is_also_a_word_of_the_log_hides_data_alone() throws IOException {
    Path chart = folder.resolve("ticket.yaml");
    Files.writeString(
        chart,
        "chart: ticket\n"
            + "states: { new: { on: { assign: assigned } }, assigned: { on: { assign: new } } }\n");
    Path log = folder.resolve("tickets.jsonl");
    Path lines = folder.resolve("lines.jsonl");
    Files.writeString(lines, "{\"event\":\"assign\",\"data\":{\"to\":\"somebody\"}}\n");
    run("run", chart, "--events", lines, "--decisions", log, "--mask", "to");
    assertThat(Files.readString(log))
        .doesNotContain("somebody")
        .contains("\"data\":{\"to\":\"***\"}", "\"to\":[\"assigned\"]");
    assertThat(run("replay", log, "--chart", chart).out()).contains("2 decisions: none differs");
  }

  @Test
  void a_masked_step_shows_the_masked_paths_and_the_decision() {
    Path root = Path.of(System.getProperty("statute.root"));
    Path chart = root.resolve("charts/chat-actor.yaml");
    Path day = root.resolve("samples/chat-actor/day.jsonl");
    Path log = folder.resolve("masked.jsonl");
    run("run", chart, "--events", day, "--decisions", log, "--mask", "user_id");
    CommandResult result = run("explain", chart, "--log", log, "--seq", 9);
    assertThat(result.out())
        .startsWith(
            "masked in the log: data.user_id of this step; data.user_id of steps before it\n"
                + "when it was decided: taken → running\n"
                + "played again with what the log has, where all that asks for it finds ***:\n");
    assertThat(result.code()).isZero();
    assertThat(run("explain", chart, "--log", log, "--seq", 9, "--output", "json").out())
        .contains(
            "\"masked\":{\"here\":[\"data.user_id\"],\"before\":[\"data.user_id\"]},"
                + "\"decided\":{\"outcome\":\"taken\"");
    assertThat(run("explain", chart, "--log", log, "--seq", 0).out())
        .doesNotContain("masked in the log");
    assertThat(run("replay", log, "--chart", chart).err())
        .isEqualTo(log + ": masked: data.user_id; what depends on it may differ\n");
  }

  @Test
  void an_unwritable_log_and_an_unused_mask_are_reported() {
    List<Object> words = new java.util.ArrayList<>(CHART);
    words.addAll(List.of("--events", CASE + "day.jsonl", "--mask", "errror"));
    CommandResult alone = run("run", words.toArray());
    assertThat(alone.code()).isEqualTo(2);
    assertThat(alone.err()).contains("give its file with --decisions");
    words.addAll(List.of("--decisions", folder));
    CommandResult unwritable = run("run", words.toArray());
    assertThat(unwritable.code()).isEqualTo(2);
    assertThat(unwritable.err()).contains("the decision log '" + folder + "' cannot be written: ");
    words.set(words.size() - 1, folder.resolve("none/log.jsonl"));
    assertThat(run("run", words.toArray()).err()).contains("there is no such folder");
    words.set(words.size() - 1, folder.resolve("log.jsonl"));
    assertThat(run("run", words.toArray()).err()).contains("--mask errror hid nothing");
  }

  @Test
  void a_log_never_takes_the_place_of_a_file_that_is_read() throws IOException {
    Path events = Files.copy(Path.of(CASE + "day.jsonl"), folder.resolve("day.jsonl"));
    Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), events);
    for (Path log : List.of(events, link)) {
      List<Object> words = new java.util.ArrayList<>(CHART);
      words.addAll(List.of("--events", events, "--decisions", log));
      CommandResult result = run("run", words.toArray());
      assertThat(result.err()).contains("--decisions " + log + " would overwrite '" + events + "'");
      assertThat(result.code()).isEqualTo(2);
    }
    assertThat(events).hasSameTextualContentAs(Path.of(CASE + "day.jsonl"));
  }

  @Test
  void a_log_never_takes_the_place_of_rules_of_any_name_or_of_a_store() throws IOException {
    Path chart =
        Files.writeString(
            folder.resolve("c.yaml"), "chart: c\nstates: { a: { on: { open: a } } }\n");
    Path rules =
        Files.writeString(folder.resolve("night.csv"), "event,verdict,reason\nopen,deny,night\n");
    Path store = folder.resolve("s.db");
    String lines = CASE + "day.jsonl";
    run("run", chart, "--events", lines, "--store", store);
    for (List<Object> read :
        List.<List<Object>>of(List.of("--rules", rules), List.of("--store", store))) {
      Path kept = (Path) read.get(1);
      byte[] before = Files.readAllBytes(kept);
      CommandResult result =
          run("run", chart, "--events", lines, read.get(0), kept, "--decisions", kept);
      assertThat(result.err()).contains("would overwrite '" + kept + "', which is read");
      assertThat(result.code()).isEqualTo(2);
      assertThat(Files.readAllBytes(kept)).isEqualTo(before);
    }
  }

  @Test
  void a_log_never_takes_the_place_of_a_chart_or_of_rules() throws IOException {
    for (String name : List.of("own.drl", "prices.rules.xlsx", "other.test.yaml", "old.scxml")) {
      Path source = Files.writeString(folder.resolve(name), "kept");
      List<Object> words = new java.util.ArrayList<>(CHART);
      words.addAll(List.of("--decisions", source));
      CommandResult result = run("run", words.toArray());
      assertThat(result.err()).contains(source + " would overwrite a chart or rules");
      assertThat(result.code()).isEqualTo(2);
      assertThat(source).hasContent("kept");
    }
  }

  @Test
  void a_log_that_cannot_be_read_to_its_end_is_a_problem_and_the_others_are_compared()
      throws IOException {
    log();
    Path cut = Files.write(folder.resolve("cut.jsonl.gz"), new byte[] {0x1F, (byte) 0x8B, 8, 0});
    String problem = cut + ":1:1: error L301: this file cannot be read: ";
    CommandResult replayed =
        run("replay", folder, "--chart", CHART.get(0), CHART.get(1), CHART.get(2));
    assertThat(replayed.err()).contains(problem);
    assertThat(replayed.out()).contains("1 session, 14 decisions: none differs");
    assertThat(replayed.code()).isEqualTo(1);
    CommandResult explained = run("explain", CHART.get(0), "--log", cut, "--seq", 0);
    assertThat(explained.err()).contains(problem);
    assertThat(explained.code()).isEqualTo(1);
  }

  @Test
  void a_log_of_other_charts_is_no_replay_without_differences() throws IOException {
    Path chart = Files.writeString(folder.resolve("c.yaml"), "chart: other\nstates: { a: {} }\n");
    CommandResult replayed = run("replay", log(), "--chart", chart);
    assertThat(replayed.err())
        .contains("1 instance of other charts was passed over")
        .contains("there is no session of chart 'other' in what you named");
    assertThat(replayed.code()).isEqualTo(2);
  }

  @Test
  void blank_lines_are_no_missing_decisions() throws IOException {
    Path log = log();
    Files.writeString(log, "\n" + Files.readString(log).replaceFirst("\n", "\n \r\n") + "\n");
    CommandResult replayed =
        run("replay", log, "--chart", CHART.get(0), CHART.get(1), CHART.get(2));
    assertThat(replayed.err()).isEmpty();
    assertThat(replayed.out()).contains("1 session, 14 decisions: none differs");
    assertThat(replayed.code()).isZero();
  }

  @Test
  void a_folder_without_logs_is_a_usage_error() {
    CommandResult result = run("replay", folder, "--chart", CHART.get(0));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("there is no recorded session in what you named");
  }

  @Test
  void a_step_is_explained_from_the_log_as_from_the_lines() {
    Path log = log();
    for (int seq : List.of(0, 5, 6, 8, 11, 12, 13)) {
      Object[] fromLog = {CHART.get(0), "--rules", CHART.get(2), "--log", log, "--seq", seq};
      Object[] fromLines = fromLog.clone();
      fromLines[4] = CASE + "day.jsonl";
      CommandResult result = run("explain", fromLog);
      assertThat(result.code()).as(result.err()).isZero();
      assertThat(result.out().substring(5)).isEqualTo(run("explain", fromLines).out().substring(5));
    }
  }

  @Test
  void a_number_that_is_not_in_the_log_is_wrong_use() {
    CommandResult result = run("explain", CHART.get(0), "--log", log(), "--seq", 9);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("there is no seq 9 in ");
  }

  @Test
  void a_log_replayed_with_its_own_rules_has_no_differences() {
    CommandResult result = run("replay", log(), "--chart", CHART.get(0), "--rules", CHART.get(2));
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("1 session, 14 decisions: none differs\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void all_logs_of_a_folder_are_replayed_and_skipped_files_reported() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    byte[] log = Files.readAllBytes(log());
    Files.write(logs.resolve("a.ndjson"), log);
    Path packed = logs.resolve("b.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(log);
    }
    Files.writeString(logs.resolve("notes.txt"), "nothing");
    CommandResult result = run("replay", logs, "--chart", CHART.get(0), "--rules", CHART.get(2));
    assertThat(result.err()).contains("left out").contains("notes.txt");
    assertThat(result.out()).isEqualTo("2 sessions, 28 decisions: none differs\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void a_log_replayed_without_a_rule_names_the_rule_that_is_missing() {
    CommandResult result = run("replay", log(), "--chart", CHART.get(0));
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            "taken → running  denied",
            "guards#only so many runs: no more runs",
            "1 session, 14 decisions: 1 differs, 1 more follows from that");
  }

  @Test
  void a_log_replayed_with_another_setting_shows_each_decision_it_changes() {
    CommandResult result =
        run(
            "replay",
            log(),
            "--chart",
            CHART.get(0),
            "--rules",
            CHART.get(2),
            "--set",
            "limit=1",
            "--output",
            "jsonl");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            "\"line\":4,\"seq\":3,\"in\":\"start\",\"was\":{\"outcome\":\"taken\"",
            "\"rules\":[\"guards#only so many runs\"]",
            "{\"total\":{\"sessions\":1,\"decisions\":14,\"differ\":");
  }
}
