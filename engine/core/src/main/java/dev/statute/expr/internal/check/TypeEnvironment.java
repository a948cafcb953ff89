package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.Activation;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Names in scope of an expression: variables with types and slots, and the states for {@code
 * active()}. Immutable; each {@code with} method returns a copy.
 *
 * @param variables by name, in the order they were added
 * @param slots number of slots that an {@link Activation} needs
 * @param states maps an id to the number for {@link Activation#isActive}, negative if unknown; null
 *     if {@code active()} is not in scope
 * @param stateIds all states, as suggestions for a misspelt one
 */
public record TypeEnvironment(
    Map<String, Variable> variables,
    int slots,
    @Nullable ToIntFunction<String> states,
    List<String> stateIds) {
  private static final TypeEnvironment EMPTY = new TypeEnvironment(Map.of(), 0, null, List.of());

  /** Variable with its slot and static type. */
  public record Variable(String name, int slot, ValueType type) {}

  /** Returns an environment without names. */
  public static TypeEnvironment empty() {
    return EMPTY;
  }

  /**
   * Adds a variable in the next free slot; slots are numbered from 0 in call order. A variable of
   * the same name is hidden and keeps its slot.
   */
  public TypeEnvironment withVariable(String name, ValueType type) {
    Map<String, Variable> more = new LinkedHashMap<>(variables);
    more.remove(name);
    more.put(name, new Variable(name, slots, type));
    return new TypeEnvironment(Collections.unmodifiableMap(more), slots + 1, states, stateIds);
  }

  /** Adds {@code active('id')}, with the ids and numbers of all states. */
  public TypeEnvironment withStates(Collection<String> ids, ToIntFunction<String> numbers) {
    return new TypeEnvironment(variables, slots, numbers, List.copyOf(ids));
  }

  /** Returns the variable of that name, or null. */
  public @Nullable Variable variable(String name) {
    return variables.get(name);
  }

  /** Returns the number of a state; negative if unknown. */
  public int stateNumber(String id) {
    return states == null ? -1 : states.applyAsInt(id);
  }
}
