package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Types of facts that rules use, and sets of them as bits. Thread-safe. */
final class FactTypes {
  /** Requirement of every rule: the question itself. */
  static final long QUESTION = 1;

  private final List<Class<?>> types;

  /** Predicates of requested sets; there are few, because rules share requirements. */
  private final Map<Long, Predicate<Class<?>>> sets = new ConcurrentHashMap<>();

  FactTypes(List<CheckedRule> rules) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (CheckedRule rule : rules) {
      rule.patterns().forEach(pattern -> all.add(pattern.type()));
      if (AnchorPattern.isRequired(rule)) {
        all.add(AnchorPattern.FACT);
      }
    }
    types = List.copyOf(all);
    if (types.size() > 62) {
      throw new IllegalStateException("there are not so many types of facts");
    }
  }

  /** Requirements of a rule: the question and all types of facts that it uses. */
  long requiredBy(CheckedRule rule) {
    long set = AnchorPattern.isRequired(rule) ? QUESTION | bitOf(AnchorPattern.FACT) : QUESTION;
    for (CheckedRule.PatternInfo pattern : rule.patterns()) {
      set |= bitOf(pattern.type());
    }
    return set;
  }

  /** Returns a test for membership of a type's facts in the set. */
  Predicate<Class<?>> predicate(long set) {
    Predicate<Class<?>> known = sets.get(set);
    return known != null
        ? known
        : sets.computeIfAbsent(set, bits -> type -> (bits & bitOf(type)) != 0);
  }

  boolean has(Class<?> type) {
    return types.contains(type);
  }

  /** Bit of a type; 0 for a type that no rule uses. */
  private long bitOf(Class<?> type) {
    int index = types.indexOf(type);
    return index < 0 ? 0 : 2L << index;
  }
}
