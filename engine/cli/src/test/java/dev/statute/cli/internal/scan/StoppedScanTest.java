package dev.statute.cli.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.EndSignal;
import dev.statute.cli.internal.console.TerminalStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Ctrl-C during a scan: what was found until then is printed. */
class StoppedScanTest {
  @TempDir private Path folder;

  @Test
  void a_stopped_scan_prints_what_it_found() throws IOException {
    Path chart =
        Files.writeString(folder.resolve("c.yaml"), "chart: c\nstates: { a: { on: { x: a } } }\n");
    Path sessions = Files.createDirectories(folder.resolve("sessions"));
    for (int i = 0; i < 40; i++) {
      Files.writeString(sessions.resolve(i + ".jsonl"), "{\"event\":\"x\"}\n");
    }
    EndSignal signal = new EndSignal();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream bar =
        new OutputStream() {
          private int steps;

          @Override
          public void write(int octet) {
            steps += octet == '[' ? 1 : 0;
            if (steps == 3) {
              signal.raise();
            }
            err.write(octet);
          }
        };
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(bar, true, StandardCharsets.UTF_8),
            TerminalStyle.PLAIN,
            true);
    int code =
        new CommandLine(new ScanCommand(console, signal))
            .execute(chart.toString(), sessions.toString());
    assertThat(code).isOne();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("\n3 sessions, 0 with findings\n");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("stopped: 37 files of 40 not read");
  }
}
