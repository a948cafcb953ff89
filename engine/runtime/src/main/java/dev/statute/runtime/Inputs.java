package dev.statute.runtime;

import dev.statute.step.Input;
import java.util.Map;

/** Inputs as charts can hold them. */
final class Inputs {
  private Inputs() {}

  /**
   * The same, of plain values that nobody can change.
   *
   * @throws IllegalArgumentException if it holds a value that a chart cannot
   */
  static Input plain(Input input) {
    if (input instanceof Input.Event event) {
      Map<String, ?> data = event.data();
      return data == null
          ? event
          : new Input.Event(event.name(), Plain.map(data), event.id(), event.sender());
    }
    if (input instanceof Input.Move move) {
      Map<String, ?> data = move.data();
      return data == null
          ? move
          : new Input.Move(move.to(), move.reason(), Plain.map(data), move.id());
    }
    if (input instanceof Input.Report report) {
      return new Input.Report(Plain.map(report.fields()), report.id());
    }
    throw new IllegalArgumentException("no way to send " + input);
  }

  static Input withId(Input input, String id) {
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
