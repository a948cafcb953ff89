package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.ConstantConditions;
import dev.statute.policy.Proposal;
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
 * Tells which proposals no rule could look at, which rules may match and which facts they need,
 * from the constants that patterns compare with.
 *
 * <p>Of each pattern on proposals, negated and nested ones too, only conditions {@code field ==
 * "constant"}, {@code field in (constants)} and their conjunctions and disjunctions are understood;
 * any other might hold. A pattern that understands some field is filed under the values of its most
 * telling one, so that a question costs a few look-ups however many rules there are.
 *
 * <p>A rule that requires a proposal cannot fire if none that is asked about can match, and one
 * whose verdicts the question does not take stays silent: what only such rules look at need not be
 * inserted. Immutable.
 */
final class ProposalIndex {
  /** What is compared with constants; most telling first. */
  private static final Map<String, Function<Proposal, @Nullable String>> FIELDS = fields();

  private final List<FieldIndex> fieldIndexes = new ArrayList<>();
  private final List<IndexedPattern> unindexed = new ArrayList<>();

  /** What the rules need that require no proposal, by the kinds of verdict that are taken. */
  private final long[] always = new long[VerdictKinds.SETS];

  /** The patterns whose most telling field this is, by its values. */
  private record FieldIndex(
      Function<Proposal, @Nullable String> field, Map<String, List<IndexedPattern>> byValue) {}

  /** What a field must be among. */
  private record FieldLimit(Function<Proposal, @Nullable String> field, Set<String> values) {}

  /**
   * A pattern.
   *
   * @param limits for some fields the only values it takes
   * @param verdictKinds the kinds of verdict of its rule; none if the rule can fire without this
   *     pattern
   * @param requiredFacts what its rule looks at
   * @param alphaRule its rule, if that has no other pattern
   */
  @SuppressWarnings("ArrayRecordComponent") // read in a tight loop and never written
  private record IndexedPattern(
      Class<?> type,
      FieldLimit[] limits,
      int verdictKinds,
      long requiredFacts,
      @Nullable AlphaRule alphaRule) {
    boolean mayMatch(Proposal proposal) {
      if (!type.isInstance(proposal)) {
        return false;
      }
      for (FieldLimit limit : limits) {
        String value = limit.field.apply(proposal);
        if (value == null || !limit.values.contains(value)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Files the patterns of rules.
   *
   * @param given the kinds of verdict of each rule
   * @param alone the rules that have a single pattern, null for others
   */
  ProposalIndex(
      List<CheckedRule> rules, int[] given, FactTypes types, List<@Nullable AlphaRule> alone) {
    Map<String, FieldIndex> byField = new LinkedHashMap<>();
    FIELDS.forEach((name, field) -> byField.put(name, new FieldIndex(field, new HashMap<>())));
    for (int number = 0; number < rules.size(); number++) {
      long needs = types.requiredBy(rules.get(number));
      boolean anchored = false;
      for (CheckedRule.PatternInfo look : rules.get(number).patterns()) {
        if (Proposal.class.isAssignableFrom(look.type())) {
          boolean anchor = !anchored && look.required();
          anchored |= anchor;
          add(look, anchor ? given[number] : 0, needs, alone.get(number), byField);
        }
      }
      for (int taken = 0; taken < always.length && !anchored; taken++) {
        always[taken] |= (given[number] & taken) == 0 ? 0 : needs;
      }
    }
    byField.values().stream().filter(each -> !each.byValue.isEmpty()).forEach(fieldIndexes::add);
  }

  private void add(
      CheckedRule.PatternInfo look,
      int given,
      long needs,
      @Nullable AlphaRule alone,
      Map<String, FieldIndex> byField) {
    Map<String, Set<String>> values = ConstantConditions.read(look.conditions(), FIELDS.keySet());
    List<FieldLimit> limits = new ArrayList<>();
    byField.forEach(
        (name, each) -> {
          Set<String> among = values.get(name);
          if (among != null) {
            limits.add(new FieldLimit(each.field, among));
          }
        });
    AlphaRule rule =
        alone != null && ConstantConditions.areComplete(look.conditions(), FIELDS.keySet())
            ? alone.withoutConditions()
            : alone;
    IndexedPattern pattern =
        new IndexedPattern(look.type(), limits.toArray(new FieldLimit[0]), given, needs, rule);
    for (Map.Entry<String, FieldIndex> each : byField.entrySet()) {
      Set<String> among = values.get(each.getKey());
      if (among != null) {
        Map<String, List<IndexedPattern>> byValue = each.getValue().byValue;
        among.forEach(value -> byValue.computeIfAbsent(value, v -> new ArrayList<>()).add(pattern));
        return;
      }
    }
    unindexed.add(pattern);
  }

  /**
   * One part of the patterns that may match a proposal: those filed under its value of a field, or,
   * last, those that are not filed.
   */
  private List<IndexedPattern> candidates(int part, Proposal proposal) {
    if (part == fieldIndexes.size()) {
      return unindexed;
    }
    String value = fieldIndexes.get(part).field.apply(proposal);
    List<IndexedPattern> under = value == null ? null : fieldIndexes.get(part).byValue.get(value);
    return under == null ? List.of() : under;
  }

  /** False if no pattern could match; never wrongly so. */
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
   * The types of facts that rules look at which might answer; 0 if none might.
   *
   * @param taken the kinds of verdict that the question takes
   */
  long requiredFacts(Question question, int taken) {
    long needs = always[taken];
    for (int i = 0; i < question.candidates().size(); i++) {
      needs |= requiredFacts(question.candidates().get(i), taken, needs);
    }
    for (int i = 0; i < question.transitions().size(); i++) {
      needs |= requiredFacts(question.transitions().get(i), taken, needs);
    }
    return needs;
  }

  private long requiredFacts(Proposal proposal, int taken, long known) {
    long needs = known;
    for (int part = 0; part <= fieldIndexes.size(); part++) {
      List<IndexedPattern> patterns = candidates(part, proposal);
      for (int i = 0; i < patterns.size(); i++) {
        IndexedPattern pattern = patterns.get(i);
        if ((pattern.verdictKinds & taken) != 0
            && (pattern.requiredFacts & ~needs) != 0
            && pattern.mayMatch(proposal)) {
          needs |= pattern.requiredFacts;
        }
      }
    }
    return needs;
  }

  /** Is given the alpha rules that may match. */
  interface AlphaRuleSink {
    void add(AlphaRule rule, Proposal proposal);
  }

  /**
   * Gives all rules that may answer, if each of them is an {@link AlphaRule}; they match unless
   * their own conditions tell otherwise.
   *
   * @param taken the kinds of verdict that the question takes
   * @return whether these are all
   */
  boolean collectAlphaRules(Question question, int taken, AlphaRuleSink into) {
    boolean all = always[taken] == 0;
    for (int i = 0; all && i < question.candidates().size(); i++) {
      all = collectAlphaRules(question.candidates().get(i), taken, into);
    }
    for (int i = 0; all && i < question.transitions().size(); i++) {
      all = collectAlphaRules(question.transitions().get(i), taken, into);
    }
    return all;
  }

  private boolean collectAlphaRules(Proposal proposal, int taken, AlphaRuleSink into) {
    for (int part = 0; part <= fieldIndexes.size(); part++) {
      List<IndexedPattern> patterns = candidates(part, proposal);
      for (int i = 0; i < patterns.size(); i++) {
        IndexedPattern pattern = patterns.get(i);
        if ((pattern.verdictKinds & taken) != 0 && pattern.mayMatch(proposal)) {
          if (pattern.alphaRule == null) {
            return false;
          }
          into.add(pattern.alphaRule, proposal);
        }
      }
    }
    return true;
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
