package dev.statute.cli.internal.console;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The forms in which results are given; not every command has every form. */
public enum OutputFormat {
  TEXT,
  JSONL,
  JSON,
  GITHUB,
  SARIF,
  JUNIT;

  /** This, if it is one of the forms that the command has. */
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

  /** The word for it on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
