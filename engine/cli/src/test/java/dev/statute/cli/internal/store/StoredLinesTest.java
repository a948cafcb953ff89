package dev.statute.cli.internal.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recognition of repeated lines by an instance of a store, and manually inserted events. */
class StoredLinesTest {
  private static final String LINES = "{\"event\":\"Count\"}\n{\"event\":\"Count\"}\n";

  @TempDir Path folder;
  private String chart = "";
  private String store = "";

  @BeforeEach
  void write() throws IOException {
    store = folder.resolve("s.db").toString();
    chart =
        Files.writeString(
                folder.resolve("c.yaml"),
                """
                chart: kept
                data: { n: 0 }
                states:
                  a: { on: { Count: { do: [ { assign: { n: data.n + 1 } } ] }, End: b } }
                  b: { final: true }
                """)
            .toString();
  }

  /** Count after these lines were handled in addition to all earlier ones. */
  private String counted(Path file, String lines, String... more) throws IOException {
    Files.writeString(file, lines);
    List<String> words =
        new ArrayList<>(
            List.of("run", chart, "--events", file.toString(), "--store", store, "--id", "i"));
    words.addAll(List.of(more));
    CommandResult run = CommandResult.once("", words.toArray(new String[0]));
    assertThat(run.err()).isEmpty();
    return shown();
  }

  private String shown() {
    String all = CommandResult.once("", "store", "show", store, "i").out();
    return all.replaceAll("(?s).*\\bn: (\\d+).*", "$1");
  }

  @Test
  void a_file_that_is_run_again_goes_on_where_it_stopped_though_it_has_grown() throws IOException {
    Path file = folder.resolve("monday.jsonl");
    assertThat(counted(file, LINES)).isEqualTo("2");
    assertThat(counted(file, LINES)).isEqualTo("2");
    assertThat(counted(file, LINES + LINES)).isEqualTo("4");
  }

  @Test
  void another_file_with_equal_lines_is_handled() throws IOException {
    assertThat(counted(folder.resolve("monday.jsonl"), LINES)).isEqualTo("2");
    assertThat(counted(folder.resolve("tuesday.jsonl"), LINES)).isEqualTo("4");
    assertThat(counted(folder.resolve("monday.jsonl"), LINES)).isEqualTo("4");
  }

  @Test
  void a_file_that_was_written_anew_is_new_from_its_first_other_line_on() throws IOException {
    Path file = folder.resolve("events.jsonl");
    String other = "{\"event\":\"Count\",\"data\":{\"day\":\"tuesday\"}}\n";
    assertThat(counted(file, other.replace("tues", "mon") + LINES)).isEqualTo("3");
    assertThat(counted(file, other + LINES)).isEqualTo("6");
  }

  @Test
  void a_named_source_is_recognized_at_any_path() throws IOException {
    Path file = folder.resolve("events.jsonl");
    assertThat(counted(file, LINES, "--source", "monday")).isEqualTo("2");
    assertThat(counted(folder.resolve("moved.jsonl"), LINES, "--source", "monday")).isEqualTo("2");
    assertThat(counted(file, LINES, "--source", "tuesday")).isEqualTo("4");
  }

  @Test
  void an_id_that_a_line_says_is_one_event_in_every_file() throws IOException {
    String line = "{\"event\":\"Count\",\"id\":\"e1\"}\n";
    assertThat(counted(folder.resolve("monday.jsonl"), line)).isEqualTo("1");
    assertThat(counted(folder.resolve("tuesday.jsonl"), line)).isEqualTo("1");
  }

  @Test
  void all_lines_of_a_pipe_are_handled() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    byte[] lines = "{\"event\":\"Count\"}\n".repeat(8_000).getBytes(UTF_8);
    CompletableFuture<Void> written =
        CompletableFuture.runAsync(
            () -> {
              try {
                Files.write(pipe, lines, StandardOpenOption.WRITE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    CommandResult.once(
        "", "run", chart, "--events", pipe.toString(), "--store", store, "--id", "i");
    written.join();
    assertThat(shown()).isEqualTo("8000");
  }

  @Test
  void waiting_events_are_handled_once_by_a_run() throws IOException {
    assertThat(counted(folder.resolve("monday.jsonl"), LINES)).isEqualTo("2");
    CommandResult.once("", "store", "post", store, "i", "--event", "Count");
    assertThat(counted(folder.resolve("monday.jsonl"), LINES)).isEqualTo("3");
    assertThat(counted(folder.resolve("monday.jsonl"), LINES)).isEqualTo("3");
    assertThat(CommandResult.once("", "store", "ls", store, "--output", "jsonl").out())
        .contains("\"waiting\":0");
  }

  @Test
  void a_waiting_event_that_is_rejected_is_a_result_and_the_next_ones_follow() throws IOException {
    Path file = folder.resolve("monday.jsonl");
    assertThat(counted(file, LINES)).isEqualTo("2");
    CommandResult.once("", "store", "post", store, "i", "--event", "done.state.a");
    CommandResult.once("", "store", "post", store, "i", "--event", "Count");
    assertThat(counted(file, LINES)).isEqualTo("3");
  }

  @Test
  void a_change_of_state_shows_its_event_and_sender() throws IOException {
    String line = "{\"event\":\"End\",\"id\":\"e7\",\"data\":{\"by\":\"ann\"}}\n";
    counted(folder.resolve("monday.jsonl"), line);
    assertThat(CommandResult.once("", "store", "events", store, "i").out().lines().findFirst())
        .get()
        .asString()
        .contains("\"type\":\"state_changed\"", "\"event\":\"End\",\"id\":\"e7\",\"by\":\"ann\"")
        .endsWith(
            "\"cause\":{\"event\":\"End\",\"id\":\"e7\",\"by\":\"ann\",\"place\":\""
                + chart
                + ":4:69\"}}");
  }

  @Test
  void a_store_without_damage_needs_no_repair() throws IOException {
    counted(folder.resolve("monday.jsonl"), LINES);
    CommandResult repaired = CommandResult.once("", "store", "repair", store);
    assertThat(repaired.err()).isEqualTo("0 rows mended, no damage\n");
    assertThat(repaired.code()).isZero();
  }

  @Test
  void posted_events_are_handled_by_a_worker() throws IOException {
    assertThat(counted(folder.resolve("monday.jsonl"), LINES)).isEqualTo("2");
    CommandResult posted =
        CommandResult.once("", "store", "post", store, "i", "--event", "Count", "--key", "k1");
    assertThat(posted.out()).isEqualTo("i  k1  accepted\n");
    assertThat(
            CommandResult.once(LINES, "store", "post", store, "i", "--events", "-").out().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("i  ") && line.endsWith("  accepted"));
    assertThat(CommandResult.once("", "store", "ls", store, "--output", "jsonl").out())
        .contains("\"waiting\":3");
    CommandResult worker =
        CommandResult.once("", "worker", chart, "--store", store, "--until-idle");
    assertThat(worker.code()).isZero();
    assertThat(shown()).isEqualTo("5");
    assertThat(
            CommandResult.once("", "store", "post", store, "i", "--event", "Count", "--key", "k1")
                .out())
        .isEqualTo("i  k1  was handled before: taken\n");
    assertThat(CommandResult.once("", "store", "post", store, "j", "--event", "Count").err())
        .contains("there is no instance 'j'");
    assertThat(CommandResult.once("", "store", "post", store, "i").err()).contains("--event NAME");
  }
}
