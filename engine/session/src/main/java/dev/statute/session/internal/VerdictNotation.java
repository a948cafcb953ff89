package dev.statute.session.internal;

import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.Refuse;
import dev.statute.policy.Waive;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Sequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts in the notation of test files: {@code { deny: reason, rule: pack#name }}, {@code {
 * finding: pattern, level: …, count: …, identity: …, reason: …, rule: … }}.
 */
final class VerdictNotation {
  private static final List<String> KEYS =
      List.of(
          ("deny permit redirect ignore grant finding waive refuse"
                  + " level count identity reason to field rule")
              .split(" "));

  private VerdictNotation() {}

  /** Reports keys that no verdict has. */
  static void check(@Nullable YamlTree expected, ProblemCollector problems) {
    if (expected instanceof Sequence list) {
      list.members().forEach(member -> check(member, problems));
    } else if (expected instanceof Mapping map) {
      for (Entry entry : map.entries().values()) {
        if (!KEYS.contains(entry.key().value())) {
          problems.error(
              "T304",
              entry.key(),
              "a verdict has no '" + entry.key() + "'",
              SpellingSuggestion.fix(
                  entry.key().value(), KEYS, "it has " + String.join(", ", KEYS)));
        }
      }
    }
  }

  static List<Map<String, Object>> of(RuleVerdicts rulings) {
    return rulings.verdicts().stream().map(VerdictNotation::verdict).toList();
  }

  private static Map<String, Object> verdict(RuleVerdict ruling) {
    Verdict verdict = ruling.verdict();
    Map<String, Object> map = new LinkedHashMap<>();
    String kind = verdict.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    if (verdict instanceof Finding finding) {
      map.put(kind, finding.pattern());
      map.put("level", finding.level());
      map.put("count", (long) finding.count());
      map.put("identity", finding.identity());
    } else {
      map.put(kind, verdict.reason());
    }
    map.put("reason", verdict.reason());
    if (verdict instanceof Redirect redirect) {
      map.put("to", redirect.to());
    } else if (verdict instanceof Waive waive) {
      map.put("field", waive.field());
    } else if (verdict instanceof Refuse refuse) {
      map.put("field", refuse.field());
    }
    map.put("rule", ruling.rule());
    return map;
  }
}
