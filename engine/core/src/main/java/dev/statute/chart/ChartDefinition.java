package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chart as written, in nested form, table form or both. Lists and maps are in document order and
 * unmodifiable.
 *
 * @param name the chart's name, also the name of the root state
 * @param version the author's version number, 1 by default
 * @param policies rule packs of this chart
 * @param settings name → value as written
 * @param data declared instance data; null = open data
 * @param events declared events; null = open, any event is accepted
 * @param root root state: children, entry and exit actions, transitions
 * @param rows table form: rows of {@code transitions}
 * @param moves table form: the top-level {@code moves} map, one entry per source state
 * @param fields form fields, in order
 * @param timers named timers, in order
 * @param hydrate names of the data that a new instance takes over from the last one with the same
 *     id
 * @param spawnOn descriptors of events that may begin a life of an id that is not alive, where the
 *     sender lets them; null = any input may
 * @param text the chart as one YAML text, which stores keep; null = it was not read from text
 */
public record ChartDefinition(
    SourceText name,
    int version,
    List<PackReference> policies,
    Map<String, SettingDefinition> settings,
    @Nullable Map<String, DataDefinition> data,
    @Nullable Map<String, EventDefinition> events,
    StateDefinition root,
    List<RowDefinition> rows,
    List<MoveDefinition> moves,
    Map<String, FieldDefinition> fields,
    Map<String, TimerDefinition> timers,
    Unhandled onUnhandled,
    OnError onError,
    List<SourceText> hydrate,
    @Nullable List<SourceText> spawnOn,
    @Nullable String text) {

  /** Handling of an event that no transition matches. */
  public enum Unhandled {
    IGNORE,
    REJECT,
    DEFER
  }

  /** Handling of an {@code error.*} event that no transition matches. */
  public enum OnError {
    ROLLBACK,
    DROP
  }
}
