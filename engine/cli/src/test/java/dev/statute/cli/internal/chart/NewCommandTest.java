package dev.statute.cli.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewCommandTest {
  @TempDir private Path folder;

  @Test
  void its_output_is_valid_and_passes_its_tests_with_full_coverage() {
    String name = folder.resolve("order-line").toString();
    CommandResult result = CommandResult.once("", "new", name);
    assertThat(result.code()).isEqualTo(ExitCode.SUCCESS);
    assertThat(result.out().lines()).hasSize(3);

    CommandResult valid = CommandResult.run("", "validate", folder.toString());
    assertThat(valid.out()).isEmpty();
    assertThat(valid.code()).isEqualTo(ExitCode.SUCCESS);

    CommandResult tested = CommandResult.run("", "test", folder.toString(), "--coverage");
    assertThat(tested.out()).contains("4 tests, all passed").doesNotContain("not reached");
    assertThat(tested.code()).isEqualTo(ExitCode.SUCCESS);
  }

  @Test
  void it_overwrites_no_file() {
    String name = folder.resolve("order").toString();
    assertThat(CommandResult.once("", "new", name).code()).isEqualTo(ExitCode.SUCCESS);
    CommandResult again = CommandResult.once("", "new", name);
    assertThat(again.code()).isEqualTo(ExitCode.USAGE);
    assertThat(again.err()).contains("is there already");
  }

  @Test
  void a_place_that_cannot_be_written_is_wrong_use() throws IOException {
    Path file = Files.writeString(folder.resolve("order.yaml"), "chart: order\n");
    CommandResult result = CommandResult.once("", "new", file.resolve("line").toString());
    assertThat(result.err())
        .contains(file.resolve("line.yaml") + "' cannot be written: '" + file + "' is no folder");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void a_name_that_no_chart_can_have_is_refused() {
    assertThat(CommandResult.once("", "new", folder.resolve("7up").toString()).code())
        .isEqualTo(ExitCode.USAGE);
  }
}
