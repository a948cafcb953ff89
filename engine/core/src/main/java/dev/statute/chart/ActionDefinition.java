package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Action as written in a chart. Map keys that are paths or names keep their places as {@link
 * SourceText}.
 */
public sealed interface ActionDefinition {
  /** Returns the place where the action begins. */
  Place place();

  /** Assignments by path; all values are computed before any path is changed. */
  record Assign(Map<SourceText, ValueDefinition> values, Place place) implements ActionDefinition {}

  /** Maps by path; each is merged over the map at its path. */
  record Merge(Map<SourceText, ValueDefinition> values, Place place) implements ActionDefinition {}

  /** Values by path; each is appended to the list at its path. */
  record Append(Map<SourceText, ValueDefinition> values, Place place) implements ActionDefinition {}

  record Remove(List<SourceText> paths, Place place) implements ActionDefinition {}

  /**
   * Internal event; {@code event} is a name, or the expression {@code event_name} where the chart
   * says so.
   */
  record Raise(SourceText event, @Nullable ValueDefinition data, Place place)
      implements ActionDefinition {}

  /**
   * Delayed or external event. {@code to} is a template, {@code event} a name or a template for
   * one, {@code after} a duration literal or an expression.
   */
  record Send(
      SourceText event,
      @Nullable ValueDefinition data,
      @Nullable SourceText to,
      @Nullable SourceText after,
      @Nullable SourceText id,
      Place place)
      implements ActionDefinition {
    /** Returns true if the event name is computed at run time. */
    public boolean isComputed() {
      return event.value().contains("${");
    }
  }

  record Cancel(SourceText id, Place place) implements ActionDefinition {}

  /** Notification for listeners; never a chart event. */
  record Emit(SourceText type, Map<String, ValueDefinition> fields, Place place)
      implements ActionDefinition {}

  /** Request to a handler of the host, made after commit. */
  record Call(SourceText handler, @Nullable ValueDefinition with, boolean optional, Place place)
      implements ActionDefinition {}

  record Restart(SourceText timer, @Nullable SourceText after, Place place)
      implements ActionDefinition {}

  /** Log message; {@code message} is a template. */
  record Log(SourceText message, Place place) implements ActionDefinition {}

  /** Conditional; runs the first branch with a true condition. */
  record If(List<Branch> branches, Place place) implements ActionDefinition {}

  /** Branch of {@link If}; always true without {@code when}. */
  record Branch(@Nullable SourceText when, List<ActionDefinition> actions) {}

  /** Loop over the members of a list or the keys of a map. */
  record Each(
      SourceText item,
      @Nullable SourceText index,
      ValueDefinition in,
      List<ActionDefinition> actions,
      Place place)
      implements ActionDefinition {}

  /** Action block of its own: an error skips the rest of the block only. */
  record Block(List<ActionDefinition> actions, Place place) implements ActionDefinition {}

  /** Map of values for the chart's form fields. */
  record Fill(ValueDefinition values, Place place) implements ActionDefinition {}

  /** Failure; raises {@code error.execution} with this message. */
  record Fail(ValueDefinition message, Place place) implements ActionDefinition {}
}
