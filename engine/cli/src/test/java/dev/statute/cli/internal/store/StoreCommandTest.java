package dev.statute.cli.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances in a store, by the command line. */
class StoreCommandTest {
  private static final List<String> LINES =
      List.of(
          "{\"event\":\"Go\",\"id\":\"e-1\"}",
          "{\"advance\":\"4m\"}",
          "{\"event\":\"Count\"}",
          "{\"event\":\"Count\"}",
          "{\"advance\":\"7m\"}",
          "{\"event\":\"Nobody\"}",
          "{\"event\":\"Go\",\"id\":\"e-1\"}",
          "{\"event\":\"Go\",\"id\":\"e-2\"}",
          "{\"event\":\"Count\"}");

  @TempDir Path folder;
  private Path chart = Path.of("");
  private Path store = Path.of("");

  @BeforeEach
  void write() throws IOException {
    store = folder.resolve("s.db");
    chart = folder.resolve("c.yaml");
    Files.writeString(
        chart,
        """
        chart: kept
        data: { n: 0 }
        states:
          a: { on: { Go: b } }
          b:
            on: { Count: { do: [ { assign: { n: data.n + 1 } }, { emit: counted } ] } }
            after: { 10m: { to: a, do: [ { call: { handler: report, with: { n: data.n } } } ] } }
        """);
  }

  private Path lines(int count) throws IOException {
    Path file = folder.resolve("lines.jsonl");
    Files.write(file, LINES.subList(0, count));
    return file;
  }

  private CommandResult run(int count, Path kept) throws IOException {
    return CommandResult.once(
        "",
        "run",
        chart.toString(),
        "--events",
        lines(count).toString(),
        "--output",
        "jsonl",
        "--store",
        kept.toString(),
        "--id",
        "i");
  }

  private static String last(CommandResult invoked) {
    List<String> lines = invoked.out().lines().toList();
    return lines.get(lines.size() - 1);
  }

  private CommandResult store(String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "store";
    all[1] = words[0];
    all[2] = store.toString();
    System.arraycopy(words, 1, all, 3, words.length - 1);
    return CommandResult.once("", all);
  }

  @Test
  void a_run_that_stopped_after_any_line_ends_as_one_that_did_not() throws IOException {
    String whole = last(run(LINES.size(), folder.resolve("whole.db")));
    assertThat(whole).contains("\"data\":{\"n\":3}");
    for (int stop = 0; stop < LINES.size(); stop++) {
      Path kept = folder.resolve("stopped-" + stop + ".db");
      run(stop, kept);
      assertThat(last(run(LINES.size(), kept))).as("stopped after line %s", stop).isEqualTo(whole);
      assertThat(last(run(LINES.size(), kept))).as("and run again").isEqualTo(whole);
    }
  }

  private CommandResult play(String lines, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("played.jsonl"), lines);
    List<String> words =
        new ArrayList<>(
            List.of("run", chart.toString(), "--store", store.toString(), "--output", "jsonl"));
    words.addAll(List.of("--events", more.length == 0 ? file.toString() : more[0]));
    return CommandResult.once(lines, words.toArray(new String[0]));
  }

  private Instant due() {
    String listed = store("ls", "--output", "jsonl").out();
    Matcher due = Pattern.compile("\"due\":\"([^\"]+)\"").matcher(listed);
    assertThat(due.find()).as(listed).isTrue();
    return Instant.parse(due.group(1));
  }

  @Test
  void a_stored_instance_uses_the_clock_of_the_workers() throws IOException {
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    play("{\"event\":\"Go\"}");
    assertThat(due())
        .isBetween(before.plus(10, ChronoUnit.MINUTES), Instant.now().plus(10, ChronoUnit.MINUTES));
    CommandResult worker =
        CommandResult.once(
            "", "worker", chart.toString(), "--store", store.toString(), "--until-idle");
    assertThat(worker.out()).as("no timer is due yet").isEmpty();
  }

  @Test
  void recorded_lines_are_kept_by_their_own_times() throws IOException {
    String lines =
        """
        {"type":"meta","session":"one"}
        {"at":"2026-01-05T09:00:00Z","event":"Go"}
        {"advance":"4m"}
        """;
    play(lines);
    assertThat(due()).isEqualTo(Instant.parse("2026-01-05T09:10:00Z"));
    play(lines);
    assertThat(due()).as("and played again").isEqualTo(Instant.parse("2026-01-05T09:10:00Z"));
    assertThat(play(lines + "{\"at\":\"2026-01-05T09:11:00Z\",\"event\":\"Nobody\"}\n").out())
        .contains("{\"seq\":4,\"line\":4,\"at\":\"2026-01-05T09:10:00Z\"", "\"to\":[\"a\"]");
  }

  @Test
  void lines_of_before_an_instance_began_are_refused() throws IOException {
    play("{\"event\":\"Go\"}");
    String old = "{\"at\":\"2026-01-05T09:00:00Z\",\"event\":\"Count\"}\n";
    for (CommandResult refused : List.of(play(old), play(old, "-"))) {
      assertThat(refused.err()).contains("line 1 is of 2026-01-05T09:00:00Z", "--id");
      assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
    }
    assertThat(store("show", "kept").out()).contains("n: 0");
  }

  @Test
  void a_decision_log_calls_the_instance_as_the_store_does() throws IOException {
    Path log = folder.resolve("d.jsonl");
    CommandResult.once(
        "",
        "run",
        chart.toString(),
        "--events",
        lines(1).toString(),
        "--decisions",
        log.toString(),
        "--store",
        store.toString(),
        "--id",
        "i");
    assertThat(Files.readAllLines(log))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("\"instance\":\"i\""));
  }

  @Test
  void a_damaged_instance_is_reported_with_a_fix_and_can_be_discarded() throws Exception {
    run(2, store);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("UPDATE instances SET rev = rev + 1")).isOne();
    }
    String id =
        store("ls", "--output", "jsonl").out().replaceAll("(?s).*?\"id\":\"(.*?)\".*", "$1");
    CommandResult shown = store("show", id);
    assertThat(shown.code()).isNotZero();
    assertThat(shown.err())
        .contains("row '" + id + "' of table instances", "backup", "'statute store remove'");
    assertThat(store("remove", id).out()).isEqualTo(id + " is removed\n");
    assertThat(store("check").err()).contains("no damage");
    assertThat(store("remove", id).err()).contains("'" + id + "'");
    assertThat(store("remove", id).code()).isNotZero();
  }

  @Test
  void stored_instances_can_be_listed_inspected_and_checked() throws IOException {
    run(5, store);
    assertThat(store("ls").out()).contains("i ", "live", "kept 1", "a");
    assertThat(store("ls", "--output", "jsonl").out())
        .contains("\"id\":\"i\"", "\"owing\":1", "\"configuration\":[\"a\"]");
    assertThat(store("ls", "--charts").out()).contains("kept", "sha256:");
    assertThat(store("ls", "--status", "parked").out()).isEmpty();
    assertThat(store("show", "i").out()).contains("n: 2", "configuration: [\"a\"]", "report");
    assertThat(store("show", "i", "--output", "json").out()).startsWith("{\"id\":\"i\"");
    assertThat(store("events", "i").out().lines())
        .hasSize(4)
        .first()
        .asString()
        .startsWith("{\"number\":1,");
    assertThat(store("events", "i", "--after", "3").out())
        .startsWith("{\"number\":4,")
        .hasLineCount(1);
    CommandResult checked = store("check");
    assertThat(checked.out()).isEmpty();
    assertThat(checked.err()).contains("1 instance, no damage");
    assertThat(checked.code()).isZero();
  }

  @Test
  void a_parked_instance_shows_the_reason_and_continues_after_a_retry() throws IOException {
    run(1, store);
    assertThat(store("retry", "i").code()).isEqualTo(ExitCode.FINDINGS);
    assertThat(store("park", "i", "--reason", "it bites").code()).isZero();
    assertThat(store("ls").out()).contains("parked", "it bites");
    assertThat(store("retry", "i").out()).isEqualTo("i is live again\n");
    assertThat(store("ls").out()).contains("live").doesNotContain("it bites");
  }

  @Test
  void missing_stores_and_instances_are_reported() throws IOException {
    assertThat(store("ls").err()).contains("there is no store", "store init");
    assertThat(store("init").out()).contains("is ready");
    assertThat(store("show", "i").err()).contains("there is no instance 'i'");
    run(1, store);
    assertThat(store("events", "j").err()).contains("there is no instance 'j'");
    Path text = Files.writeString(folder.resolve("text.db"), "hello, this is no database at all");
    CommandResult foreign = CommandResult.once("", "store", "ls", text.toString());
    assertThat(foreign.err()).startsWith("statute: foreign: ");
    assertThat(foreign.code()).isEqualTo(ExitCode.USAGE);
    assertThat(CommandResult.once("", "run", chart.toString(), "--id", "x").err())
        .contains("give --store as well");
  }

  @Test
  void an_instance_goes_on_under_the_chart_that_it_began_with() throws IOException {
    run(1, store);
    Files.writeString(chart, Files.readString(chart).replace("10m", "11m"));
    CommandResult other = run(2, store);
    assertThat(other.err()).startsWith("statute: unknown-chart: instance 'i'");
    assertThat(other.code()).isEqualTo(ExitCode.USAGE);
  }

  private static final String CHAT =
      """
      chart: chat
      data: { n: 0, total: 0 }
      hydrate: [ total ]
      states:
        open:
          on:
            Say: { do: [ { assign: { n: data.n + 1, total: data.total + 1 } } ] }
            End: closed
        closed: { final: true }
      """;

  private CommandResult chat(String lines, String... more) throws IOException {
    Files.writeString(chart, CHAT);
    List<String> words =
        new ArrayList<>(
            List.of("run", chart.toString(), "--events", "-", "--id", "ann", "--store"));
    words.add(store.toString());
    words.addAll(List.of(more));
    return CommandResult.once(lines, words.toArray(String[]::new));
  }

  @Test
  void a_new_life_takes_over_what_the_chart_names_and_the_last_one_is_kept() throws IOException {
    chat("{\"event\":\"Say\"}\n{\"event\":\"Say\"}\n{\"event\":\"End\"}\n");
    assertThat(chat("{\"event\":\"Say\"}\n").out()).contains("rejected");
    CommandResult again = chat("{\"event\":\"Say\"}\n", "--respawn");
    assertThat(again.out()).contains("chat rests in open", "data {\"n\":1,\"total\":3}");
    assertThat(chat("{\"event\":\"Say\"}\n", "--respawn").out())
        .contains("data {\"n\":2,\"total\":4}");

    CommandResult lives = CommandResult.run("", "store", "lives", store.toString(), "ann");
    assertThat(lives.out()).contains("1  chat 1  closed", "{\"n\":2,\"total\":2}");
    assertThat(lives.out().lines()).hasSize(2);
    assertThat(
            CommandResult.run(
                    "", "store", "show", store.toString(), "ann", "--life", "1", "--output", "json")
                .out())
        .contains("\"configuration\":[\"closed\"],\"data\":{\"n\":2,\"total\":2}");
    CommandResult none =
        CommandResult.run("", "store", "show", store.toString(), "ann", "--life", "2");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("'ann' has 1 earlier life that is kept; there is no 2");
    assertThat(CommandResult.run("", "store", "check", store.toString()).code()).isZero();
  }

  @Test
  void what_an_agent_did_is_shown_in_numbers() throws IOException {
    Files.writeString(chart, "chart: agent\nstates: { at_work: {} }\n");
    Path file = folder.resolve("agent.jsonl");
    Files.write(
        file,
        List.of(
            "{\"type\":\"phase\",\"number\":1,\"at\":\"2026-01-01T00:00:00Z\"}",
            "{\"type\":\"tool_call\",\"tool\":\"edit\",\"file\":\"a\",\"success\":true,\"content_hash\":\"1\"}",
            "{\"type\":\"phase\",\"number\":2}"));
    CommandResult.once(
        "", "run", chart.toString(), "--events", file.toString(), "--store", store.toString());
    CommandResult shown = CommandResult.once("", "store", "show", store.toString(), "agent");
    assertThat(shown.out())
        .contains(
            "  progress:\n    calls: 1\n",
            "fileChanges: 1\n",
            "phasesSucceeded: 1\n",
            "elapsedMs: ");
  }

  @Test
  void a_run_answers_whether_the_agent_is_stuck_and_how_far_it_came() throws IOException {
    String fail =
        "{\"type\":\"tool_call\",\"tool\":\"edit\",\"file\":\"a\",\"success\":false,\"error\":\"no\"}\n";
    String stuck = "{\"query\":\"stuck\"}\n";
    CommandResult answers =
        CommandResult.run(
            "{\"advance\":\"0s\"}\n"
                + fail
                + fail
                + stuck
                + fail
                + stuck
                + "{\"type\":\"message\",\"text\":\"hm\"}\n"
                + "{\"advance\":\"5s\"}\n"
                + "{\"query\":\"progress\"}\n",
            "run",
            "../../charts/nexora.yaml",
            "--events",
            "-",
            "--output",
            "jsonl");
    assertThat(answers.out())
        .contains(
            "\"answer\":{\"stuck\":false}",
            "\"answer\":{\"stuck\":true,\"pattern\":\"repeated-error\",\"level\":\"recover\",\"reason\":\"3"
                + " errors in a row",
            "\"recentSuccesses\":0,\"recentFailures\":3,\"phasesSucceeded\":0,\"phaseFiles\":0,\"phaseElapsedMs\":0,\"elapsedMs\":5000}");
  }
}
