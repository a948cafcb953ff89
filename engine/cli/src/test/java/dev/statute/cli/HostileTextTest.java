package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.problem.VisibleText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Untrusted text is never printed as a terminal code, by any command in any format. */
class HostileTextTest {
  /** Codes that write the clipboard, clear the screen by one byte, and reverse and hide text. */
  private static final String EVIL =
      "\u001b]52;c;ZXZpbA==\u0007\u009b2J\u202etxet\u2066\u200f\u2028\u007f\u200b\ufdd2";

  private static final String OBSERVER =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "observer.yaml").toString();

  @TempDir private Path folder;
  private Path chart = Path.of("");

  @BeforeEach
  void a_chart_with_such_texts() throws IOException {
    chart =
        write(
            "chart.yaml",
            """
            chart: door
            description: "EVIL"
            data: { note: { type: string, default: "EVIL" } }
            states:
              closed:
                description: "EVIL"
                on:
                  open: { to: opened, when: "data.note != 'EVIL'", do: [ { log: "EVIL" } ] }
              opened: { final: true }
            """
                .replace(
                    "EVIL",
                    "\\e]52;c;ZXZpbA==\\a\\x9b2J\\u202etxet\\u2066\\u200f\\u2028\\x7f\\u200b"));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String json(String text) {
    return text.replace("EVIL", EVIL.replace("\u001b", "\\u001b").replace("\u0007", "\\u0007"));
  }

  private static void quiet(String printed, Object of) {
    assertThat(printed.codePoints().filter(VisibleText::isHidden).mapToObj(Integer::toHexString))
        .as("%s printed %s", of, printed)
        .isEmpty();
  }

  @Test
  void no_command_prints_a_code_in_any_form() throws IOException {
    Path evil = write("e\u001b]0;x\u0007\u009b\u202e.yaml", "chart: x\nstates: [\u202e\u0085]\n");
    Path events =
        write(
            "events.jsonl",
            json(
                """
                {"event":"EVIL"}
                {"event":"open","payload":{"x":"EVIL"}}
                {"type":"EVIL","text":"EVIL"}
                {"EVIL":1}
                EVIL
                """));
    StringBuilder calls = new StringBuilder();
    for (int i = 0; i < 14; i++) {
      calls.append(
          json(
              """
              {"type":"assistant","uuid":"a%1$d","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%1$d","name":"BashEVIL","input":{"command":"makeEVIL"}}]}}
              {"type":"user","uuid":"b%1$d","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%1$d","is_error":true,"content":"noEVIL"}]}}
              """
                  .formatted(i)));
    }
    Path log = write("log\u001b[31m\u202e.jsonl", calls.toString());
    Path test =
        write(
            "a.test.yaml",
            """
            chart: chart.yaml
            tests:
              - name: "\\e]0;x\\a\\u202e"
                steps: [ { event: open, expect: { state: "\\e\\u202e" } } ]
            """);
    Path drl =
        write(
            "a.drl",
            "package a;\nrule \"\u001b\u202e\u009b\" when Evil( x == \"\u001b\" ) then end\n");
    Path scxml =
        write(
            "a.scxml",
            "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" name=\"a&#x202e;\"><state id=\"s\">"
                + "<transition event=\"x&#x9b;\" target=\"nowhere&#x202e;\"/></state></scxml>");
    Path decisions = folder.resolve("d.jsonl");
    String c = chart.toString();
    List<List<String>> all = new ArrayList<>();
    for (String form : List.of("text", "json", "jsonl", "github", "sarif", "junit")) {
      all.add(List.of("validate", evil.toString(), c, drl.toString(), "--output", form));
      all.add(List.of("test", test.toString(), "--output", form));
    }
    for (String form : List.of("text", "jsonl")) {
      all.add(List.of("run", c, "--events", events.toString(), "--output", form));
      all.add(List.of("scan", OBSERVER, log.toString(), events.toString(), "--output", form));
      all.add(List.of("scan", OBSERVER, log.toString(), "--explain", "--output", form));
      all.add(
          List.of(
              "replay", events.toString(), "--chart", c, "--against", OBSERVER, "--output", form));
      all.add(List.of("explain", c, "--log", events.toString(), "--seq", "2", "--output", form));
    }
    all.add(List.of("run", c, "--events", events.toString(), "--decisions", decisions.toString()));
    all.add(List.of("explain", c, "--log", decisions.toString(), "--seq", "2"));
    all.add(List.of("replay", decisions.toString(), "--chart", c));
    for (String form : List.of("mermaid", "dot", "plantuml", "svg", "scxml")) {
      all.add(List.of("render", c, "--format", form));
    }
    all.add(List.of("import", scxml.toString()));
    all.add(List.of("diff", c, OBSERVER));
    all.add(List.of("diff", c, OBSERVER, "--output", "json"));
    all.add(List.of("analyze", c));
    all.add(List.of("analyze", c, "--output", "json"));
    all.add(List.of("simulate", c));
    all.add(List.of("migrate", c, EVIL));
    all.add(List.of("schema", EVIL));
    all.add(List.of("new", folder.resolve("new" + EVIL.substring(1)).toString()));
    for (String command :
        List.of(
            "validate",
            "run",
            "scan",
            "test",
            "render",
            "import",
            "watch",
            "simulate",
            "diff",
            "analyze",
            "replay",
            "explain",
            "store",
            "migrate",
            "worker",
            "turn",
            "new",
            "schema")) {
      all.add(List.of(command, "--" + EVIL));
      if (command.equals("watch")) {
        continue; // it waits for changes
      }
      all.add(List.of(command, EVIL.replace("\u001b", "no\u001b"), EVIL, EVIL));
      all.add(List.of(command, c, "--set", EVIL + "=" + EVIL));
    }
    all.add(List.of(EVIL));
    for (List<String> words : all) {
      CommandResult result =
          CommandResult.once("open " + EVIL + "\n", words.toArray(String[]::new));
      quiet(result.out() + result.err(), words);
    }
  }

  @Test
  void help_is_a_command_and_help_for_no_command_is_wrong_use() {
    assertThat(CommandResult.run("", "help").out())
        .isEqualTo(CommandResult.run("", "--help").out());
    assertThat(CommandResult.run("", "help", "scan").out())
        .isEqualTo(CommandResult.run("", "scan", "--help").out());
    CommandResult unknown = CommandResult.run("", "nosuch", "--help");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.out()).isEmpty();
    assertThat(unknown.err()).contains("nosuch");
    assertThat(CommandResult.run("", "help", "nosuch").code()).isEqualTo(2);
  }

  @Test
  void json_means_the_same_after_it_was_written_out() throws IOException {
    Path events = write("e.jsonl", json("{\"event\":\"EVIL\"}\n"));
    String out =
        CommandResult.run(
                "", "run", chart.toString(), "--events", events.toString(), "--output", "jsonl")
            .out();
    assertThat(out)
        .contains(
            "\"event\":\"\\u001B]52;c;ZXZpbA==\\u0007\\u009b2J\\u202etxet\\u2066\\u200f\\u2028\\u007f\\u200b\\ufdd2\"");
  }

  @Test
  void a_problem_shows_its_line_with_the_caret_below_the_right_word() throws IOException {
    Path evil =
        write("c.yaml", "chart: x\nstates: { a: { description: \"\u202e\", nosuch: 1 } }\n");
    assertThat(CommandResult.run("", "validate", evil.toString()).out())
        .contains(
            "2 | states: { a: { description: \"\\u202e\", nosuch: 1 } }\n      |"
                + " ".repeat(39)
                + "^");
  }

  @Test
  void only_own_colours_are_printed() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console =
        new Console(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                TerminalStyle.COLOUR,
                false)
            .withEscaping();
    console.out().print(TerminalStyle.COLOUR.error("red \u001b[32mgreen") + "\r\nü\r€😀\t\n");
    console.out().flush();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("\u001b[31mred \\x1b[32mgreen\u001b[0m\r\nü\\x0d€😀\t\n");
  }

  @Test
  void every_command_reports_a_full_disk() throws IOException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    Path events = write("e.jsonl", "{\"event\":\"open\"}\n");
    for (String[] words :
        new String[][] {
          {"run", chart.toString(), "--events", events.toString()},
          {"render", chart.toString()},
          {"scan", chart.toString(), events.toString()},
          {"schema"},
          {"--help"},
          {"run", "--help"}
        }) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      Console console =
          new Console(
              new ByteArrayInputStream(new byte[0]),
              new PrintStream(full, false, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              TerminalStyle.PLAIN,
              false);
      assertThat(Main.run(console, words)).as(words[0]).isEqualTo(3);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .as(words[0])
          .contains("statute: the standard output could not be written");
    }
  }
}
