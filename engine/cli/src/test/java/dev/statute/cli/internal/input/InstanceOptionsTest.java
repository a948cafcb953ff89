package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceOptionsTest {
  @TempDir private Path folder;

  @Test
  void a_decimal_among_the_initial_data_is_read_exactly() throws IOException {
    Path invoice =
        Files.writeString(
            folder.resolve("invoice.yaml"),
            """
            chart: invoice
            data: { total: { type: decimal, initial: 0 }, parts: { type: [decimal], initial: [] } }
            states: { open: {} }
            """);
    CommandResult ran =
        CommandResult.run(
            "",
            "run",
            invoice.toString(),
            "--data",
            "total=12345678901234567890.50",
            "--data",
            "parts=[0.10, 1]",
            "--events",
            "-");
    assertThat(ran.out())
        .contains("data {\"total\":\"12345678901234567890.50\",\"parts\":[\"0.10\",\"1\"]}");
  }
}
