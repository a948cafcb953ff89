package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store, a chart with its rules, and a decision log that an earlier state wrote. */
class UpgradeTest {
  private static final Path WRITTEN = Path.of("src/test/resources/upgrade");

  @TempDir private Path folder;

  @BeforeEach
  void copy() throws IOException {
    for (String name : List.of("store.db", "order.yaml", "order.drl", "decisions.jsonl")) {
      Files.copy(WRITTEN.resolve(name), folder.resolve(name));
    }
  }

  @Test
  void the_store_is_whole_and_lists_its_instances() {
    assertThat(statute("store", "check", path("store.db")).err())
        .contains("3 instances, no damage");
    assertThat(statute("store", "ls", path("store.db")).out())
        .contains("late", "paying", "waiting", "2026-11-03T08:00:00Z");
  }

  @Test
  void an_instance_goes_on_where_it_was_and_its_rules_decide() throws IOException {
    CommandResult paid =
        go("paying", "pay", ",\"data\":{\"card\":\"house\"},\"at\":\"2026-11-02T08:00:00Z\"");
    assertThat(paid.out())
        .contains("taken     waiting → paid", "a card of the house", "\"total\":\"12.50\"");
    assertThat(statute("store", "check", path("store.db")).code()).isZero();
  }

  @Test
  void a_timer_of_the_earlier_state_fires() throws IOException {
    CommandResult late = go("late", "withdraw", ",\"at\":\"2026-11-03T09:00:00Z\"");
    assertThat(late.out()).contains("waiting → expired", "order ended in expired");
  }

  @Test
  void an_agent_whose_progress_has_an_older_form_is_refused_and_kept() throws IOException {
    CommandResult working = go("working", "pay", ",\"at\":\"2026-11-02T08:00:00Z\"");
    assertThat(working.code()).isNotZero();
    assertThat(working.err()).contains("a tracker of version 6: this engine reads version 7");
    assertThat(statute("store", "ls", path("store.db")).out()).contains("working");
  }

  @Test
  void the_decisions_are_decided_the_same() {
    CommandResult replay =
        statute("replay", path("decisions.jsonl"), "--chart", path("order.yaml"));
    assertThat(replay.code()).isZero();
    assertThat(replay.out()).contains("1 session, 3 decisions: none differs");
  }

  private CommandResult go(String id, String event, String more) throws IOException {
    Path line =
        Files.writeString(
            folder.resolve(id + ".jsonl"), "{\"event\":\"" + event + "\"" + more + "}\n");
    return statute(
        "run",
        path("order.yaml"),
        "--events",
        line.toString(),
        "--store",
        path("store.db"),
        "--id",
        id);
  }

  private static CommandResult statute(String... words) {
    return CommandResult.once("", words);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }
}
