package dev.statute.step.internal.run;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.check.PayloadCheck;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.expr.internal.value.ValueException;
import dev.statute.expr.internal.value.ValueLimits;
import dev.statute.problem.Place;
import dev.statute.problem.Suggest;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Trace;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses what an instance cannot accept, before anything is asked or done. */
final class InputValidator {
  private InputValidator() {}

  /**
   * What came of an event at the door: its payload as expressions take it, or why it is refused.
   *
   * @param refused null if it may pass
   */
  record ValidatedInput(Map<String, ?> data, Outcome.@Nullable Rejected refused) {}

  /** The refusal of everything by an instance that ended, or null. */
  static Outcome.@Nullable Rejected finished(Snapshot snapshot) {
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

  /** The refusal of an id, a name or data that could not be kept, or null. */
  static Outcome.@Nullable Rejected unkeepable(
      List<String> where, @Nullable String id, String name, Map<String, ?> data) {
    String wrong = id == null ? null : ValueLimits.idFault(id);
    if (wrong != null) {
      return new Outcome.Rejected(where, "id", "the id cannot be kept: " + wrong);
    }
    wrong = ValueLimits.idFault(name);
    if (wrong != null) {
      return new Outcome.Rejected(where, "name", "the name cannot be kept: " + wrong);
    }
    ValueException fault = ValueLimits.fault(data);
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

  static ValidatedInput event(Snapshot snapshot, Input.Event event, boolean lenient) {
    Outcome.Rejected refused = finished(snapshot);
    if (refused == null) {
      refused = unkeepable(snapshot.configuration(), event.id(), event.name(), event.payload());
    }
    if (refused == null) {
      refused = reserved(snapshot, event);
    }
    Map<String, EventDefinition> declared = snapshot.chart().definition().events();
    if (refused != null || declared == null || ReservedEvents.test(event.name())) {
      return new ValidatedInput(event.payload(), refused);
    }
    EventDefinition definition = declared.get(event.name());
    if (definition == null) {
      return new ValidatedInput(Map.of(), undeclared(snapshot, event.name(), declared));
    }
    if (lenient && event.data() == null) {
      return new ValidatedInput(Map.of(), null);
    }
    PayloadCheck.Result result = PayloadCheck.check(definition, event.payload());
    if (result instanceof PayloadCheck.Refused bad) {
      return new ValidatedInput(
          Map.of(),
          new Outcome.Rejected(
              snapshot.configuration(),
              bad.code(),
              bad.message(),
              bad.field(),
              bad.expected(),
              bad.found(),
              Trace.NONE));
    }
    return new ValidatedInput(((PayloadCheck.Accepted) result).data(), null);
  }

  /**
   * The data of an event that the chart itself makes, as its declaration has them.
   *
   * @throws ActionFailure if they are not what is declared
   */
  static Map<String, ?> made(CompiledChart model, String event, Map<String, ?> data, Place place) {
    Map<String, EventDefinition> declared = model.definition().events();
    EventDefinition definition = declared == null ? null : declared.get(event);
    if (declared == null || event.isEmpty() || ReservedEvents.test(event)) {
      return data;
    }
    if (definition == null) {
      throw new ActionFailure("the chart declares no event '" + event + "'", place);
    }
    PayloadCheck.Result result = PayloadCheck.check(definition, data);
    if (result instanceof PayloadCheck.Refused refused) {
      throw new ActionFailure(refused.message(), place);
    }
    return ((PayloadCheck.Accepted) result).data();
  }

  /** Answers to calls, and to invocations that run, come from outside; nothing else does. */
  private static Outcome.@Nullable Rejected reserved(Snapshot snapshot, Input.Event event) {
    String name = event.name();
    if (!ReservedEvents.test(name)
        || EventDescriptor.matches("done.call", name)
        || EventDescriptor.matches("error.call", name)) {
      return null;
    }
    String answered = InvocationEffects.answered(name);
    if (answered != null
        && (snapshot.invocations().containsKey(answered) || isLastWord(snapshot, event))) {
      return null;
    }
    String message =
        answered == null
            ? "only the engine itself raises '" + name + "'"
            : "no invocation called '" + answered + "' is running";
    return new Outcome.Rejected(snapshot.configuration(), "reserved", message);
  }

  /**
   * In SCXML's way, a child that ended before it heard that nobody needs it any more has its answer
   * heard, whatever state its parent is in by then.
   */
  private static boolean isLastWord(Snapshot snapshot, Input.Event event) {
    Input.Sender sender = event.sender();
    return !snapshot.chart().model().rollsBack()
        && event.name().startsWith("done.invoke.")
        && sender != null
        && sender.origin() != null
        && sender.invokeid() != null;
  }

  private static Outcome.Rejected undeclared(
      Snapshot snapshot, String name, Map<String, EventDefinition> declared) {
    String nearest = Suggest.nearest(name, declared.keySet());
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
