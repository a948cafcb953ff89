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
 * Index of proposals by the constants that patterns compare with. It finds proposals that no rule
 * could match, the rules that may match, and the facts that they need.
 *
 * <p>Of each pattern on proposals, including negated and nested ones, it supports the conditions
 * {@code field == "constant"}, {@code field in (constants)} and their conjunctions and
 * disjunctions; any other condition might hold. A pattern with a supported field is stored under
 * the values of its most selective one, so that a question costs a few look-ups for any number of
 * rules.
 *
 * <p>A rule that requires a proposal cannot fire if no proposal of the question can match, and a
 * rule without a verdict that the question accepts is not fired: facts that only such rules use
 * need not be inserted. Immutable.
 */
final class ProposalIndex {
  /** Fields that are compared with constants; most selective first. */
  private static final Map<String, Function<Proposal, @Nullable String>> FIELDS = fields();

  private final List<FieldIndex> fieldIndexes = new ArrayList<>();
  private final List<IndexedPattern> unindexed = new ArrayList<>();

  /** Requirements of the rules that require no proposal, by accepted kinds of verdict. */
  private final long[] always = new long[VerdictKinds.SETS];

  /** Patterns with this most selective field, by its values. */
  private record FieldIndex(
      Function<Proposal, @Nullable String> field, Map<String, List<IndexedPattern>> byValue) {}

  /** Values that a field is limited to. */
  private record FieldLimit(Function<Proposal, @Nullable String> field, Set<String> values) {}

  /**
   * Pattern in the index.
   *
   * @param limits for some fields the only matching values
   * @param verdictKinds the kinds of verdict of its rule; none if the rule can fire without this
   *     pattern
   * @param requiredFacts types of facts that its rule uses
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
   * Builds the index.
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
      for (CheckedRule.PatternInfo info : rules.get(number).patterns()) {
        if (Proposal.class.isAssignableFrom(info.type())) {
          boolean anchor = !anchored && info.required();
          anchored |= anchor;
          add(info, anchor ? given[number] : 0, needs, alone.get(number), byField);
        }
      }
      for (int taken = 0; taken < always.length && !anchored; taken++) {
        always[taken] |= (given[number] & taken) == 0 ? 0 : needs;
      }
    }
    byField.values().stream().filter(each -> !each.byValue.isEmpty()).forEach(fieldIndexes::add);
  }

  private void add(
      CheckedRule.PatternInfo info,
      int given,
      long needs,
      @Nullable AlphaRule alone,
      Map<String, FieldIndex> byField) {
    Map<String, Set<String>> values = ConstantConditions.read(info.conditions(), FIELDS.keySet());
    List<FieldLimit> limits = new ArrayList<>();
    byField.forEach(
        (name, each) -> {
          Set<String> accepted = values.get(name);
          if (accepted != null) {
            limits.add(new FieldLimit(each.field, accepted));
          }
        });
    AlphaRule rule =
        alone != null && ConstantConditions.areComplete(info.conditions(), FIELDS.keySet())
            ? alone.withoutConditions()
            : alone;
    IndexedPattern pattern =
        new IndexedPattern(info.type(), limits.toArray(new FieldLimit[0]), given, needs, rule);
    for (Map.Entry<String, FieldIndex> each : byField.entrySet()) {
      Set<String> accepted = values.get(each.getKey());
      if (accepted != null) {
        Map<String, List<IndexedPattern>> byValue = each.getValue().byValue;
        accepted.forEach(
            value -> byValue.computeIfAbsent(value, v -> new ArrayList<>()).add(pattern));
        return;
      }
    }
    unindexed.add(pattern);
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
   * Types of facts that the possibly matching rules use; 0 if there is no such rule.
   *
   * @param taken the kinds of verdict that the question accepts
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

  /** Receiver of the alpha rules that may match. */
  interface AlphaRuleSink {
    void add(AlphaRule rule, Proposal proposal);
  }

  /**
   * Passes all possibly matching rules to a receiver, if each of them is an {@link AlphaRule};
   * their own conditions still decide.
   *
   * @param taken the kinds of verdict that the question accepts
   * @return true if these are all
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
