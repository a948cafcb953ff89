package dev.statute.step.internal.model;

import dev.statute.chart.StateDefinition.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiled state. Numbers count in document order from the root's 0; the descendants of a state are
 * the numbers after its own and before {@code end}.
 *
 * @param children without history states, in document order
 * @param histories numbers of the history states among its children
 * @param initial targets of the default entry, of a history its default; never empty for a compound
 * @param initialActions actions of the default entry
 * @param on transitions with events, in the order in which they are tried
 * @param after transitions of {@code after}, one group per duration
 * @param output null = none
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, read in tight loops and never written
public record CompiledState(
    int number,
    String id,
    Kind kind,
    int parent,
    int end,
    int[] children,
    int[] histories,
    int[] initial,
    ActionBlock initialActions,
    ActionBlock entry,
    ActionBlock exit,
    List<CompiledTransition> on,
    List<CompiledTransition> always,
    List<CompiledTransition> moves,
    List<StateTimer> after,
    EventDescriptors defer,
    List<String> tags,
    List<CompiledCondition> requires,
    List<CompiledInvocation> invokes,
    @Nullable Map<String, CompiledValue> output) {

  /**
   * {@code after} timer of a state: an instant after its entry, and its alternatives.
   *
   * @param name {@code <state>.after.<duration as written>}
   */
  public record StateTimer(
      String name, CompiledDuration delay, List<CompiledTransition> transitions) {}

  public boolean isAtomic() {
    return kind == Kind.ATOMIC || kind == Kind.FINAL;
  }

  public boolean isFinal() {
    return kind == Kind.FINAL;
  }

  public boolean isParallel() {
    return kind == Kind.PARALLEL;
  }

  public boolean isCompound() {
    return kind == Kind.COMPOUND;
  }

  public boolean isHistory() {
    return kind.isHistory();
  }

  /** Returns whether {@code other} is strictly inside this. */
  public boolean contains(int other) {
    return number < other && other < end;
  }

  @Override
  public String toString() {
    return id;
  }
}
