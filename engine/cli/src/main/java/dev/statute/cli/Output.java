package dev.statute.cli;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
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
              + word()
              + " here; it is one of "
              + Arrays.stream(forms).map(Output::word).collect(Collectors.joining(", ")));
    }
    return this;
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For the help text: all forms. */
  static final class Words extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1;

    Words() {
      super(List.of(values()).stream().map(Output::word).toList());
    }
  }
}
