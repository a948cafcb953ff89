package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loading the rule engine takes longer than most commands, so it is not loaded without rules. */
class WithoutRulesTest {
  @TempDir private Path folder;

  private List<String> loaded(String... args) throws Exception {
    Path log = folder.resolve("classes.log");
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xlog:class+load:file=" + log + "::filecount=0");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(log, StandardCharsets.UTF_8);
  }

  @Test
  void a_chart_without_rules_runs_without_the_rule_engine() throws Exception {
    Path chart =
        Files.writeString(
            folder.resolve("plain.yaml"),
            "chart: plain\nstates: { a: { on: { go: b } }, b: { final: true } }\n");
    Path events = Files.writeString(folder.resolve("go.jsonl"), "{\"event\":\"go\"}\n");
    for (String[] args :
        new String[][] {
          {"run", chart.toString(), "--events", events.toString()},
          {"scan", chart.toString(), events.toString()},
          {"validate", chart.toString()},
          {"render", chart.toString()}
        }) {
      assertThat(loaded(args))
          .as(args[0])
          .isNotEmpty()
          .noneMatch(line -> line.matches(".*\\b(org\\.(drools|kie|mvel2|antlr|eclipse)\\.).*"));
    }
  }
}
