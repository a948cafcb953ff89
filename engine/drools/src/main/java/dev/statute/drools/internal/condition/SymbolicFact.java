package dev.statute.drools.internal.condition;

import dev.statute.drools.internal.drl.DrlExpression;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Fact with at most one known value, which is identified by its access path, such as {@code to} or
 * {@code payload.num("n")}. Confined to one thread.
 */
public final class SymbolicFact implements FactReader {
  /** Limit of comparisons; the effort of evaluating all classes of values is its square. */
  private static final int MAX_COMPARISONS = 2_000;

  private final String knownPath;
  private final SymbolicValue knownValue;
  private final Map<String, Set<Object>> literals = new LinkedHashMap<>();
  private int comparisons;

  private SymbolicFact(String knownPath, SymbolicValue knownValue) {
    this.knownPath = knownPath;
    this.knownValue = knownValue;
  }

  /** Evaluates a condition on all facts whose value at a path is of a class. */
  public static TruthValue test(DrlExpression condition, String path, EquivalenceClass value) {
    return new SymbolicFact(path, value).test(condition);
  }

  /**
   * Finds the literals that conditions compare each access path with; a path that is a condition is
   * compared with {@code true}. Returns none for conditions with too many comparisons.
   */
  public static Map<String, Set<Object>> literals(List<DrlExpression> conditions) {
    SymbolicFact fact = new SymbolicFact("", SymbolicValue.UNKNOWN);
    conditions.forEach(fact::test);
    return fact.comparisons > MAX_COMPARISONS ? Map.of() : fact.literals;
  }

  private TruthValue test(DrlExpression condition) {
    return new ConditionEvaluator(this, new AccessPath(this, ""), Map.of()).test(condition);
  }

  @Override
  public Object field(Object on, String name) {
    if (!(on instanceof AccessPath from)) {
      return SymbolicValue.UNKNOWN;
    }
    String path = from.text.isEmpty() ? name : from.text + "." + name;
    return path.equals(knownPath) ? knownValue : new AccessPath(this, path);
  }

  @Override
  public Object call(Object on, String name, List<@Nullable Object> arguments) {
    StringJoiner text = new StringJoiner(", ", name + "(", ")");
    for (Object each : arguments) {
      if (each instanceof SymbolicValue && !(each instanceof AccessPath)) {
        return SymbolicValue.UNKNOWN;
      }
      text.add(each instanceof String word ? '"' + word + '"' : String.valueOf(each));
    }
    return field(
        on instanceof Class<?> type ? new AccessPath(this, type.getSimpleName()) : on,
        text.toString());
  }

  /** Unknown value with the path to it. */
  private record AccessPath(SymbolicFact fact, String text) implements SymbolicValue {
    @Override
    public TruthValue compare(String operator, @Nullable Object literal) {
      fact.comparisons++;
      if (literal != null && !text.isEmpty()) {
        fact.literals.computeIfAbsent(text, same -> new LinkedHashSet<>()).add(literal);
      }
      return TruthValue.UNKNOWN;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
