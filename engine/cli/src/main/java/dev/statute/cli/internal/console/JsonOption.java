package dev.statute.cli.internal.console;

import picocli.CommandLine.Option;

/** Option of the result's format for commands that print one result: text or JSON. */
public final class JsonOption {
  @Option(
      names = "--output",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text (default) or json")
  private OutputFormat output = OutputFormat.TEXT;

  /**
   * Tests for JSON.
   *
   * @throws UsageException for other formats
   */
  public boolean isJson() {
    return output.requireOneOf(OutputFormat.TEXT, OutputFormat.JSON) == OutputFormat.JSON;
  }
}
