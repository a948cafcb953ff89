package dev.statute.drools.internal.check;

import dev.statute.drools.DroolsPolicies;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.DrlReader;
import dev.statute.drools.internal.type.SettingNames;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checker of a pack's files; omits rules that are switched off. */
public final class PackChecker {
  private static final Logger LOG = LoggerFactory.getLogger(DroolsPolicies.class);

  private PackChecker() {}

  /** Checks the rules in the order of the pack's files and lines. */
  public static List<CheckedRule> check(
      Pack pack, Vocabulary vocabulary, SettingNames settings, ProblemCollector problems) {
    Map<String, CheckedRule> byName = new LinkedHashMap<>();
    boolean complete = true;
    for (Source source : pack.files()) {
      List<CheckedRule> rules = checkFile(pack, source, vocabulary, settings, problems);
      if (rules == null) {
        complete = false;
        continue;
      }
      for (CheckedRule checked : rules) {
        CheckedRule before = byName.putIfAbsent(checked.tree().getName(), checked);
        if (before != null) {
          problems.error(
              "R130",
              checked.name(),
              "pack " + pack.name() + " has two rules called '" + checked.tree().getName() + "'",
              "rename one; the other is at " + before.name().place());
        }
      }
    }
    if (complete) {
      applySwitches(pack, byName, problems);
    }
    List<CheckedRule> enabled = new ArrayList<>(byName.values());
    enabled.removeIf(rule -> "false".equals(rule.tree().getEnabled()));
    return enabled;
  }

  /** Checks a file; null if it cannot be read, or if the check itself failed. */
  private static @Nullable List<CheckedRule> checkFile(
      Pack pack,
      Source source,
      Vocabulary vocabulary,
      SettingNames settings,
      ProblemCollector problems) {
    try {
      DrlFile file = DrlReader.read(pack, source, problems);
      return file == null ? null : checkFile(file, vocabulary, settings, problems);
    } catch (RuntimeException | Error e) {
      report(new Place(source.file(), 1, 1), e, problems);
      return null;
    }
  }

  private static List<CheckedRule> checkFile(
      DrlFile file, Vocabulary vocabulary, SettingNames settings, ProblemCollector problems) {
    ProblemCollector ofFile = new ProblemCollector();
    FileChecker.check(file, ofFile);
    if (file.tree().getRules().isEmpty() && !ofFile.hasErrors()) {
      checkEmpty(file, ofFile);
    }
    problems.addAll(ofFile.sorted());
    List<CheckedRule> rules = new ArrayList<>();
    for (RuleDescr rule : file.tree().getRules()) {
      CheckedRule checked =
          FileChecker.checkStructure(rule)
              ? checkRule(file, rule, vocabulary, settings, problems)
              : null;
      if (checked != null) {
        FileChecker.checkIneffectiveAttributes(checked, problems);
        rules.add(checked);
      }
    }
    if (!ofFile.hasErrors()) {
      FileChecker.checkImports(rules, problems);
    }
    return rules;
  }

  /** Reports that the check itself failed, which must not hide what else is wrong. */
  private static void report(Place place, Throwable thrown, ProblemCollector problems) {
    LOG.warn("cannot check {}", place, thrown);
    problems.add(Problem.unexpected(place, thrown));
  }

  /** Checks a rule; null after a problem with its nesting, or if the check itself failed. */
  private static @Nullable CheckedRule checkRule(
      DrlFile file,
      RuleDescr rule,
      Vocabulary vocabulary,
      SettingNames settings,
      ProblemCollector problems) {
    try {
      return RuleChecker.check(file, rule, vocabulary, settings, problems);
    } catch (StackOverflowError e) {
      problems.error(
          "R107",
          file.name(rule),
          "rule '" + rule.getName() + "' is nested too deeply",
          "write several rules");
      return null;
    } catch (RuntimeException | Error e) {
      report(file.name(rule).place(), e, problems);
      return null;
    }
  }

  /** Reports an empty file; most likely it was truncated while it was written. */
  private static void checkEmpty(DrlFile file, ProblemCollector problems) {
    String fix = "write rule \"…\" when … then … end, or take the file away";
    if (file.content().isBlank()) {
      problems.error("R128", file.text(0, 0), "the file is empty", fix);
    } else {
      String first = file.content().strip().lines().findFirst().orElseThrow();
      int start = file.content().indexOf(first);
      problems.warning(
          "R128", file.text(start, start + first.length()), "there is no rule in this file", fix);
    }
  }

  private static void applySwitches(
      Pack pack, Map<String, CheckedRule> rules, ProblemCollector problems) {
    List<String> known = List.copyOf(rules.keySet());
    for (SourceText name : pack.disabled()) {
      if (rules.remove(name.value()) == null && !known.contains(name.value())) {
        problems.error(
            "R131",
            name,
            "pack " + pack.name() + " has no rule '" + name.value() + "' to switch off",
            SpellingSuggestion.fix(
                name.value(), known, "it has '" + String.join("', '", known) + "'"));
      }
    }
  }
}
