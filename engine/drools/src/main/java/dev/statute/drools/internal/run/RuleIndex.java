package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.CheckedRule.PatternInfo;
import dev.statute.drools.internal.condition.AllowedValues;
import dev.statute.policy.Finding;
import dev.statute.policy.Grant;
import dev.statute.policy.Proposal;
import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Index of rules by the kinds of verdict that they give, as sets of bits, and by their patterns on
 * proposals, including negated and nested ones. It finds the questions that no rule can answer, and
 * the types of facts that the other questions need.
 *
 * <p>A pattern is stored under the values of its most selective field, so that a question costs a
 * few look-ups for any number of rules. Conditions other than {@code field == "constant"}, {@code
 * field in (constants)}, their conjunctions and disjunctions might hold. Immutable.
 */
final class RuleIndex {
  private static final int ON_TRANSITION = 1;
  private static final int ON_CANDIDATE = 2;
  private static final int ON_RECORD = 4;
  private static final int ON_FIELD = 8;

  /** Number of sets of kinds. */
  private static final int SETS = 16;

  /** Fields that are compared with constants; most selective first. */
  private static final Map<String, Function<Proposal, @Nullable String>> FIELDS = fields();

  /** Kinds of verdict of each rule. */
  private final int[] given;

  private final List<FieldIndex> fieldIndexes = new ArrayList<>();
  private final List<IndexedPattern> unindexed = new ArrayList<>();

  /** Requirements of the rules that require no proposal, by accepted kinds of verdict. */
  private final long[] always = new long[SETS];

  /** Patterns with this most selective field, by its values. */
  private record FieldIndex(
      Function<Proposal, @Nullable String> field, Map<String, List<IndexedPattern>> byValue) {}

  /** Values that a field is limited to. */
  private record FieldLimit(Function<Proposal, @Nullable String> field, Set<String> values) {}

  /**
   * Pattern in the index.
   *
   * @param limits empty if the pattern is not indexed; the pattern is stored under the values of
   *     the first one
   * @param verdictKinds the kinds of verdict of its rule; none if the rule can fire without this
   *     pattern
   * @param requiredFacts types of facts that its rule uses
   */
  private record IndexedPattern(
      Class<?> type, List<FieldLimit> limits, int verdictKinds, long requiredFacts) {
    /** Tests a proposal that has one of the values under which this pattern is stored. */
    boolean mayMatch(Proposal proposal) {
      if (!type.isInstance(proposal)) {
        return false;
      }
      for (int i = 1; i < limits.size(); i++) {
        String value = limits.get(i).field.apply(proposal);
        if (value == null || !limits.get(i).values.contains(value)) {
          return false;
        }
      }
      return true;
    }
  }

  RuleIndex(List<CheckedRule> rules, FactTypes types) {
    given = rules.stream().mapToInt(RuleIndex::kindsGivenBy).toArray();
    FIELDS.values().forEach(field -> fieldIndexes.add(new FieldIndex(field, new HashMap<>())));
    for (int number = 0; number < rules.size(); number++) {
      long needs = types.requiredBy(rules.get(number));
      boolean anchored = false;
      for (PatternInfo pattern : rules.get(number).patterns()) {
        if (Proposal.class.isAssignableFrom(pattern.type())) {
          boolean anchor = !anchored && pattern.required();
          anchored |= anchor;
          add(pattern, anchor ? given[number] : 0, needs);
        }
      }
      for (int taken = 0; taken < always.length && !anchored; taken++) {
        always[taken] |= (given[number] & taken) == 0 ? 0 : needs;
      }
    }
    fieldIndexes.removeIf(each -> each.byValue.isEmpty());
  }

  private static int kindsGivenBy(CheckedRule rule) {
    int all = 0;
    for (Class<? extends Verdict> kind : rule.verdictKinds()) {
      if (kind == Grant.class) {
        all |= ON_CANDIDATE;
      } else if (kind == Finding.class) {
        all |= ON_RECORD;
      } else {
        all |= kind == Waive.class || kind == Refuse.class ? ON_FIELD : ON_TRANSITION;
      }
    }
    return all;
  }

  /** Returns the kinds of verdict that a question accepts. */
  static int kindsAcceptedBy(Question question) {
    return (question.transitions().isEmpty() ? 0 : ON_TRANSITION)
        | (question.candidates().isEmpty() ? 0 : ON_CANDIDATE)
        | (question.observation() == null ? 0 : ON_RECORD)
        | (question.fields().isEmpty() ? 0 : ON_FIELD);
  }

  /** Tests if a rule gives any of these kinds of verdict. */
  boolean givesAnyOf(int rule, int kinds) {
    return (given[rule] & kinds) != 0;
  }

  private void add(PatternInfo pattern, int verdictKinds, long needs) {
    Map<String, Set<String>> values = AllowedValues.of(pattern.conditions(), FIELDS.keySet());
    List<FieldLimit> limits = new ArrayList<>();
    List<List<IndexedPattern>> places = new ArrayList<>();
    int part = 0;
    for (String name : FIELDS.keySet()) {
      Map<String, List<IndexedPattern>> byValue = fieldIndexes.get(part++).byValue;
      Set<String> accepted = values.get(name);
      if (accepted != null) {
        if (limits.isEmpty()) {
          accepted.forEach(
              value -> places.add(byValue.computeIfAbsent(value, v -> new ArrayList<>())));
        }
        limits.add(new FieldLimit(FIELDS.get(name), accepted));
      }
    }
    IndexedPattern indexed = new IndexedPattern(pattern.type(), limits, verdictKinds, needs);
    (limits.isEmpty() ? List.of(unindexed) : places).forEach(place -> place.add(indexed));
  }

  /** Returns false if no pattern could match; never wrongly false. */
  boolean mayMatch(Proposal proposal) {
    for (int part = 0; part <= fieldIndexes.size(); part++) {
      List<IndexedPattern> patterns = candidates(part, proposal);
      for (int i = 0; i < patterns.size(); i++) {
        if (patterns.get(i).mayMatch(proposal)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Patterns of one part that may match a proposal: those stored under its value of a field, or, as
   * the last part, those without a supported field.
   */
  private List<IndexedPattern> candidates(int part, Proposal proposal) {
    if (part == fieldIndexes.size()) {
      return unindexed;
    }
    String value = fieldIndexes.get(part).field.apply(proposal);
    List<IndexedPattern> under = value == null ? null : fieldIndexes.get(part).byValue.get(value);
    return under == null ? List.of() : under;
  }

  /**
   * Types of facts that the possibly matching rules use; 0 if there is no such rule.
   *
   * @param taken the kinds of verdict that the question accepts
   */
  long requiredFacts(Question question, int taken) {
    long needs = always[taken];
    for (int i = 0; i < question.candidates().size(); i++) {
      needs |= requiredFacts(question.candidates().get(i), taken);
    }
    for (int i = 0; i < question.transitions().size(); i++) {
      needs |= requiredFacts(question.transitions().get(i), taken);
    }
    return needs;
  }

  private long requiredFacts(Proposal proposal, int taken) {
    long needs = 0;
    for (int part = 0; part <= fieldIndexes.size(); part++) {
      List<IndexedPattern> patterns = candidates(part, proposal);
      for (int i = 0; i < patterns.size(); i++) {
        IndexedPattern pattern = patterns.get(i);
        if ((pattern.verdictKinds & taken) != 0 && pattern.mayMatch(proposal)) {
          needs |= pattern.requiredFacts;
        }
      }
    }
    return needs;
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
