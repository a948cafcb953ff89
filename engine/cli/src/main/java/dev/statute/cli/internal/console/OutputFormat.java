package dev.statute.cli.internal.console;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Format of results; each command supports some of them. */
public enum OutputFormat {
  TEXT,
  JSONL,
  JSON,
  GITHUB,
  SARIF,
  JUNIT;

  /** Returns this format, if the command supports it. */
  public OutputFormat requireOneOf(OutputFormat... forms) {
    Set<OutputFormat> allowed = EnumSet.copyOf(Arrays.asList(forms));
    if (!allowed.contains(this)) {
      throw new UsageException(
          "there is no --output "
              + this
              + " here; it is one of "
              + Arrays.stream(forms).map(OutputFormat::toString).collect(Collectors.joining(", ")));
    }
    return this;
  }

  /** Name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
