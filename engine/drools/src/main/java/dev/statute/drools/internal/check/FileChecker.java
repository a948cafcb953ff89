package dev.statute.drools.internal.check;

import com.google.re2j.Pattern;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.type.DefaultFix;
import dev.statute.drools.internal.type.FactAllowList;
import dev.statute.policy.Finding;
import dev.statute.policy.base.Verdict;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.AnnotationDescr;
import org.drools.drl.ast.descr.AttributeDescr;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.ImportDescr;
import org.drools.drl.ast.descr.PackageDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/** Check of a file's contents besides the conditions and consequences of its rules. */
public final class FileChecker {
  private static final String FACTS = "dev.statute.policy.";
  private static final Set<String> IMPORTS =
      Set.of(
          "java.util.List",
          "java.util.ArrayList",
          "java.util.Collection",
          "java.util.Set",
          "java.util.HashSet");
  private static final Pattern TEXT = Pattern.compile("\"(?:[^\"\\\\]|\\\\[\"'\\\\nt])*\"");
  private static final Set<String> ANNOTATIONS = Set.of("title", "doc", "owner");

  private final DrlFile file;
  private final ProblemCollector problems;

  private FileChecker(DrlFile file, ProblemCollector problems) {
    this.file = file;
    this.problems = problems;
  }

  /** Reports every declaration, import, attribute and annotation that rules may not use. */
  public static void check(DrlFile file, ProblemCollector problems) {
    FileChecker checker = new FileChecker(file, problems);
    checker.declarations();
    checker.imports();
    file.tree().getAttributes().forEach(checker::attribute);
    for (RuleDescr rule : file.tree().getRules()) {
      rule.getAttributes().values().forEach(checker::attribute);
      Set<String> before = new HashSet<>();
      rule.getAnnotations().forEach(each -> checker.annotation(rule, each, before));
      checker.shape(rule);
    }
  }

  private void declarations() {
    PackageDescr tree = file.tree();
    refuse(tree.getFunctions(), "functions");
    refuse(tree.getFunctionImports(), "imported functions");
    refuse(tree.getAccumulateImports(), "imported functions");
    refuse(tree.getGlobals(), "globals");
    refuse(tree.getTypeDeclarations(), "types of their own");
    refuse(tree.getEnumDeclarations(), "types of their own");
    refuse(tree.getEntryPointDeclarations(), "entry points");
    refuse(tree.getWindowDeclarations(), "windows");
    if (tree.getUnit() != null) {
      refuse(Set.of(tree.getUnit()), "units");
    }
  }

  private void refuse(Collection<? extends BaseDescr> declared, String construct) {
    for (BaseDescr each : declared) {
      problems.error(
          "R102",
          file.firstWord(each),
          "rule files have no " + construct,
          "say it in the conditions");
    }
  }

  private void imports() {
    for (ImportDescr each : file.tree().getImports()) {
      String target = each.getTarget();
      boolean ours = target.startsWith(FACTS);
      String name = ours ? target.substring(FACTS.length()) : target;
      boolean known =
          ours
              ? name.equals("*")
                  || name.equals("Keys")
                  || FactAllowList.findFact(name) != null
                  || FactAllowList.findVerdict(name) != null
              : IMPORTS.contains(name);
      if (!known) {
        problems.error(
            "R103",
            file.find(target, file.start(each), file.firstWord(each)),
            "rules may not use '" + target + "'",
            "import dev.statute.policy.* is all that rules need");
      }
    }
  }

  /** Reports the first type that rules name and that the file does not import. */
  static void checkImports(List<CheckedRule> rules, ProblemCollector problems) {
    for (CheckedRule rule : rules) {
      for (CheckedRule.PatternInfo pattern : rule.patterns()) {
        if (FactAllowList.findFact(pattern.name().value()) != null
            && isMissing(rule.file(), pattern.name().value(), pattern.name(), problems)) {
          return;
        }
      }
      for (Class<? extends Verdict> kind : rule.verdictKinds()) {
        String name = kind.getSimpleName();
        SourceText at = rule.file().find(name, rule.file().consequence(rule.tree()), rule.name());
        if (isMissing(rule.file(), name, at, problems)) {
          return;
        }
      }
    }
  }

  private static boolean isMissing(
      DrlFile file, String name, SourceText at, ProblemCollector problems) {
    List<String> imports = file.tree().getImports().stream().map(ImportDescr::getTarget).toList();
    if (name.contains(".") || imports.contains(FACTS + "*") || imports.contains(FACTS + name)) {
      return false;
    }
    String fix =
        file.tree().getName().isEmpty()
            ? "begin the file with import " + FACTS + "*"
            : "write import " + FACTS + "* below the package";
    problems.error("R103", at, "'" + name + "' is not imported", fix);
    return true;
  }

  private void attribute(AttributeDescr attribute) {
    if (!isAllowed(attribute)) {
      String name = attribute.getName();
      String value = value(attribute);
      problems.error(
          "R104",
          file.firstWord(attribute),
          refusal(name, value),
          DefaultFix.append(fix(name), "R104"));
    }
  }

  private static boolean isAllowed(AttributeDescr attribute) {
    String value = value(attribute);
    return switch (attribute.getName()) {
      case "dialect" -> value.equals("java");
      case "salience" -> value.matches("-?\\d{1,9}");
      case "enabled", "no-loop" -> value.equals("true") || value.equals("false");
      default -> false;
    };
  }

  private static String value(AttributeDescr attribute) {
    return String.valueOf(attribute.getValue()).trim();
  }

  /** Warns of attributes that have no effect. */
  static void checkIneffectiveAttributes(CheckedRule rule, ProblemCollector problems) {
    DrlFile file = rule.file();
    for (AttributeDescr attribute : rule.tree().getAttributes().values()) {
      String name = attribute.getName();
      boolean salience =
          name.equals("salience")
              && isAllowed(attribute)
              && !rule.verdictKinds().contains(Finding.class);
      if (salience || name.equals("no-loop")) {
        problems.warning(
            "R134",
            file.find(name, file.start(rule.tree()), file.firstWord(attribute)),
            salience
                ? "'salience' decides nothing: between verdicts the highest layer does, and inside"
                    + " a layer Deny wins"
                : "'no-loop' changes nothing: what a rule inserts makes no rule fire again",
            salience
                ? "leave it out; to outvote a rule, permit in a higher layer or switch it off"
                : "leave it out");
      }
    }
  }

  private static String refusal(String name, String value) {
    return fix(name) == null
        ? "rules have no attribute '" + name + "'"
        : "'" + name + "' may not be '" + value + "'";
  }

  private static @Nullable String fix(String name) {
    return switch (name) {
      case "dialect" -> "consequences are Java: leave it out";
      case "salience" -> "write a whole number";
      case "enabled", "no-loop" -> "write true or false";
      default -> null;
    };
  }

  private void annotation(RuleDescr rule, AnnotationDescr annotation, Set<String> before) {
    boolean text =
        annotation.getValueMap().size() == 1
            && annotation.getSingleValue() != null
            && TEXT.matches(annotation.getSingleValueAsString());
    boolean again = annotation.isDuplicated() || !before.add(annotation.getName());
    if (again || !ANNOTATIONS.contains(annotation.getName()) || !text) {
      problems.error(
          "R105",
          file.find("@" + annotation.getName(), file.start(rule), file.name(rule)),
          again ? "a rule has one @" + annotation.getName() : "rules have no annotation like this",
          "write @title(\"…\"), @doc(\"…\") or @owner(\"…\")");
    }
  }

  /** Tests for a rule with one {@code when} and one {@code then}; anything else is reported. */
  static boolean checkStructure(RuleDescr rule) {
    return !rule.isQuery() && !rule.hasParent() && rule.getNamedConsequences().isEmpty();
  }

  private void shape(RuleDescr rule) {
    if (!checkStructure(rule)) {
      problems.error(
          "R102",
          file.firstWord(rule),
          rule.isQuery()
              ? "rule files have no queries"
              : "a rule has one 'when' and one 'then', all its own",
          "write a rule for each case");
    }
  }
}
