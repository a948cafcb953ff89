package dev.statute.drools.internal.check;

import dev.statute.chart.EventDescriptor;
import dev.statute.drools.internal.check.CheckedRule.PatternInfo;
import dev.statute.drools.internal.condition.AllowedValues;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.policy.Candidate;
import dev.statute.policy.Deny;
import dev.statute.policy.Permit;
import dev.statute.policy.Proposal;
import dev.statute.policy.Redirect;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.policy.spi.Vocabulary.ListedTransition;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Check for patterns with literals that each exist in some chart, but that no transition or move of
 * any chart has together, such as an event and a state without a transition for it: a rule with
 * such a pattern never fires. Rules also see moves that charts do not list, and results of
 * redirects by other rules; patterns that could match these are not reported.
 */
public final class ImpossibleCombinationCheck {
  /** Fields in ascending order of relevance: the first removal that leaves a match is proposed. */
  private static final List<String> FIELDS =
      List.of("from", "to", "source", "kind", "guard", "event", "chart");

  private final List<ListedTransition> transitions;
  private final boolean redirected;
  private final boolean permitted;
  private final ProblemCollector problems;

  private ImpossibleCombinationCheck(
      List<ListedTransition> listed, List<CheckedRule> rules, ProblemCollector problems) {
    this.transitions = listed;
    this.redirected = anyGives(rules, Redirect.class);
    this.permitted = anyGives(rules, Permit.class);
    this.problems = problems;
  }

  /** Reports such patterns as warnings; without known charts it reports none. */
  public static void check(
      List<CheckedRule> rules, Vocabulary vocabulary, ProblemCollector problems) {
    if (vocabulary.transitions().isEmpty()) {
      return;
    }
    ImpossibleCombinationCheck checker =
        new ImpossibleCombinationCheck(vocabulary.transitions(), rules, problems);
    for (CheckedRule rule : rules) {
      for (PatternInfo pattern : rule.patterns()) {
        if (Proposal.class.isAssignableFrom(pattern.type())) {
          checker.check(rule, pattern);
        }
      }
    }
  }

  private static boolean anyGives(List<CheckedRule> rules, Class<? extends Verdict> kind) {
    return rules.stream().anyMatch(rule -> rule.verdictKinds().contains(kind));
  }

  private void check(CheckedRule rule, PatternInfo pattern) {
    Map<String, Set<String>> wanted =
        new TreeMap<>(AllowedValues.of(pattern.conditions(), Set.copyOf(FIELDS)));
    boolean contradicts = wanted.values().stream().anyMatch(Set::isEmpty);
    if (wanted.isEmpty() || contradicts || hasTransition(pattern, wanted)) {
      return;
    }
    boolean unlisted = pattern.type() != Candidate.class && mayBeUnlisted(wanted);
    if (unlisted && (wanted.containsKey("kind") || !isIneffective(rule))) {
      return;
    }
    boolean anyGuard = pattern.type() == Candidate.class && !wanted.containsKey("guard");
    problems.warning(
        "R127",
        place(rule.file(), pattern),
        (anyGuard ? "no transition with a guard has " : "no transition of the chart has ")
            + describe(wanted)
            + (unlisted
                ? ", and a move that it does not list is refused anyway"
                : ", so this never matches"),
        fix(pattern, wanted));
  }

  /** Tests for a possible match with a move that no chart lists. */
  private static boolean mayBeUnlisted(Map<String, Set<String>> wanted) {
    return holds(wanted, "kind", Set.of("move"))
        && holds(wanted, "event", Set.of(""))
        && holds(wanted, "guard", Set.of(""));
  }

  /** Tests if the rule's verdict about moves that no chart lists has no effect. */
  private boolean isIneffective(CheckedRule rule) {
    return !permitted && !redirected && Set.of(Deny.class).equals(rule.verdictKinds());
  }

  private boolean hasTransition(PatternInfo pattern, Map<String, Set<String>> wanted) {
    return transitions.stream().anyMatch(transition -> mayMatch(transition, pattern, wanted));
  }

  private boolean mayMatch(
      ListedTransition transition, PatternInfo pattern, Map<String, Set<String>> wanted) {
    boolean candidate = pattern.type() == Candidate.class;
    return !(candidate && transition.guard().isEmpty())
        && FIELDS.stream().allMatch(field -> mayMatch(transition, field, wanted, candidate));
  }

  private boolean mayMatch(
      ListedTransition transition,
      String field,
      Map<String, Set<String>> wanted,
      boolean candidate) {
    Set<String> values = values(transition, field);
    boolean elsewhere = !candidate && redirected && (field.equals("to") || field.equals("guard"));
    return values == null || elsewhere || holds(wanted, field, values);
  }

  private static boolean holds(Map<String, Set<String>> wanted, String field, Set<String> values) {
    Set<String> allowed = wanted.get(field);
    return allowed == null
        || allowed.stream()
            .anyMatch(
                each ->
                    field.equals("event")
                        ? values.stream().anyMatch(value -> matchesDescriptor(value, each))
                        : values.contains(each));
  }

  private static boolean matchesDescriptor(String descriptor, String event) {
    boolean eventless = descriptor.isEmpty() || event.isEmpty();
    return eventless ? descriptor.equals(event) : EventDescriptor.matches(descriptor, event);
  }

  /** Values of a field; null = not known. */
  private static @Nullable Set<String> values(ListedTransition transition, String field) {
    return switch (field) {
      case "from" -> transition.from();
      case "to" -> transition.to();
      case "source" -> Set.of(transition.source());
      case "kind" -> transition.kinds();
      case "guard" -> Set.of(transition.guard());
      case "event" -> transition.events();
      default -> Set.of(transition.chart());
    };
  }

  private static String describe(Map<String, Set<String>> wanted) {
    StringJoiner words = new StringJoiner(" and ");
    for (String field : FIELDS) {
      Set<String> values = wanted.get(field);
      if (values != null) {
        words.add(
            field
                + " "
                + new TreeSet<>(values)
                    .stream().map(each -> "'" + each + "'").collect(Collectors.joining(" or ")));
      }
    }
    return words.toString();
  }

  private String fix(PatternInfo pattern, Map<String, Set<String>> wanted) {
    for (String field : FIELDS) {
      if (wanted.containsKey(field)) {
        Map<String, Set<String>> rest = new TreeMap<>(wanted);
        rest.remove(field);
        Set<String> there = new LinkedHashSet<>();
        for (ListedTransition transition : transitions) {
          Set<String> values =
              mayMatch(transition, pattern, rest) ? values(transition, field) : null;
          there.addAll(values == null ? Set.of() : values);
        }
        there.remove("");
        if (!there.isEmpty()) {
          return "there is "
              + field
              + " "
              + there.stream().limit(8).collect(Collectors.joining(", "))
              + (there.size() > 8 ? ", …" : "")
              + (rest.isEmpty() ? "" : " with " + describe(rest));
        }
      }
    }
    return "compare it with what the chart lists";
  }

  /** Text of the pattern's conditions on their first line, or of its type. */
  private static SourceText place(DrlFile file, PatternInfo pattern) {
    List<PatternConstraint> conditions = pattern.conditions();
    if (conditions.isEmpty()) {
      return pattern.name();
    }
    int start = conditions.get(0).expression().start();
    return file.text(start, conditions.get(conditions.size() - 1).expression().end());
  }
}
