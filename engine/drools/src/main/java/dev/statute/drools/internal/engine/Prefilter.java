package dev.statute.drools.internal.engine;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.policy.Proposal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells which proposals no rule could look at, from the constants that patterns compare with.
 *
 * <p>Of each pattern on proposals, negated and nested ones too, only conditions {@code field ==
 * "constant"}, {@code field in (constants)} and their conjunctions and disjunctions are understood;
 * any other might hold. A pattern that understands some field is filed under the values of its most
 * telling one, so that a question costs a few look-ups however many rules there are.
 */
final class Prefilter {
  /** What is compared with constants; most telling first. */
  private static final Map<String, Function<Proposal, @Nullable String>> FIELDS = fields();

  private final Map<String, Map<String, List<Pattern>>> filed = new HashMap<>();
  private final List<Pattern> unfiled = new ArrayList<>();

  /** A pattern: its type, and for some fields the only values it takes. */
  private record Pattern(Class<?> type, Map<String, Set<String>> values) {
    boolean mayMatch(Proposal proposal) {
      if (!type.isInstance(proposal)) {
        return false;
      }
      for (Map.Entry<String, Set<String>> each : values.entrySet()) {
        String value = read(each.getKey(), proposal);
        if (value == null || !each.getValue().contains(value)) {
          return false;
        }
      }
      return true;
    }
  }

  Prefilter(List<CheckedRule> rules) {
    for (CheckedRule rule : rules) {
      for (CheckedRule.Look look : rule.looks()) {
        if (Proposal.class.isAssignableFrom(look.type())) {
          file(new Pattern(look.type(), Constants.of(look.conditions(), FIELDS.keySet())));
        }
      }
    }
  }

  private void file(Pattern pattern) {
    for (String field : FIELDS.keySet()) {
      Set<String> values = pattern.values().get(field);
      if (values != null) {
        Map<String, List<Pattern>> byValue = filed.computeIfAbsent(field, name -> new HashMap<>());
        values.forEach(
            value -> byValue.computeIfAbsent(value, name -> new ArrayList<>()).add(pattern));
        return;
      }
    }
    unfiled.add(pattern);
  }

  /** False if no pattern could match; never wrongly so. */
  boolean mayMatch(Proposal proposal) {
    if (anyMayMatch(unfiled, proposal)) {
      return true;
    }
    for (Map.Entry<String, Map<String, List<Pattern>>> each : filed.entrySet()) {
      String value = read(each.getKey(), proposal);
      List<Pattern> patterns = value == null ? null : each.getValue().get(value);
      if (patterns != null && anyMayMatch(patterns, proposal)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyMayMatch(List<Pattern> patterns, Proposal proposal) {
    for (Pattern pattern : patterns) {
      if (pattern.mayMatch(proposal)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable String read(String field, Proposal proposal) {
    Function<Proposal, @Nullable String> accessor = FIELDS.get(field);
    return accessor == null ? null : accessor.apply(proposal);
  }

  private static Map<String, Function<Proposal, @Nullable String>> fields() {
    Map<String, Function<Proposal, @Nullable String>> all = new LinkedHashMap<>();
    all.put("to", Proposal::to);
    all.put("event", Proposal::event);
    all.put("guard", Proposal::guard);
    all.put("from", Proposal::from);
    all.put("source", Proposal::source);
    all.put("chart", Proposal::chart);
    all.put("kind", Proposal::kind);
    return all;
  }
}
