package dev.statute.rules;

import static dev.statute.rules.SessionRecords.edit;
import static dev.statute.rules.SessionRecords.fails;
import static dev.statute.rules.SessionRecords.name;
import static dev.statute.rules.SessionRecords.read;
import static dev.statute.rules.SessionRecords.run;
import static dev.statute.rules.SessionRecords.then;
import static dev.statute.rules.SessionRecords.times;
import static dev.statute.rules.SessionRecords.tool;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Stops by what they cost: later where work would be lost, at once where none can be. */
class StopCostTest {
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());
  private static final List<SessionRecord> CHANGE = List.of(edit("a.py", "x = 1", "1"));

  /** Returns the number of the record with the first stop; 0 if there is none. */
  private static int stop(List<SessionRecord> session) {
    return FULL.found(session).stream()
        .filter(each -> each.endsWith(":stop"))
        .mapToInt(each -> Integer.parseInt(each.substring(0, each.indexOf(':'))))
        .min()
        .orElse(0);
  }

  private static List<SessionRecord> reads(int count) {
    return times(count, i -> read("notes.md", "the plan of the work"));
  }

  @Test
  void who_only_reads_and_has_changed_nothing_may_still_begin() {
    assertThat(stop(reads(7))).isZero();
    assertThat(stop(reads(8))).isEqualTo(8);
    assertThat(stop(then(CHANGE, reads(7)))).isEqualTo(7);
  }

  @Test
  void what_is_run_again_is_no_mere_look_up() {
    assertThat(stop(times(7, i -> tool("click", Map.of("at", "Accept"), "the same page"))))
        .isEqualTo(6);
  }

  @Test
  void who_tries_another_program_each_time_may_still_find_one() {
    assertThat(stop(then(CHANGE, times(12, i -> missing(name(i)))))).isZero();
    assertThat(stop(then(CHANGE, times(12, i -> missing("javac -v" + i))))).isBetween(9, 12);
  }

  private static SessionRecord missing(String command) {
    String program = command.split(" ")[0];
    return fails("bash", Map.of("command", command), "bash: " + program + ": command not found");
  }

  @Test
  void who_hands_in_the_same_again_loses_nothing() {
    List<SessionRecord> again = times(5, i -> tool("finish", Map.of("result", "done"), "done"));
    assertThat(stop(then(CHANGE, again))).isEqualTo(6);
    assertThat(stop(then(CHANGE, times(5, i -> run("./report", "done"))))).isZero();
  }

  @Test
  void talk_failures_and_outages_alone_stop_nothing() {
    assertThat(stop(then(CHANGE, times(30, i -> run("echo " + name(i), name(i)))))).isZero();
    assertThat(
            stop(
                then(
                    CHANGE,
                    times(
                        30, i -> fails("curl", Map.of("url", name(i)), "429 Too Many Requests")))))
        .isZero();
  }
}
