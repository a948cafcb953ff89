package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Incomplete and unreadable logs: the place is reported, and the rest is used. */
class UnreadableLogsTest {
  private static final String CASE = "src/test/resources/cases/why/";
  private static final String CHART = CASE + "agent.yaml";

  @TempDir private Path folder;

  private static CommandResult run(Object... words) {
    return CommandResult.once(
        "", List.of(words).stream().map(Object::toString).toArray(String[]::new));
  }

  private Path lines(String... lines) throws IOException {
    return Files.write(folder.resolve("day.jsonl"), List.of(lines));
  }

  /** Ordinary decision log, to be damaged. */
  private List<String> decisions(Path log) throws IOException {
    run("run", CHART, "--events", CASE + "day.jsonl", "--decisions", log);
    return new ArrayList<>(Files.readAllLines(log));
  }

  @Test
  void a_step_between_unreadable_lines_is_explained_and_these_are_reported() throws IOException {
    Path log = lines("{\"event\":\"start\"", "{\"evnt\":\"start\"}", "{\"event\":\"start\"}");
    CommandResult result = run("explain", CHART, "--log", log, "--seq", 3);
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("start", "taken");
    assertThat(result.err())
        .isEqualTo(
            """
            %1$s:1:17: error L101: this is not JSON: it ends too early
                1 | {"event":"start"
                  |                 ^
                  = fix: write one JSON object: keys and texts in double quotes, a comma between two, none at the end
            %1$s:2:2: error L103: no line has the key 'evnt' alone
                2 | {"evnt":"start"}
                  |  ^
                  = fix: did you mean 'event'?
            """
                .formatted(log));
  }

  @Test
  void a_line_that_cannot_be_read_is_no_step_to_explain() throws IOException {
    Path log = lines("{\"event\":\"start\"}", "{\"evnt\":\"start\"}");
    CommandResult result = run("explain", CHART, "--log", log, "--seq", 2);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .contains("seq 2 is a line that cannot be read: " + log + ":2:2\n")
        .contains("= fix: did you mean 'event'?");
  }

  @Test
  void a_replay_skips_unreadable_lines_and_fails() throws IOException {
    Path log = lines("{\"event\":\"start\"}", "{\"event\":", "{\"event\":\"stop\"}");
    CommandResult result = run("replay", log, "--chart", CHART, "--against", CHART);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains(log + ":2:10: error L101: ");
    assertThat(result.out()).isEqualTo("1 session, 3 decisions: none differs\n");
  }

  @Test
  void a_decision_log_that_ends_in_half_a_line_is_used_up_to_there() throws IOException {
    Path log = folder.resolve("cut.jsonl");
    List<String> all = decisions(log);
    String last = all.remove(all.size() - 1);
    Files.write(log, all);
    Files.writeString(log, Files.readString(log) + last.substring(0, 100));
    String place = log + ":" + (all.size() + 1) + ":101: error L101: ";
    CommandResult replayed = run("replay", log, "--chart", CHART);
    assertThat(replayed.err()).contains(place, "1 decision is missing in this log");
    assertThat(replayed.out()).contains(all.size() + " decisions: none differs");
    assertThat(replayed.code()).isEqualTo(1);
    CommandResult explained = run("explain", CHART, "--log", log, "--seq", 1);
    assertThat(explained.err()).contains(place);
    assertThat(explained.code()).isZero();
  }

  @Test
  void a_step_after_a_missing_line_is_not_explained() throws IOException {
    Path log = folder.resolve("damaged.jsonl");
    List<String> all = decisions(log);
    all.set(2, "{\"seq\":2,\"instance\":\"agent\"}");
    all.set(3, all.get(3).replaceFirst("\"at\":\"[^\"]*\"", "\"at\":\"noon\""));
    all.set(4, all.get(4).replaceFirst("\"in\":\\{\"event\"", "\"in\":{\"evnt\""));
    Files.write(log, all);
    CommandResult before = run("explain", CHART, "--log", log, "--seq", 1);
    assertThat(before.code()).isZero();
    assertThat(before.err())
        .contains(
            log + ":3:1: error L114: this is no line of a decision log",
            log + ":4:1: error L114: 'at' must be a time, not \"noon\"",
            log + ":5:1: error L10");
    CommandResult behind = run("explain", CHART, "--log", log, "--seq", 5);
    assertThat(behind.code()).isEqualTo(2);
    assertThat(behind.err())
        .contains("seq 5 cannot be played again, as decisions before it are missing in ", "line 3");
    assertThat(run("replay", log, "--chart", CHART).err())
        .contains("3 decisions are missing in this log");
  }

  @Test
  void a_log_without_a_line_in_the_middle_is_not_replayed_as_whole() throws IOException {
    Path log = folder.resolve("gap.jsonl");
    List<String> all = decisions(log);
    String missing = all.remove(6);
    assertThat(missing).contains("\"event\":\"publish\"");
    Files.write(log, all);
    assertThat(run("replay", log, "--chart", CHART).err()).isEmpty(); // it changed no state
    all.remove(5);
    all.remove(2);
    Files.write(log, all);
    CommandResult replayed = run("replay", log, "--chart", CHART);
    assertThat(replayed.err())
        .isEqualTo(
            log
                + ": decisions of 'agent' are missing before line 3, which begins in idle and not"
                + " in running\n");
    assertThat(replayed.code()).isEqualTo(1);
    CommandResult behind = run("explain", CHART, "--log", log, "--seq", 3);
    assertThat(behind.code()).isEqualTo(2);
    assertThat(behind.err()).contains("seq 3 cannot be played again, as decisions before it are");
    all.set(2, all.get(2).replaceFirst("sha256:", "sha256:0"));
    Files.write(log, all);
    assertThat(run("replay", log, "--chart", CHART).err()).isEmpty(); // it may have been migrated
  }

  @Test
  void an_instance_started_in_an_older_file_is_reported_and_skipped() throws IOException {
    Path log = folder.resolve("decisions.jsonl");
    List<String> all = decisions(log);
    List<String> older = all.stream().map(line -> line.replace("\"agent\"", "\"older\"")).toList();
    List<String> file = new ArrayList<>(List.of("{\"dropped\":2}"));
    file.addAll(older.subList(4, 6));
    file.addAll(all);
    Files.write(log, file);
    CommandResult replayed = run("replay", log, "--chart", CHART);
    assertThat(replayed.err())
        .contains(
            log + ": passed over, as their start is not in this log: older\n",
            "2 decisions are missing in this log");
    assertThat(replayed.out()).isEqualTo("1 session, " + all.size() + " decisions: none differs\n");
    assertThat(replayed.code()).isZero();
    Files.write(log, older.subList(4, 6));
    assertThat(run("explain", CHART, "--log", log, "--seq", 5).err())
        .contains("seq 5 cannot be played again, as the start of 'older' is not in " + log);
  }
}
