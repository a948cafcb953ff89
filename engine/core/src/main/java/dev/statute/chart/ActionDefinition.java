package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An action as written: structured and closed. Map keys that are paths or names keep their places
 * as {@link SourceText}.
 */
public sealed interface ActionDefinition {
  /** Where the action begins in its file. */
  Place place();

  /** path → value; all values are computed before any path is changed. */
  record Assign(Map<SourceText, ValueDefinition> values, Place place) implements ActionDefinition {}

  /** path → map whose keys are put over those that are there. */
  record Merge(Map<SourceText, ValueDefinition> values, Place place) implements ActionDefinition {}

  /** path → value put at the end of the list there. */
  record Append(Map<SourceText, ValueDefinition> values, Place place) implements ActionDefinition {}

  record Remove(List<SourceText> paths, Place place) implements ActionDefinition {}

  /**
   * An internal event; {@code event} is a name, or the expression {@code event_name} where the
   * chart says so.
   */
  record Raise(SourceText event, @Nullable ValueDefinition data, Place place)
      implements ActionDefinition {}

  /**
   * An event later or elsewhere; {@code to} is a template, {@code event} a name or a template that
   * gives one; {@code after} a duration literal or an expression.
   */
  record Send(
      SourceText event,
      @Nullable ValueDefinition data,
      @Nullable SourceText to,
      @Nullable SourceText after,
      @Nullable SourceText id,
      Place place)
      implements ActionDefinition {
    /** Whether only running can tell the event's name. */
    public boolean isComputed() {
      return event.value().contains("${");
    }
  }

  record Cancel(SourceText id, Place place) implements ActionDefinition {}

  /** Tells listeners; never a chart event. */
  record Emit(SourceText type, Map<String, ValueDefinition> fields, Place place)
      implements ActionDefinition {}

  /** Asks the host, after commit. */
  record Call(SourceText handler, @Nullable ValueDefinition with, boolean optional, Place place)
      implements ActionDefinition {}

  record Restart(SourceText timer, @Nullable SourceText after, Place place)
      implements ActionDefinition {}

  /** A template for the host's log. */
  record Log(SourceText message, Place place) implements ActionDefinition {}

  /** The first branch that holds. */
  record If(List<Branch> branches, Place place) implements ActionDefinition {}

  /** A branch of {@link If}; without {@code when} it always holds. */
  record Branch(@Nullable SourceText when, List<ActionDefinition> actions) {}

  /** The actions once per member of a list (or key of a map). */
  record Each(
      SourceText item,
      @Nullable SourceText index,
      ValueDefinition in,
      List<ActionDefinition> actions,
      Place place)
      implements ActionDefinition {}

  /** A block of its own: an error in it skips the rest of it, and nothing after it. */
  record Block(List<ActionDefinition> actions, Place place) implements ActionDefinition {}

  /** A map of values for the chart's fields. */
  record Fill(ValueDefinition values, Place place) implements ActionDefinition {}

  /** Raises {@code error.execution} with this message. */
  record Fail(ValueDefinition message, Place place) implements ActionDefinition {}
}
