package dev.statute.step.internal.interpret;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.ReservedEvents;
import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.problem.Place;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Trace;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validation of inputs before any rule is asked or action is run. */
public final class InputValidator {
  private InputValidator() {}

  /**
   * Result of the validation of an event.
   *
   * @param event with the payload as expressions read it; as given if it is rejected
   * @param rejection null if the event is valid
   */
  public record ValidatedInput(Input.Event event, Outcome.@Nullable Rejected rejection) {}

  /** Returns the rejection of any input by an instance that ended, or null. */
  public static Outcome.@Nullable Rejected rejectFinished(Snapshot snapshot) {
    if (!snapshot.isDone()) {
      return null;
    }
    String where = String.join(", ", snapshot.configuration());
    String message =
        snapshot.exists()
            ? "the instance ended in " + where
            : snapshot.sequence() == 0
                ? "there is no such instance"
                : "the instance was cancelled by whoever invoked it";
    return new Outcome.Rejected(snapshot.configuration(), "finished", message);
  }

  /**
   * Returns the rejection of an id, name or data that cannot be stored, or null.
   *
   * @param name null = known to be valid
   */
  public static Outcome.@Nullable Rejected rejectInvalidValues(
      List<String> where, @Nullable String id, @Nullable String name, Map<String, ?> data) {
    String wrong = id == null ? null : ValueLimits.checkId(id);
    if (wrong != null) {
      return new Outcome.Rejected(where, "id", "the id cannot be kept: " + wrong);
    }
    wrong = name == null ? null : ValueLimits.checkId(name);
    if (wrong != null) {
      return new Outcome.Rejected(where, "name", "the name cannot be kept: " + wrong);
    }
    ValueException fault = ValueLimits.check(data);
    return fault == null
        ? null
        : new Outcome.Rejected(
            where,
            "value",
            "the data cannot be kept: " + fault.getMessage(),
            fault.path(),
            null,
            fault.reason(),
            Trace.NONE);
  }

  public static ValidatedInput validateEvent(
      Snapshot snapshot, Input.Event event, boolean lenient) {
    Outcome.Rejected refused = rejectFinished(snapshot);
    if (refused == null) {
      refused =
          rejectInvalidValues(snapshot.configuration(), event.id(), event.name(), event.payload());
    }
    if (refused == null) {
      refused = rejectReserved(snapshot, event);
    }
    Map<String, EventDefinition> declared = snapshot.chart().definition().events();
    if (refused != null || declared == null || ReservedEvents.isReserved(event.name())) {
      return new ValidatedInput(event, refused);
    }
    EventDefinition definition = declared.get(event.name());
    if (definition == null) {
      return new ValidatedInput(event, rejectUndeclared(snapshot, event.name(), declared));
    }
    if (lenient && event.data() == null) {
      return new ValidatedInput(event, null);
    }
    Map<String, ?> given = event.payload();
    PayloadValidator.Result result = PayloadValidator.check(definition, given);
    if (result instanceof PayloadValidator.RejectedPayload bad) {
      return new ValidatedInput(
          event,
          new Outcome.Rejected(
              snapshot.configuration(),
              bad.code(),
              bad.message(),
              bad.field(),
              bad.expected(),
              bad.found(),
              Trace.NONE));
    }
    Map<String, ?> data = ((PayloadValidator.Accepted) result).data();
    return new ValidatedInput(
        data == given ? event : new Input.Event(event.name(), data, event.id(), event.sender()),
        null);
  }

  /**
   * Returns the data of an event that the chart itself raises, converted as declared.
   *
   * @throws ActionFailure if the data do not match the declaration
   */
  public static Map<String, ?> validateRaised(
      CompiledChart model, String event, Map<String, ?> data, Place place) {
    Map<String, EventDefinition> declared = model.definition().events();
    EventDefinition definition = declared == null ? null : declared.get(event);
    if (declared == null || event.isEmpty() || ReservedEvents.isReserved(event)) {
      return data;
    }
    if (definition == null) {
      throw new ActionFailure("the chart declares no event '" + event + "'", place);
    }
    PayloadValidator.Result result = PayloadValidator.check(definition, data);
    if (result instanceof PayloadValidator.RejectedPayload refused) {
      throw new ActionFailure(refused.message(), place);
    }
    return ((PayloadValidator.Accepted) result).data();
  }

  /**
   * Rejects events with reserved names. Only answers to calls and to running invocations may come
   * from outside.
   */
  private static Outcome.@Nullable Rejected rejectReserved(Snapshot snapshot, Input.Event event) {
    String name = event.name();
    if (!ReservedEvents.isReserved(name)
        || EventDescriptor.matches("done.call", name)
        || EventDescriptor.matches("error.call", name)) {
      return null;
    }
    String answered = CurrentEvent.answeredInvocation(name);
    if (answered != null
        && (snapshot.invocations().containsKey(answered) || isLateAnswer(snapshot, event))) {
      return null;
    }
    String message =
        answered == null
            ? "only the engine itself raises '" + name + "'"
            : "no invocation called '" + answered + "' is running";
    return new Outcome.Rejected(snapshot.configuration(), "reserved", message);
  }

  /**
   * Returns whether the event is the answer of a child that ended before its cancellation arrived.
   * In SCXML compatibility mode it is handled in any state of the parent.
   */
  private static boolean isLateAnswer(Snapshot snapshot, Input.Event event) {
    Input.Sender sender = event.sender();
    return !snapshot.chart().model().rollsBack()
        && event.name().startsWith("done.invoke.")
        && sender != null
        && sender.origin() != null
        && sender.invokeid() != null;
  }

  private static Outcome.Rejected rejectUndeclared(
      Snapshot snapshot, String name, Map<String, EventDefinition> declared) {
    String nearest = SpellingSuggestion.nearest(name, declared.keySet());
    String hint =
        nearest == null
            ? "; declared are " + String.join(", ", declared.keySet())
            : "; did you mean '" + nearest + "'?";
    return new Outcome.Rejected(
        snapshot.configuration(),
        "undeclared",
        "the chart declares no event '" + name + "'" + hint,
        null,
        nearest,
        name,
        Trace.NONE);
  }
}
