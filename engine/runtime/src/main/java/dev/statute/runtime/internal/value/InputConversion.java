package dev.statute.runtime.internal.value;

import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import java.util.List;
import java.util.Map;

/** Conversion of inputs to chart values. */
public final class InputConversion {
  private InputConversion() {}

  /**
   * Converts an input to immutable chart values.
   *
   * @param to target instance
   * @throws IllegalArgumentException if it contains a value unknown to charts
   * @throws ValueException if a value or id exceeds the limits
   */
  public static Input convert(String to, Input input) {
    checkId("the instance's id", to);
    if (input.id() != null) {
      checkId("the input's id", input.id());
    }
    if (input instanceof Input.Event event) {
      checkId("the event's name", event.name());
    }
    return convert(input);
  }

  /** Refuses an id that cannot be stored unchanged. */
  public static void checkId(String what, String id) {
    String fault = ValueLimits.checkId(id);
    if (fault != null) {
      throw new ValueException(what + " cannot be kept: " + fault);
    }
  }

  /** Returns the outcome for values beyond the limits. */
  public static Outcome.Rejected rejection(ValueException fault) {
    return new Outcome.Rejected(
        List.of(),
        "value",
        "it cannot be kept: " + fault.getMessage(),
        fault.path().isEmpty() ? null : fault.path(),
        null,
        fault.reason(),
        Trace.NONE);
  }

  private static Input convert(Input input) {
    if (input instanceof Input.Event event) {
      Map<String, ?> data = event.data();
      return data == null
          ? event
          : new Input.Event(event.name(), ValueConversion.map(data), event.id(), event.sender());
    }
    if (input instanceof Input.Move move) {
      Map<String, ?> data = move.data();
      return data == null
          ? move
          : new Input.Move(move.to(), move.reason(), ValueConversion.map(data), move.id());
    }
    if (input instanceof Input.Report report) {
      return new Input.Report(ValueConversion.map(report.fields()), report.id());
    }
    throw new IllegalArgumentException("no way to send " + input);
  }

  public static Input withId(Input input, String id) {
    if (input instanceof Input.Event event) {
      return new Input.Event(event.name(), event.data(), id, event.sender());
    }
    if (input instanceof Input.Move move) {
      return new Input.Move(move.to(), move.reason(), move.data(), id);
    }
    if (input instanceof Input.Report report) {
      return new Input.Report(report.fields(), id);
    }
    throw new IllegalArgumentException("no way to send " + input);
  }
}
