package dev.statute.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "schema",
    description = "Prints the JSON Schema of the chart language, for editors.",
    mixinStandardHelpOptions = true)
final class SchemaCommand implements Callable<Integer> {
  private static final String RESOURCE = "dev/statute/yaml/chart.schema.json";
  private final Console console;

  SchemaCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    console.out().print(Resources.text(RESOURCE));
    return Exit.FINE;
  }
}
