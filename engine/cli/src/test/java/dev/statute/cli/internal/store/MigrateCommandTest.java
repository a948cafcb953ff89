package dev.statute.cli.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances of a store that are moved to a changed chart from the command line. */
class MigrateCommandTest {
  private static final String OLD =
      """
      chart: order
      data: { n: 0 }
      states:
        open: { on: { Pay: paid, Stop: gone } }
        paid: { on: { Ship: gone } }
        gone: { final: true }
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    file("old.yaml", OLD);
    file(
        "new.yaml",
        OLD.replace("paid", "packing").replace("n: 0", "n: 0, who: { type: string, initial: '' }"));
    file("p.migration.yaml", "migrate: order\nstates: { paid: packing }\ndata: { who: \"'?'\" }\n");
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private void run(String id, String... events) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String event : events) {
      lines.append("{\"event\":\"").append(event).append("\"}\n");
    }
    Path file = file(id + ".jsonl", lines.toString());
    CommandResult.once(
        "",
        "run",
        path("old.yaml"),
        "--events",
        file.toString(),
        "--store",
        path("s.db"),
        "--id",
        id);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private CommandResult migrate(String... more) {
    String[] all = new String[more.length + 4];
    all[0] = "migrate";
    all[1] = path("p.migration.yaml");
    all[2] = path("old.yaml");
    all[3] = path("new.yaml");
    System.arraycopy(more, 0, all, 4, more.length);
    return CommandResult.once("", all);
  }

  @Test
  void all_running_instances_are_moved_and_a_second_time_there_is_nothing_left_to_do()
      throws IOException {
    run("a");
    run("b", "Pay");
    run("c", "Pay", "Ship");
    CommandResult dry = migrate("--store", path("s.db"), "--dry-run");
    assertThat(dry.out()).isEqualTo("a can rest in open\nb can rest in packing\n");
    assertThat(dry.err()).contains("2 instances can be moved");
    CommandResult done = migrate("--store", path("s.db"));
    assertThat(done.code()).isZero();
    assertThat(done.out()).isEqualTo("a rests in open\nb rests in packing\n");
    CommandResult again = migrate("--store", path("s.db"));
    assertThat(again.out()).isEmpty();
    assertThat(again.err()).contains("0 instances moved, 2 of another definition left alone");
    assertThat(CommandResult.once("", "store", "show", path("s.db"), "b").out())
        .contains("packing", "who");
  }

  @Test
  void an_incomplete_plan_migrates_nothing_and_reports_the_gaps() throws IOException {
    file("p.migration.yaml", "migrate: order\n");
    CommandResult checked = migrate();
    assertThat(checked.code()).isEqualTo(2);
    assertThat(checked.err())
        .contains("p.migration.yaml:1:10: error M103: 'paid' is not in the new chart")
        .doesNotContain("error M105"); // new data that begin with a value need no plan
  }

  @Test
  void a_refused_instance_is_reported_with_the_reason() throws IOException {
    run("a");
    file("new.yaml", OLD.replace("open: {", "open: { requires: [ \"data.n > 0\" ],"));
    file("p.migration.yaml", "migrate: order\n");
    CommandResult refused = migrate("--store", path("s.db"));
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out())
        .startsWith("a refused (requires): ")
        .contains("'open' requires data.n > 0: it does not hold");
    assertThat(migrate("--store", path("s.db"), "--id", "nobody").err())
        .contains("there is no instance 'nobody'");
  }

  @Test
  void a_plan_alone_is_checked_by_validate_too() throws IOException {
    file("p.migration.yaml", "migrate: order\nstate: {}\n");
    assertThat(CommandResult.once("", "validate", folder.toString()).out())
        .contains("p.migration.yaml:2:1: error C120");
    assertThat(migrate("--dry-run").err()).contains("--dry-run needs a store");
  }
}
