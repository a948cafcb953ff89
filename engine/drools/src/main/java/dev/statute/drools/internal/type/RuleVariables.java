package dev.statute.drools.internal.type;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Variables of one rule, in the order they are bound, and the known properties of values so far.
 * Confined to one thread.
 */
public final class RuleVariables {
  private final Map<String, ExpressionType> variables = new LinkedHashMap<>();
  private final Set<String> objects = new HashSet<>();
  private final Set<String> fractions = new HashSet<>();
  private final Set<String> unordered = new HashSet<>();
  private final Set<String> read = new HashSet<>();
  private final FlowFacts known = new FlowFacts();
  private final TextSizeLimit growth = new TextSizeLimit();

  public void bind(String name, ExpressionType kind) {
    variables.put(name, kind);
    known.bind(name);
  }

  /** Notes that a variable holds a number as an object. */
  public void markObject(String name) {
    objects.add(name);
  }

  boolean isObject(String name) {
    return objects.contains(name);
  }

  /** Notes that conditions bind a variable to a number with a fraction. */
  public void markFraction(String name) {
    fractions.add(name);
  }

  boolean isFraction(String name) {
    return fractions.contains(name);
  }

  /** Notes that a variable is bound to comparisons that are false for what is no number. */
  public void markUnordered(String name) {
    unordered.add(name);
  }

  boolean isUnordered(String name) {
    return unordered.contains(name);
  }

  public boolean isBound(String name) {
    return variables.containsKey(name);
  }

  /** Type of a variable that an expression names; null if there is none. */
  @Nullable ExpressionType typeOf(String name) {
    read.add(name);
    return variables.get(name);
  }

  /** Tests if any expression names this variable. */
  public boolean isRead(String name) {
    return read.contains(name);
  }

  /** Known properties at the current place. */
  public FlowFacts known() {
    return known;
  }

  public TextSizeLimit growth() {
    return growth;
  }

  Collection<String> names() {
    return variables.keySet();
  }
}
