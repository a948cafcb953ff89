package dev.statute.cli;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The forms in which results are given; not every command has every form. */
enum Output {
  TEXT,
  JSONL,
  JSON,
  GITHUB,
  SARIF,
  JUNIT;

  /** This, if it is one of the forms that the command has. */
  Output among(Output... forms) {
    Set<Output> allowed = EnumSet.copyOf(Arrays.asList(forms));
    if (!allowed.contains(this)) {
      throw new WrongUse(
          "there is no --output "
              + this
              + " here; it is one of "
              + Arrays.stream(forms).map(Output::toString).collect(Collectors.joining(", ")));
    }
    return this;
  }

  /** The word for it on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
