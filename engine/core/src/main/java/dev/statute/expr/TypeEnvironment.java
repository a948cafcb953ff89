package dev.statute.expr;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What an expression may name: variables with their types and slots, and the states that {@code
 * active()} may ask for. Immutable; each {@code with} makes another one.
 */
public final class TypeEnvironment {
  private static final TypeEnvironment EMPTY = new TypeEnvironment(Map.of(), 0, null, List.of());

  private final Map<String, Variable> variables;
  private final int slots;
  private final @Nullable ToIntFunction<String> states;
  private final List<String> stateIds;

  private TypeEnvironment(
      Map<String, Variable> variables,
      int slots,
      @Nullable ToIntFunction<String> states,
      List<String> stateIds) {
    this.variables = variables;
    this.slots = slots;
    this.states = states;
    this.stateIds = stateIds;
  }

  /** Nothing but the language. */
  public static TypeEnvironment empty() {
    return EMPTY;
  }

  /**
   * This and one more variable, in the next free slot; slots count from 0 in the order of the
   * calls. One of the same name is hidden and keeps its slot.
   */
  public TypeEnvironment withVariable(String name, ValueType type) {
    Map<String, Variable> more = new LinkedHashMap<>(variables);
    more.remove(name);
    more.put(name, new Variable(name, slots, type));
    return new TypeEnvironment(Collections.unmodifiableMap(more), slots + 1, states, stateIds);
  }

  /**
   * This with {@code active('id')}.
   *
   * @param ids all states, as suggestions for a misspelt one
   * @param number the number that {@link Activation#isActive} is asked with, negative for an
   *     unknown id
   */
  public TypeEnvironment withStates(Collection<String> ids, ToIntFunction<String> number) {
    return new TypeEnvironment(variables, slots, number, List.copyOf(ids));
  }

  /** The variable of that name, or null if there is none. */
  public @Nullable Variable variable(String name) {
    return variables.get(name);
  }

  /** The names in scope, in the order they were added. */
  public List<String> names() {
    return new ArrayList<>(variables.keySet());
  }

  /** How many slots a {@link Activation} for this must have. */
  public int slots() {
    return slots;
  }

  /** Whether {@code active()} is in scope. */
  public boolean hasStates() {
    return states != null;
  }

  /** The number of a state, negative if there is no such state. */
  public int stateNumber(String id) {
    return states == null ? -1 : states.applyAsInt(id);
  }

  public List<String> stateIds() {
    return stateIds;
  }

  /** A name, where its value will be found, and what is known of it. */
  public record Variable(String name, int slot, ValueType type) {}
}
