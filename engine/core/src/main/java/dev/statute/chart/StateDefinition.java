package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State as written, with its contents.
 *
 * @param id unique in a chart; that of the root is the chart's name
 * @param initial targets and actions of the default entry; of a history state, its default; null =
 *     not given
 * @param transitions those under {@code on}, then {@code always}, then {@code after}, each in
 *     document order
 * @param moves direct moves listed in this state
 * @param defer event descriptors deferred while this state is active
 * @param output done data; null = none given
 * @param invokes child charts and host tasks that run while this state is active
 * @param place start of the state's key
 */
public record StateDefinition(
    SourceText id,
    Kind kind,
    List<StateDefinition> states,
    @Nullable InitialDefinition initial,
    List<ActionDefinition> entry,
    List<ActionDefinition> exit,
    List<TransitionDefinition> transitions,
    List<MoveDefinition> moves,
    List<SourceText> defer,
    @Nullable Map<String, ValueDefinition> output,
    List<SourceText> tags,
    List<SourceText> requires,
    List<InvokeDefinition> invokes,
    Place place) {

  /** Kind of a state node. */
  public enum Kind {
    ATOMIC,
    COMPOUND,
    PARALLEL,
    FINAL,
    SHALLOW_HISTORY,
    DEEP_HISTORY;

    public boolean isHistory() {
      return this == SHALLOW_HISTORY || this == DEEP_HISTORY;
    }
  }
}
