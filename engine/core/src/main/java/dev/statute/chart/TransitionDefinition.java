package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transition as written in a state, under {@code on}, {@code always} or {@code after}.
 *
 * @param trigger what it waits for
 * @param targets ids or dotted paths; empty = targetless
 * @param when expression that must be true; null = none
 * @param guard name of a permission that a rule must grant; null = none
 * @param internal do not leave the source when the targets are inside it
 * @param reason template; null = none
 * @param place where the transition begins in its file
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

  /** What a transition waits for. */
  public sealed interface Trigger {}

  /** Any of these event descriptors. */
  public record OnEvent(List<SourceText> descriptors) implements Trigger {}

  /** Nothing: taken as soon as it is enabled. */
  public record Always() implements Trigger {}

  /** That long in the state: a duration literal or an expression. */
  public record After(SourceText duration) implements Trigger {}
}
