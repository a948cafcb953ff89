package dev.statute.drools;

import dev.statute.chart.check.ChartDiff.Change;
import dev.statute.chart.check.ChartDiff.Kind;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.DrlReader;
import dev.statute.drools.internal.drl.RuleText;
import dev.statute.drools.internal.drl.RuleText.SourcePhrase;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/**
 * Difference in meaning between two sets of rule packs. Layout, comments, titles, the file of a
 * pack that contains a rule, and the order of a rule's conditions are ignored.
 */
public final class RuleDiff {
  private static final String RULE = "rule";
  private final List<Change> changes = new ArrayList<>();

  private RuleDiff() {}

  /**
   * Computes the differences in layers, rules and defaults of settings, pack by pack; empty after a
   * problem.
   *
   * @param problems receives errors of unreadable files
   */
  public static List<Change> of(List<Pack> before, List<Pack> after, ProblemCollector problems) {
    Map<String, Pack> was = byName(before);
    Map<String, Pack> is = byName(after);
    RuleDiff diff = new RuleDiff();
    for (String name : union(was.keySet(), is.keySet())) {
      diff.pack(name, was.get(name), is.get(name), problems);
    }
    return problems.hasErrors() ? List.of() : List.copyOf(diff.changes);
  }

  private static Map<String, Pack> byName(List<Pack> packs) {
    Map<String, Pack> byName = new LinkedHashMap<>();
    packs.forEach(pack -> byName.put(pack.name(), pack));
    return byName;
  }

  private void pack(
      String name, @Nullable Pack before, @Nullable Pack after, ProblemCollector problems) {
    if (before != null && after != null && !before.layer().equals(after.layer())) {
      add(Kind.CHANGED, "pack", name, "layer: " + before.layer() + " → " + after.layer());
    }
    Map<String, RuleText> was = rules(before, problems);
    Map<String, RuleText> is = rules(after, problems);
    for (String rule : union(was.keySet(), is.keySet())) {
      rule(name + "#" + rule, was.get(rule), is.get(rule));
    }
    settings(
        name,
        before == null ? Map.of() : before.settings(),
        after == null ? Map.of() : after.settings());
  }

  private static Map<String, RuleText> rules(@Nullable Pack pack, ProblemCollector problems) {
    Map<String, RuleText> rules = new LinkedHashMap<>();
    if (pack == null) {
      return rules;
    }
    for (Source source : pack.files()) {
      DrlFile file = DrlReader.read(pack, source, problems);
      if (file != null) {
        for (RuleDescr rule : file.tree().getRules()) {
          rules.put(rule.getName(), RuleText.of(file, rule));
        }
      }
    }
    return rules;
  }

  private void rule(String name, @Nullable RuleText before, @Nullable RuleText after) {
    if (before == null && after != null) {
      add(Kind.ADDED, RULE, name, whole(after));
    } else if (before != null && after == null) {
      add(Kind.REMOVED, RULE, name, whole(before));
    } else if (before != null && after != null) {
      conditions(name, before.conditions(), after.conditions());
      if (!before.consequence().equals(after.consequence())) {
        add(
            Kind.CHANGED,
            RULE,
            name,
            "then: " + before.consequence() + " → " + after.consequence());
      }
      for (String attribute : union(before.attributes().keySet(), after.attributes().keySet())) {
        String was = before.attributes().getOrDefault(attribute, "none");
        String is = after.attributes().getOrDefault(attribute, "none");
        if (!was.equals(is)) {
          add(Kind.CHANGED, RULE, name, attribute + ": " + was + " → " + is);
        }
      }
    }
  }

  private static String whole(RuleText rule) {
    List<String> conditions = rule.conditions().stream().map(SourcePhrase::toString).toList();
    return "when " + String.join(" ", conditions) + " then " + rule.consequence();
  }

  private void conditions(String name, List<SourcePhrase> before, List<SourcePhrase> after) {
    List<SourcePhrase> was = new ArrayList<>(before);
    List<SourcePhrase> is = new ArrayList<>(after);
    after.forEach(was::remove);
    before.forEach(is::remove);
    for (int i = 0; i < Math.max(was.size(), is.size()); i++) {
      String old = i < was.size() ? was.get(i).toString() : "none";
      String now = i < is.size() ? is.get(i).toString() : "none";
      add(Kind.CHANGED, RULE, name, "when: " + old + " → " + now);
    }
  }

  private void settings(
      String pack, Map<String, SettingDeclaration> before, Map<String, SettingDeclaration> after) {
    for (String setting : union(before.keySet(), after.keySet())) {
      SettingDeclaration was = before.get(setting);
      SettingDeclaration is = after.get(setting);
      String name = pack + " " + setting;
      if (was == null && is != null) {
        add(Kind.ADDED, "default", name, shown(is));
      } else if (was != null && is == null) {
        add(Kind.REMOVED, "default", name, shown(was));
      } else if (was != null && is != null && !shown(was).equals(shown(is))) {
        add(Kind.CHANGED, "default", name, shown(was) + " → " + shown(is));
      }
    }
  }

  private static String shown(SettingDeclaration setting) {
    return setting.initial() == null
        ? setting.type() + ", must be set"
        : setting.initial() + " (" + setting.type() + ")";
  }

  private static Set<String> union(Set<String> before, Set<String> after) {
    Set<String> union = new LinkedHashSet<>(before);
    union.addAll(after);
    return union;
  }

  private void add(Kind kind, String subject, String name, String detail) {
    changes.add(new Change(kind, subject, name, detail));
  }
}
