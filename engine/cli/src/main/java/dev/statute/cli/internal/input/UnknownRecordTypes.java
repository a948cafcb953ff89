package dev.statute.cli.internal.input;

import dev.statute.json.InputLine;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.step.Input;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Unknown types of records: they are kept, not counted, and reported once. */
public final class UnknownRecordTypes {
  private final Set<String> reported = new LinkedHashSet<>();

  /** Note about a line; null if its type is known or was reported. */
  @Nullable
  public String note(InputLine line) {
    return line instanceof InputLine.Submit given
            && given.input() instanceof Input.Report report
            && report.fields().get("type") instanceof String type
            && !ProgressTrackerFactory.installed().isKnownType(type)
        ? note(type)
        : null;
  }

  /** Note about a type; null if it was reported. */
  @Nullable
  public String note(String type) {
    return reported.add(type)
        ? "note: nobody knows records of type '" + type + "'; they are kept and count as nothing"
        : null;
  }

  public Set<String> reported() {
    return reported;
  }
}
