package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transition as written in a state, under {@code on}, {@code always} or {@code after}.
 *
 * @param trigger its trigger
 * @param targets ids or dotted paths; empty = targetless
 * @param when expression that must be true; null = none
 * @param guard name of a permission that a rule must grant; null = none
 * @param internal do not exit the source if the targets are inside it
 * @param reason template; null = none
 * @param place start of the transition in its file
 */
public record TransitionDefinition(
    Trigger trigger,
    List<SourceText> targets,
    @Nullable SourceText when,
    @Nullable SourceText guard,
    List<ActionDefinition> actions,
    boolean internal,
    @Nullable SourceText reason,
    Place place) {

  /** Trigger of a transition. */
  public sealed interface Trigger {}

  /** Event trigger: any of these descriptors. */
  public record OnEvent(List<SourceText> descriptors) implements Trigger {}

  /** Eventless trigger: taken as soon as it is enabled. */
  public record Always() implements Trigger {}

  /** Time trigger: a duration literal or expression, counted from entry of the state. */
  public record After(SourceText duration) implements Trigger {}
}
