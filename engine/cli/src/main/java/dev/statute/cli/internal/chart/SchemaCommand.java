package dev.statute.cli.internal.chart;

import dev.statute.cli.internal.console.ClassPathResources;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "schema",
    description =
        "Prints a JSON Schema for editors: of charts, packs, test files, tool catalogues or"
            + " descriptions of logs.",
    mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {
  private static final List<String> KINDS = List.of("chart", "log", "pack", "test", "tools");
  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "KIND",
      defaultValue = "chart",
      description = "chart (default), log, pack, test or tools")
  private String kind = "chart";

  public SchemaCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (!KINDS.contains(kind)) {
      throw new UsageException(
          "no schema of '" + kind + "'; there are " + String.join(", ", KINDS));
    }
    String module = kind.equals("log") ? "logs" : "yaml";
    console
        .out()
        .print(ClassPathResources.text("dev/statute/%s/%s.schema.json".formatted(module, kind)));
    return ExitCode.SUCCESS;
  }
}
