package dev.statute.step.internal.model;

import dev.statute.expr.internal.node.Activation;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations of actions on the step they run in. */
public interface ActionContext {
  /** Returns the scope of expressions. */
  Activation scope();

  Map<String, @Nullable Object> data();

  /** Counts one action against the step's budget. */
  void countAction(Place place);

  /**
   * Charges data that an action creates to the step's budget.
   *
   * @param depth number of lists and maps around the value
   * @throws ActionFailure if it is no value that can be stored
   */
  void chargeData(@Nullable Object value, int depth, Place place);

  /** Replaces the data; the map must not change any more. */
  void data(Map<String, @Nullable Object> data);

  /** Sets a variable of an {@code each}. */
  void setLocal(int slot, @Nullable Object value);

  /**
   * Raises an internal event.
   *
   * @param data of a declared event, as declared
   * @param place of the event's name
   * @throws ActionFailure if the data do not match the declaration
   */
  void raise(String event, Map<String, ?> data, Place place);

  /** Runs actions; a failure skips the rest of them only. */
  void runBlock(List<CompiledAction> actions);

  /**
   * Sends an event, see {@link #raise}, with a delay or to another recipient.
   *
   * @param to null = to itself
   * @param after milliseconds from now
   */
  void sendEvent(
      SourceText event, Map<String, ?> data, @Nullable String to, long after, @Nullable String id);

  void cancelSend(String id);

  void addEffect(Effect effect);

  /**
   * Restarts a named timer.
   *
   * @param after milliseconds from now; null = the declared duration
   */
  void restartTimer(int timer, @Nullable Long after);

  /**
   * Fills in form fields.
   *
   * @param place of the action
   */
  void fillFields(Map<?, ?> values, Place place);
}
