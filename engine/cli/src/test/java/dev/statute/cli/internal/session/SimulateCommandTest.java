package dev.statute.cli.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulated session becomes a test that passes, in a file that keeps its comments. */
class SimulateCommandTest {
  @TempDir private Path folder;

  private Path chart() throws IOException {
    return Files.writeString(
        folder.resolve("door.yaml"),
        """
        chart: door
        data: { n: 0 }
        settings: { patience: 10m }
        events: { open: {}, close: { why: string? }, kick: {} }
        states:
          closed: { on: { open: opened } }
          opened: { on: { close: { to: closed, when: has(event.why) } }, after: { settings.patience: closed } }
        """);
  }

  private CommandResult played(String commands, String... options) throws IOException {
    String[] args = new String[options.length + 2];
    args[0] = "simulate";
    args[1] = chart().toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return CommandResult.once(commands, args);
  }

  private void passes(int tests) {
    CommandResult tested = CommandResult.run("", "test", folder.toString());
    assertThat(tested.code()).as(tested.out()).isZero();
    assertThat(tested.out()).contains(tests + " test");
  }

  @Test
  void a_session_is_saved_as_a_new_test_file_that_passes() throws IOException {
    Path file = folder.resolve("door.test.yaml");
    CommandResult played =
        played(
            "open\nclose\nkick\nclose {why: \"it's cold, and: late\"}\nopen\nafter 10m\n"
                + "event nothing\nsave as test \"a door, opened twice\" "
                + file);
    assertThat(played.code()).as(played.out()).isZero();
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            chart: door.yaml
            tests:
              - name: "a door, opened twice"
                steps:
                  - { event: open, expect: { outcome: taken, to: [opened] } }
                  - { event: close, expect: { outcome: blocked } }
                  - { event: kick, expect: { outcome: ignored } }
                  - { event: close, data: { why: "it's cold, and: late" }, expect: { outcome: taken, to: [closed] } }
                  - { event: open, expect: { outcome: taken, to: [opened] } }
                  - { advance: 10m, expect: { outcome: taken, to: [closed] } }
                  - { event: nothing, expect: { outcome: rejected, code: undeclared } }
            """);
    passes(1);
  }

  @Test
  void a_test_is_added_behind_the_others_and_everything_else_stays() throws IOException {
    Path file = folder.resolve("door.test.yaml");
    Files.writeString(
        file,
        """
        # what doors do
        chart: door.yaml
        tests:   # one by one
        - name: it opens   # at once
          steps:
          - { event: open, expect: { to: [opened] } }

        # on every path
        never: active('opened') && active('closed')
        """);
    CommandResult played =
        played(
            "open\nundo\nclose {why: x}\nsave as test it shuts " + file,
            "--at",
            "opened",
            "--data",
            "n=3",
            "--set",
            "patience=1m");
    assertThat(played.code()).as(played.out()).isZero();
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            # what doors do
            chart: door.yaml
            tests:   # one by one
            - name: it opens   # at once
              steps:
              - { event: open, expect: { to: [opened] } }
            - name: it shuts
              at: [opened]
              set: { patience: 1m }
              data: { n: 3 }
              steps:
                - { event: close, data: { why: x }, expect: { outcome: taken, to: [closed] } }

            # on every path
            never: active('opened') && active('closed')
            """);
    passes(3);
  }

  @Test
  void a_file_that_tests_something_else_or_cannot_be_read_stays_as_it_is() throws IOException {
    for (String text :
        new String[] {
          "chart: other.yaml\ntests:\n  - { name: a, steps: [ { event: b } ] }\n",
          "pack: p\ntests:\n  - { name: a, given: [], expect: {} }\n",
          "chart: door.yaml\ntests: [ { name: a, steps: [ { event: open } ] } ]\n",
          "chart: door.yaml\ntests:\n  - { name: it opens, steps: [ { event: open } ] }\n",
          "chart: [\n"
        }) {
      Path file = Files.writeString(folder.resolve("x.test.yaml"), text);
      CommandResult played = played("open\nsave as test it opens " + file);
      assertThat(played.out()).as(text).contains("? not saved: ").contains("x.test.yaml:");
      assertThat(played.code()).isEqualTo(ExitCode.FINDINGS);
      assertThat(Files.readString(file)).isEqualTo(text);
      if (!text.startsWith("chart: door") && !text.endsWith("[\n")) {
        assertThat(played.out()).as(text).contains("T305").contains("fix: ");
      }
    }
  }

  @Test
  void a_place_that_cannot_be_written_loses_nothing_of_what_was_played() throws IOException {
    Path taken = Files.createDirectory(folder.resolve("taken.test.yaml"));
    Path latin = Files.write(folder.resolve("latin.test.yaml"), new byte[] {'#', (byte) 0xE9});
    Path free = Files.createDirectory(folder.resolve("two words")).resolve("door.test.yaml");
    CommandResult played =
        played(
            "open\nsave as test x %s\nsave as test x %s\nsave as test \"it opens\" \"%s\""
                .formatted(taken, latin, free));
    assertThat(played.out())
        .contains("? not saved: '" + taken + "' cannot be written: it is a folder\n")
        .contains("? not saved: '" + latin + "' cannot be written: it is not UTF-8\n")
        .contains("saved to " + free + "\n", "door rests in opened\n");
    assertThat(free).content().contains("chart: \"../door.yaml\"", "name: it opens");
  }

  @Test
  void a_setting_that_is_a_text_stays_one() throws IOException {
    Path chart =
        Files.writeString(
            folder.resolve("greeter.yaml"),
            """
            chart: greeter
            settings: { greeting: hello }
            states:
              a: { on: { go: { to: b, when: settings.greeting != 'hello' } } }
              b: { final: true }
            """);
    Path file = folder.resolve("greeter.test.yaml");
    CommandResult.once(
        "go\nsave as test it goes " + file,
        "simulate",
        chart.toString(),
        "--set",
        "greeting=well, {hello}: 7");
    assertThat(file).content().contains("set: { greeting: \"well, {hello}: 7\" }");
    passes(1);
  }

  @Test
  void a_file_keeps_its_line_ends() throws IOException {
    String text = "chart: door.yaml\r\ntests:\r\n  - { name: a, steps: [ { event: open } ] }\r\n";
    Path file = Files.writeString(folder.resolve("door.test.yaml"), text);
    played("open\nsave as test b " + file);
    assertThat(Files.readString(file))
        .isEqualTo(
            text
                + "  - name: b\r\n    steps:\r\n"
                + "      - { event: open, expect: { outcome: taken, to: [opened] } }\r\n");
    passes(2);
  }

  @Test
  void a_file_with_properties_alone_gets_its_first_test() throws IOException {
    Path file = folder.resolve("door.test.yaml");
    Files.writeString(file, "chart: door.yaml\nnever: active('a')\n".replace("'a'", "'opened'"));
    played("event kick\nsave as test a kick does nothing " + file);
    assertThat(Files.readString(file))
        .endsWith(
            """
            tests:
              - name: a kick does nothing
                steps:
                  - { event: kick, expect: { outcome: ignored } }
            """);
  }
}
