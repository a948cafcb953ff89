package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arbitrary bytes as input: a message with the place, the right exit code, and no stack trace. */
class BadInputTest {
  private static final String GOOD =
      "chart: good\nstates: { a: { on: { go: b } }, b: { final: true } }\n";

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static void refused(Path file, String... codes) {
    for (String command : new String[] {"validate", "run", "render"}) {
      CommandResult invoked = CommandResult.run("", command, file.toString());
      String printed = invoked.out() + invoked.err();
      assertThat(invoked.code()).as(command + ": " + printed).isEqualTo(ExitCode.FINDINGS);
      assertThat(printed).as(command).containsPattern("\\.yaml:\\d+:\\d+: error ");
      assertThat(printed).as(command).containsAnyOf(codes);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   \n\n",
        "# nothing\n",
        "just words",
        "[1, 2]",
        "42",
        "chart: [",
        "chart: a\nstates: {",
        "chart: a\n\tstates: {}",
        "chart: a\nstates: 7",
        "chart: 1a\nstates: { a: {} }",
        "chart: a\nchart: b\nstates: { a: {} }",
        "chart: a\nstates: { a: { on: [1] } }",
        "chart: a\nstates: { a: !!java.net.URL x }",
        "chart: a\n--- \nchart: b",
        "%YAML 9.9\n---\nchart: a",
        "chart: a\nstates: { a: {}, *x : {} }",
        "chart: \u0000"
      })
  void a_file_that_is_no_chart_is_refused_at_a_place(String text) throws IOException {
    refused(file("bad.yaml", text), "error C1", "error quote-me");
  }

  @Test
  void bytes_that_are_no_text_are_refused() throws IOException {
    byte[] bytes = new byte[4096];
    new Random(7).nextBytes(bytes);
    refused(Files.write(folder.resolve("binary.yaml"), bytes), "C1");
  }

  @Test
  void an_alias_bomb_is_refused() throws IOException {
    StringBuilder bomb = new StringBuilder("chart: bomb\na0: &a0 [x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a").append(i).append(": &a").append(i).append(" [");
      bomb.append(("*a" + (i - 1) + ", ").repeat(9)).append("x]\n");
    }
    refused(file("bomb.yaml", bomb.toString()), "C1");
  }

  @Test
  void deep_nesting_is_refused() throws IOException {
    refused(file("deep.yaml", "chart: deep\nnote: " + "[".repeat(100_000)), "C1");
  }

  @Test
  void a_huge_file_is_refused() throws IOException {
    refused(file("huge.yaml", GOOD + "# " + "x".repeat(9 << 20)), "C1");
  }

  @Test
  void an_unknown_state_is_refused_with_a_suggestion() throws IOException {
    Path chart =
        file("typo.yaml", "chart: t\nstates: { idle: { on: { go: runing } }, running: {} }\n");
    CommandResult invoked = CommandResult.run("", "run", chart.toString());
    assertThat(invoked.code()).isEqualTo(ExitCode.FINDINGS);
    assertThat(invoked.err()).contains("typo.yaml:2:29: error C201", "did you mean 'running'?");
    assertThat(invoked.out()).isEmpty();
    for (String format : new String[] {"svg", "mermaid", "dot", "plantuml", "scxml"}) {
      CommandResult drawn = CommandResult.run("", "render", chart.toString(), "--format", format);
      assertThat(drawn.code()).as(format).isEqualTo(ExitCode.FINDINGS);
      assertThat(drawn.err()).contains("typo.yaml:2:29: error C201", "did you mean 'running'?");
      assertThat(drawn.out()).isEmpty();
    }
    Path unfinished =
        file("guard.yaml", "chart: t\nstates: { a: { on: { go: { to: b, guard: g } } }, b: {} }\n");
    assertThat(CommandResult.run("", "render", unfinished.toString()).code()).isZero();
  }

  @Test
  void rules_that_do_not_parse_or_do_not_type_are_refused_at_their_own_place() throws IOException {
    Path chart = file("good.yaml", GOOD);
    String head = "package p\nimport dev.statute.policy.*\nrule \"r\"\nwhen\n";
    String[] bodies = {
      "  Transition( to == \nthen\nend\n",
      "  $t : Transition( to == 7 )\nthen\n  insert( new Deny($t, \"no\") );\nend\n",
      "  $t : Trnsition()\nthen\n  insert( new Deny($t, \"no\") );\nend\n",
      "  $t : Transition()\nthen\n  insert( new Dny($t, \"no\") );\nend\n",
      "  $t : Transition()\nthen\n  System.exit(0);\nend\n",
      "\u0000\u0001"
    };
    for (String body : bodies) {
      Path rules = file("r.drl", head + body);
      CommandResult invoked =
          CommandResult.run("", "run", chart.toString(), "--rules", rules.toString());
      assertThat(invoked.code()).as(body + invoked.err()).isEqualTo(ExitCode.FINDINGS);
      assertThat(invoked.err()).as(body).containsPattern("r\\.drl:\\d+:\\d+: error R");
      assertThat(CommandResult.run("", "validate", rules.toString()).code())
          .isEqualTo(ExitCode.FINDINGS);
    }
  }

  @Test
  void unreadable_lines_are_reported_and_skipped() throws IOException {
    Path chart = file("good.yaml", GOOD);
    String deep = "{\"event\":\"go\",\"data\":{\"x\":" + "[".repeat(200) + "]".repeat(200) + "}}";
    String lines =
        "nonsense\n[]\n{}\n{\"event\":7}\n{\"event\":\n" + deep + "\n{\"event\":\"go\"}\n";
    CommandResult invoked =
        CommandResult.once(lines, "run", chart.toString(), "--events", "-", "--output", "jsonl");
    assertThat(invoked.code()).isEqualTo(ExitCode.FINDINGS);
    assertThat(invoked.out().lines().filter(line -> line.contains("\"unreadable\""))).hasSize(6);
    assertThat(invoked.out()).contains("\"line\":7", "\"outcome\":\"taken\"", "\"done\":true");
  }

  @Test
  void a_line_above_the_limit_is_skipped() throws IOException {
    Path chart = file("good.yaml", GOOD);
    String line = "{\"event\":\"" + "x".repeat(10 << 20) + "\"}";
    Path events = file("long.jsonl", line + "\n{\"event\":\"go\"}\n");
    CommandResult invoked =
        CommandResult.run(
            "", "run", chart.toString(), "--events", events.toString(), "--output", "jsonl");
    assertThat(invoked.code()).isEqualTo(ExitCode.FINDINGS);
    assertThat(invoked.out()).contains("\"line\":1", "\"L106\"", "\"done\":true");
    assertThat(invoked.out().length()).isLessThan(10_000);
  }

  @Test
  void binary_input_lines_are_unreadable_and_nothing_worse() throws IOException {
    Path chart = file("good.yaml", GOOD);
    byte[] bytes = new byte[1 << 16];
    new Random(11).nextBytes(bytes);
    Path events = Files.write(folder.resolve("noise.jsonl"), bytes);
    assertThat(CommandResult.run("", "scan", chart.toString(), events.toString()).code())
        .isEqualTo(ExitCode.FINDINGS);
    assertThat(
            CommandResult.run(
                    "", "run", chart.toString(), "--events", events.toString(), "--output", "jsonl")
                .code())
        .isEqualTo(ExitCode.FINDINGS);
  }

  @Test
  void a_folder_or_a_missing_file_where_a_chart_should_be_is_wrong_use() {
    for (String command : new String[] {"run", "render"}) {
      assertThat(CommandResult.run("", command, folder.toString()).code())
          .isEqualTo(ExitCode.USAGE);
      assertThat(CommandResult.run("", command, folder.resolve("no.yaml").toString()).code())
          .isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void a_test_file_that_is_none_is_refused() throws IOException {
    for (String text : new String[] {"", "tests: 7", "chart: no.yaml\ntests: []", "\u0000", "[["}) {
      Path file = file("x.test.yaml", text);
      CommandResult invoked = CommandResult.run("", "test", file.toString());
      assertThat(invoked.code()).as(text).isEqualTo(ExitCode.FINDINGS);
      assertThat(invoked.out()).as(text).containsPattern("\\.yaml:\\d+:\\d+: error ");
    }
  }

  @Test
  void messages_are_utf_8() throws IOException {
    Path chart = file("ümlaut.yaml", "chart: x\nstates: { ä: { on: { go: ö } } }\n");
    CommandResult invoked = CommandResult.run("", "validate", chart.toString());
    assertThat(invoked.out().getBytes(StandardCharsets.UTF_8)).isNotEmpty();
    assertThat(invoked.out()).contains("ümlaut.yaml:2:");
  }
}
