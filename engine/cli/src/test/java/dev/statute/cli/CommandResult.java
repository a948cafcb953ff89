package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Output and exit code of one command. */
public record CommandResult(int code, String out, String err) {

  /** Runs a command twice in this process: the same input gives the same bytes. */
  public static CommandResult run(String input, String... args) {
    CommandResult first = once(input, args);
    assertThat(once(input, args)).as("the same command again").isEqualTo(first);
    return first;
  }

  public static CommandResult once(String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            TerminalStyle.PLAIN,
            false);
    int code = Main.run(console, args);
    console.out().flush();
    CommandResult invoked =
        new CommandResult(
            code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    assertThat(invoked.out + invoked.err)
        .as("no stack trace")
        .doesNotContain("\tat ", "java.lang.", "Exception in");
    return invoked;
  }
}
