package dev.statute.cli.internal.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.runtime.Clock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Following with a clock and changes of files from a script. */
class FollowCommandTest {
  private static final String OBSERVER =
      "chart: observer\npolicies: [watch]\ninitial: watching\n"
          + "states: { watching: { after: { 5m: silent } }, silent: { final: true } }\n";
  private static final String RULE =
      """
      package watch
      import dev.statute.policy.*
      rule "repeats"
      when
        Progress( sameActionFail >= 3, $n : sameActionFail )
      then
        insert( new Finding("same-failure", "x", "hint", $n, "the same call failed again") );
      end
      """;
  private static final String FAILURE =
      "{\"type\":\"tool_call\",\"tool\":\"cat\",\"args\":{\"f\":\"x\"},\"success\":false,\"error\":\"none\"}\n";

  @TempDir private Path folder;
  private final Deque<Runnable> script = new ArrayDeque<>();
  private Runnable atEnd = () -> {};
  private boolean isClosed;
  private boolean isTerminal;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private String out = "";
  private String err = "";

  private Path write(String name, String text, StandardOpenOption... how) {
    try {
      return Files.writeString(folder.resolve(name), text, how);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void append(String name, String text) {
    write(name, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private int follow(String input, String... args) {
    write("watch.drl", RULE);
    Path chart = write("observer.yaml", OBSERVER);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(isClosed ? new ClosedPipe() : printed, false, StandardCharsets.UTF_8),
            new PrintStream(told, true, StandardCharsets.UTF_8),
            TerminalStyle.PLAIN,
            isTerminal);
    String[] all =
        Stream.concat(Stream.of(args), Stream.of("--chart", chart.toString()))
            .toArray(String[]::new);
    int code =
        new CommandLine(new FollowCommand(console, new ScriptClock(), new ScriptRounds()))
            .execute(all);
    console.out().flush();
    out = printed.toString(StandardCharsets.UTF_8);
    err = told.toString(StandardCharsets.UTF_8);
    return code;
  }

  /** Each round is a step of the script; of a stream the rounds wait for its end. */
  private final class ScriptRounds implements FollowCommand.Rounds {
    @Override
    public boolean next(LogSource source, boolean hasRead) throws InterruptedException {
      if (source instanceof PipeSource) {
        source.await(Duration.ofSeconds(10));
        return true;
      }
      Runnable step = script.poll();
      if (step != null) {
        step.run();
      }
      return step != null;
    }

    @Override
    public void end(int exitCode) {
      script.clear();
      atEnd.run();
    }
  }

  /** Pipe without a reader. */
  private static final class ClosedPipe extends OutputStream {
    @Override
    public void write(int octet) throws IOException {
      throw new IOException("Broken pipe");
    }
  }

  private final class ScriptClock implements Clock {
    @Override
    public Instant now() {
      return now;
    }

    @Override
    public Alarm alarm(Runnable ring) {
      throw new UnsupportedOperationException("nothing waits here");
    }
  }

  @Test
  void findings_come_with_the_line_that_completes_them() {
    Path log = write("a.jsonl", FAILURE + FAILURE);
    script.add(() -> append("a.jsonl", FAILURE.substring(0, 20)));
    script.add(() -> append("a.jsonl", FAILURE.substring(20)));
    assertThat(follow("", log.toString())).isEqualTo(1);
    assertThat(out).startsWith(log + ":3  ● hint same-failure ×3: the same call failed again\n");
  }

  @Test
  void a_last_line_without_an_end_is_read_when_it_is_complete() {
    Path log = write("a.jsonl", FAILURE + FAILURE + FAILURE.strip());
    script.add(() -> append("a.jsonl", "\n" + FAILURE));
    assertThat(follow("", log.toString())).isEqualTo(1);
    assertThat(out).contains(log + ":3  ● hint").doesNotContain(":5");
    assertThat(err).contains("1 session, 1 with findings");
  }

  @Test
  void the_standard_input_gives_the_exit_code_and_the_result_of_scan() {
    assertThat(follow(FAILURE, "-", "--output", "jsonl")).isZero();
    assertThat(err).isEmpty();
    assertThat(out)
        .contains(
            "{\"session\":\"input\",\"lines\":1,\"calls\":1,\"results\":1,\"failures\":1,\"not_read\":0,\"findings\":[]");
    assertThat(follow(FAILURE + FAILURE + FAILURE, "-", "--output", "jsonl")).isEqualTo(1);
    assertThat(out)
        .startsWith(
            "{\"finding\":\"same-failure\",\"level\":\"hint\",\"log\":\"input\",\"line\":3,"
                + "\"at\":\"2026-01-01T00:00:00Z\",\"count\":3,");
    assertThat(follow("", "-")).isEqualTo(1);
    assertThat(err).contains("L301");
  }

  @Test
  void many_files_are_read_at_once_and_printed_in_their_order() {
    for (int i = 100; i < 400; i++) {
      write(i + ".jsonl", FAILURE.repeat(3));
    }
    assertThat(follow("", folder.toString())).isEqualTo(1);
    assertThat(out.lines().filter(line -> line.contains(":3  ● hint")))
        .hasSize(300)
        .isSortedAccordingTo(Comparator.naturalOrder());
    assertThat(err).as("no progress in a pipe").doesNotContain("/300");
    isTerminal = true;
    follow("", folder.toString());
    assertThat(err).contains("] 1/300", "] 300/300");
  }

  @Test
  void a_rotated_file_is_read_to_its_end_first() {
    Path log = write("a.log", FAILURE + FAILURE);
    script.add(
        () -> {
          append("a.log", FAILURE);
          move("a.log", "a.log.1");
          write("a.log", FAILURE);
        });
    assertThat(follow("", log.toString())).isEqualTo(1);
    assertThat(out).as("the rest of the old file is read too").contains(log + ":3  ● hint");
    assertThat(err).contains("1 session");
  }

  private void move(String from, String to) {
    try {
      Files.move(folder.resolve(from), folder.resolve(to), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_truncated_file_begins_a_new_session_where_other_lines_follow() {
    Path log = write("a.log", FAILURE + FAILURE);
    script.add(() -> write("a.log", ""));
    script.add(() -> append("a.log", FAILURE.replace("\"x\"", "\"y\"")));
    script.add(() -> append("a.log", FAILURE));
    assertThat(follow("", log.toString())).isZero();
    assertThat(err).contains(log + " was written anew; a new session begins");
  }

  @Test
  void a_file_that_is_written_as_a_whole_goes_on_with_what_is_new() {
    String message = "{\"role\":\"user\",\"content\":\"go\"}";
    Path log = write("a.json", "[" + message + "]");
    script.add(() -> write("a.json", "[" + message));
    script.add(() -> write("a.json", "[" + message + "," + message + "]\n"));
    assertThat(follow("", log.toString(), "--output", "jsonl")).isZero();
    assertThat(out).contains("\"lines\":2").contains("\"format\":\"openai-chat\"");
    assertThat(err).doesNotContain("anew");
  }

  @Test
  void new_files_of_a_folder_are_followed_and_others_are_not() {
    write("other.json", "{\"name\":\"x\"}");
    write("notes.txt", FAILURE + FAILURE + FAILURE);
    script.add(() -> append("new.jsonl", FAILURE + FAILURE));
    script.add(() -> append("new.jsonl", FAILURE));
    assertThat(follow("", folder.toString())).isEqualTo(1);
    assertThat(out).contains("new.jsonl:3  ● hint").hasLineCount(2);
    assertThat(err).contains("1 session, 1 with findings");
  }

  @Test
  void calls_in_a_form_that_is_not_read_are_told_and_are_no_clean_session() {
    Path log =
        write(
            "a.jsonl",
            "{\"role\":\"user\",\"content\":\"x\"}\n{\"role\":\"assistant\",\"content\":"
                + "[{\"type\":\"tool-call\",\"toolCallId\":\"1\"}]}\n");
    assertThat(follow("", log.toString())).isEqualTo(1);
    assertThat(err).contains("1 tool-call block in a form that is not read");
  }

  @Test
  void timers_fire_by_the_clock_while_the_log_is_silent() {
    Path log = write("a.jsonl", FAILURE);
    script.add(() -> now = now.plus(Duration.ofMinutes(6)));
    script.add(() -> {});
    assertThat(follow("", log.toString(), "--output", "jsonl")).isZero();
    assertThat(out).contains("\"configuration\":[\"silent\"]");
  }

  @Test
  void times_of_the_lines_come_before_the_clock() {
    String timed = "{\"at\":\"2020-01-01T00:00:00Z\"," + FAILURE.substring(1);
    Path log = write("a.jsonl", timed);
    script.add(() -> now = now.plus(Duration.ofMinutes(6)));
    script.add(() -> append("a.jsonl", timed.replace("00:00:00", "00:04:00")));
    assertThat(follow("", log.toString(), "--output", "jsonl")).isZero();
    assertThat(out).contains("\"configuration\":[\"watching\"]");
  }

  @Test
  void a_command_runs_for_each_finding() {
    Path log = write("a.jsonl", FAILURE + FAILURE + FAILURE);
    String command = "echo $STATUTE_LEVEL:$STATUTE_LINE; cat; exit 3";
    assertThat(follow("", log.toString(), "--exec", command)).isEqualTo(1);
    assertThat(err)
        .contains("hint:3\n{\"finding\":\"same-failure\"", "--exec: the command ended with 3");
  }

  @Test
  void commands_have_run_when_the_rounds_end() {
    Path log = write("a.jsonl", FAILURE + FAILURE + FAILURE);
    Path done = folder.resolve("done");
    String slow = "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done; : > '" + done + "'";
    atEnd = () -> assertThat(done).exists();
    assertThat(follow("", log.toString(), "--exec", slow)).isEqualTo(1);
  }

  @Test
  void a_log_that_is_not_there_is_told_and_followed_when_it_comes() {
    Path log = folder.resolve("a.jsonl");
    script.add(() -> append("a.jsonl", FAILURE));
    assertThat(follow("", log.toString())).isZero();
    assertThat(err)
        .startsWith(log + " is not there; it is followed when it comes\n")
        .contains("1 session, 0 with findings");
  }

  @Test
  void following_ends_when_the_reader_of_its_output_is_gone() {
    isClosed = true;
    Path log = write("a.jsonl", FAILURE + FAILURE);
    script.add(() -> append("a.jsonl", FAILURE));
    script.add(() -> append("a.jsonl", FAILURE + FAILURE));
    follow("", log.toString());
    assertThat(log).as("the second step was not waited for").content().hasLineCount(3);
    script.add(() -> append("a.jsonl", FAILURE));
    follow("", log.toString(), "--exec", "true");
    assertThat(log).as("a command gets the findings").content().hasLineCount(4);
  }

  @Test
  void a_line_beyond_the_limit_is_left_out() {
    LineSplitter splitter = new LineSplitter(4);
    FollowedLog log = new FollowedLog("x", null, null);
    byte[] bytes = "\n12345\n".getBytes(StandardCharsets.UTF_8);
    splitter.add(bytes, bytes.length, log);
    assertThat(log.problems())
        .extracting(problem -> problem.place() + " " + problem.message())
        .isEqualTo(List.of("x:2:1 this line has more than 4 bytes; it is left out"));
  }
}
