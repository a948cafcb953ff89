package dev.statute.step.internal.model;

import dev.statute.expr.Activation;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What actions may do to the step they run in. */
public interface ActionContext {
  /** Where expressions read. */
  Activation scope();

  Map<String, @Nullable Object> data();

  /** Takes one action from what the step may do. */
  void countAction(Place place);

  /**
   * Takes data that an action makes from what the step may make.
   *
   * @param depth how many lists and maps it stands in
   * @throws ActionFailure if it is no value that can be kept
   */
  void chargeData(@Nullable Object value, int depth, Place place);

  /** Replaces the data; the map must not change any more. */
  void data(Map<String, @Nullable Object> data);

  /** Binds a variable of an {@code each}. */
  void setLocal(int slot, @Nullable Object value);

  /**
   * @param data of a declared event, what the declaration says
   * @param place of the event's name
   * @throws ActionFailure if they are not
   */
  void raise(String event, Map<String, ?> data, Place place);

  /** Runs actions whose failure skips the rest of them, and nothing else. */
  void runBlock(List<CompiledAction> actions);

  /**
   * As {@link #raise}, later or elsewhere.
   *
   * @param to null = to itself
   * @param after milliseconds from now
   */
  void sendEvent(
      SourceText event, Map<String, ?> data, @Nullable String to, long after, @Nullable String id);

  void cancelSend(String id);

  void addEffect(Effect effect);

  /**
   * @param after milliseconds from now; null = what the timer says
   */
  void restartTimer(int timer, @Nullable Long after);

  /**
   * @param place of the action
   */
  void fillFields(Map<?, ?> values, Place place);
}
