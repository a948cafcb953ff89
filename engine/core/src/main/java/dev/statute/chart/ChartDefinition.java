package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One chart as written, both forms in it. Lists and maps are in document order and unmodifiable.
 *
 * @param name the chart's name, also the name of the root state
 * @param version the author's number, 1 unless given
 * @param policies the rule packs that judge this chart
 * @param settings name → value as written
 * @param data the instance's own data; null = open data, nothing declared
 * @param events declared events; null = open, any event is acceptable
 * @param root the root state: its children, entry, exit, and the root's own transitions
 * @param rows the table form: rows of {@code transitions}
 * @param moves the table form: the top-level {@code moves} map, one entry per source state
 * @param fields what is asked of a user, in order
 * @param timers named timers, in order
 * @param hydrate names of the data that a new life of an id takes over from its last one
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
    List<SourceText> hydrate) {

  /** A chart whose lives begin with its initial data. */
  public ChartDefinition(
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
      OnError onError) {
    this(
        name,
        version,
        policies,
        settings,
        data,
        events,
        root,
        rows,
        moves,
        fields,
        timers,
        onUnhandled,
        onError,
        List.of());
  }

  /** What happens to an event that nobody listens to. */
  public enum Unhandled {
    IGNORE,
    REJECT,
    DEFER
  }

  /** What happens to an {@code error.*} event that no transition handles. */
  public enum OnError {
    ROLLBACK,
    DROP
  }
}
