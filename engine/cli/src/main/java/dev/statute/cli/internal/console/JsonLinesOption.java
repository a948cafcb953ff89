package dev.statute.cli.internal.console;

import picocli.CommandLine.Option;

/** Option of the result's format for commands that print a list: text or lines of JSON. */
public final class JsonLinesOption {
  @Option(
      names = "--output",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text (default) or jsonl")
  private OutputFormat output = OutputFormat.TEXT;

  /**
   * Tests for lines of JSON.
   *
   * @throws UsageException for other formats
   */
  public boolean isJson() {
    return output.requireOneOf(OutputFormat.TEXT, OutputFormat.JSONL) == OutputFormat.JSONL;
  }
}
