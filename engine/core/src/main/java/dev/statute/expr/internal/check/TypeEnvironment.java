package dev.statute.expr.internal.check;

import dev.statute.expr.internal.node.Activation;
import java.util.ArrayList;
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

  /**
   * Adds {@code active('id')}.
   *
   * @param ids all states, as suggestions for a misspelt one
   * @param number maps an id to the number for {@link Activation#isActive}; negative if unknown
   */
  public TypeEnvironment withStates(Collection<String> ids, ToIntFunction<String> number) {
    return new TypeEnvironment(variables, slots, number, List.copyOf(ids));
  }

  /** Returns the variable of that name, or null. */
  public @Nullable Variable variable(String name) {
    return variables.get(name);
  }

  /** Returns the names in scope, in the order they were added. */
  public List<String> names() {
    return new ArrayList<>(variables.keySet());
  }

  /** Returns the number of slots that an {@link Activation} needs. */
  public int slots() {
    return slots;
  }

  /** Returns true if {@code active()} is in scope. */
  public boolean hasStates() {
    return states != null;
  }

  /** Returns the number of a state; negative if unknown. */
  public int stateNumber(String id) {
    return states == null ? -1 : states.applyAsInt(id);
  }

  public List<String> stateIds() {
    return stateIds;
  }

  /** Variable with its slot and static type. */
  public record Variable(String name, int slot, ValueType type) {}
}
