package dev.statute.drools.internal.check;

import dev.statute.drools.internal.check.CheckedRule.GivenVerdict;
import dev.statute.drools.internal.check.CheckedRule.PatternInfo;
import dev.statute.policy.Deny;
import dev.statute.policy.Grant;
import dev.statute.policy.Ignore;
import dev.statute.policy.Permit;
import dev.statute.policy.base.Verdict;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Check for rules without effect, because another rule of their layer fires whenever they do: a
 * {@code Permit} beside a {@code Deny}, or a repeated verdict.
 *
 * <p>A rule fires whenever another does if each of its patterns, with all its conditions as
 * written, is also one of the other's. Rules with {@code not}, {@code or}, {@code from} or {@code
 * if} are not compared.
 */
public final class OverlapCheck {
  private static final Set<Class<? extends Verdict>> COMPARED =
      Set.of(Deny.class, Permit.class, Ignore.class, Grant.class);
  private final List<RuleShape> shapes = new ArrayList<>();
  private final ProblemCollector problems;

  private OverlapCheck(ProblemCollector problems) {
    this.problems = problems;
  }

  /**
   * Rule as a set of patterns, each a set of conditions; the pattern of the verdict's subject is
   * marked.
   */
  private record RuleShape(
      CheckedRule rule, Class<? extends Verdict> kind, List<Set<String>> patterns) {
    boolean firesWhenever(RuleShape other) {
      return patterns.stream()
          .allMatch(mine -> other.patterns.stream().anyMatch(theirs -> theirs.containsAll(mine)));
    }
  }

  /** Reports such rules as warnings. */
  public static void check(List<CheckedRule> rules, ProblemCollector problems) {
    OverlapCheck overlaps = new OverlapCheck(problems);
    for (CheckedRule rule : rules) {
      RuleShape shape = shapeOf(rule);
      if (shape != null) {
        overlaps.shapes.add(shape);
      }
    }
    overlaps.shapes.forEach(overlaps::check);
  }

  private static @Nullable RuleShape shapeOf(CheckedRule rule) {
    if (rule.derivesFacts() || rule.verdicts().size() != 1 || rule.patterns().isEmpty()) {
      return null;
    }
    GivenVerdict saying = rule.verdicts().get(0);
    if (saying.conditional() || !COMPARED.contains(saying.kind())) {
      return null;
    }
    List<Set<String>> patterns = new ArrayList<>();
    for (PatternInfo pattern : rule.patterns()) {
      if (!pattern.required()) {
        return null;
      }
      patterns.add(words(rule, pattern, saying.subject()));
    }
    return new RuleShape(rule, saying.kind(), patterns);
  }

  private static Set<String> words(CheckedRule rule, PatternInfo pattern, @Nullable String about) {
    Set<String> words = new HashSet<>();
    words.add("a " + pattern.type().getSimpleName());
    if (about != null && about.equals(pattern.binding())) {
      words.add("it is what the verdict is about");
    }
    pattern
        .conditions()
        .forEach(
            each ->
                words.add(
                    (each.binding() == null ? "" : each.binding() + ":")
                        + rule.file()
                            .content()
                            .substring(each.expression().start(), each.expression().end())
                            .replaceAll("\\s+", "")
                            .replace('\'', '"')));
    return words;
  }

  private void check(RuleShape shape) {
    for (RuleShape other : shapes) {
      boolean apart = other.equals(shape) || !layer(other.rule).equals(layer(shape.rule));
      if (apart || !other.firesWhenever(shape)) {
        continue;
      }
      if (shape.kind == Permit.class && other.kind == Deny.class) {
        warn(
            "R125",
            shape,
            "this permits nothing: " + describe(other) + " denies it, and inside a layer Deny wins",
            "make the other rule narrower, or permit in a higher layer");
        return;
      }
      boolean same = shape.kind == other.kind;
      boolean earlier = shapes.indexOf(other) < shapes.indexOf(shape);
      if (same && (earlier || !shape.firesWhenever(other))) {
        warn(
            "R126",
            shape,
            "this adds nothing: " + describe(other) + " says the same whenever this fires",
            "remove one of them, or say what is different");
        return;
      }
    }
  }

  private static Object layer(CheckedRule rule) {
    return rule.file().pack().layer();
  }

  private static String describe(RuleShape other) {
    return "'" + other.rule.name().value() + "' (" + other.rule.name().place() + ")";
  }

  private void warn(String code, RuleShape shape, String message, String fix) {
    problems.warning(code, shape.rule.name(), message, fix);
  }
}
