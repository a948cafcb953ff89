package dev.statute.cli.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalyzeCommandTest {
  @TempDir private Path folder;

  @Test
  void a_state_that_is_only_passed_is_shown_by_a_test_that_holds() throws IOException {
    Files.writeString(
        folder.resolve("pass.yaml"),
        """
        chart: pass
        initial: a
        states:
          a: { on: { go: mid } }
          mid: { always: { to: b } }
          b: { on: { back: a } }
        """);
    Path tests = folder.resolve("pass.test.yaml");
    String property = "chart: pass.yaml\nnever: active('mid')\n";
    Files.writeString(tests, property);
    String told = CommandResult.run("", "test", tests.toString()).out();
    String step = "- { event: go, expect: { to: [b] } }   # on the way it is in mid";
    assertThat(told).contains(step);
    Files.writeString(
        tests, "chart: pass.yaml\ntests:\n  - name: pasted\n    steps:\n      " + step + "\n");
    assertThat(CommandResult.run("", "test", tests.toString()).code()).isZero();
  }
}
