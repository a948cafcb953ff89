package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.ConsequenceParser;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.DrlStatement;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.drl.TextReplacement;
import dev.statute.drools.internal.drl.UnsupportedSyntax;
import dev.statute.drools.internal.type.CheckContext;
import dev.statute.drools.internal.type.DefaultFix;
import dev.statute.drools.internal.type.ExpressionType;
import dev.statute.drools.internal.type.FactAllowList;
import dev.statute.drools.internal.type.NullDereferenceCheck;
import dev.statute.drools.internal.type.NumberWidths;
import dev.statute.drools.internal.type.RuleVariables;
import dev.statute.drools.internal.type.SettingNames;
import dev.statute.drools.internal.type.TypeChecker;
import dev.statute.drools.internal.type.VocabularyCheck;
import dev.statute.policy.Settings;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/** Checker of one rule: its conditions in document order, then its consequence. */
public final class RuleChecker {
  private static final Pattern BINDING = Pattern.compile("\\s*([\\w$]+)\\s*:");

  private final DrlFile file;
  private final RuleDescr rule;
  private final ProblemCollector problems;
  private final RuleVariables scope = new RuleVariables();
  private final VocabularyCheck literals;
  private final ValueNames valueNames;
  private final SettingNames settings;
  private final Set<String> readSettings = new LinkedHashSet<>();
  private final List<CheckedRule.PatternInfo> patterns = new ArrayList<>();
  private final List<CheckedRule.GivenVerdict> givenVerdicts = new ArrayList<>();
  private final Set<TextReplacement> replacements = new LinkedHashSet<>();
  private final Map<String, Flag> flags = new LinkedHashMap<>();
  private boolean derives;
  private int branches;

  private RuleChecker(
      DrlFile file,
      RuleDescr rule,
      Vocabulary vocabulary,
      SettingNames settings,
      ProblemCollector problems) {
    this.file = file;
    this.rule = rule;
    this.problems = problems;
    this.settings = settings;
    this.literals = new VocabularyCheck(file, vocabulary, problems);
    this.valueNames = new ValueNames(vocabulary, file, problems);
  }

  /** Reports the problems of {@code rule}, and returns its patterns and verdicts. */
  public static CheckedRule check(
      DrlFile file,
      RuleDescr rule,
      Vocabulary vocabulary,
      SettingNames settings,
      ProblemCollector problems) {
    RuleChecker checker = new RuleChecker(file, rule, vocabulary, settings, problems);
    new PatternChecker(checker).checkAll(rule.getLhs());
    checker.consequence();
    checker.checkFlags();
    CheckedRule checked =
        new CheckedRule(
            file,
            rule,
            file.name(rule),
            checker.patterns,
            checker.readSettings,
            checker.derives,
            checker.givenVerdicts,
            List.copyOf(checker.replacements));
    AvailableFactsCheck.check(checked, problems);
    return checked;
  }

  /**
   * Variable that is true or false.
   *
   * @param compared true for a comparison, which looks like a condition and is none
   */
  private record Flag(int start, boolean compared) {}

  /** Reports variables that are true or false and that nothing uses: they test nothing. */
  private void checkFlags() {
    flags.forEach(
        (name, flag) -> {
          if (scope.isRead(name)) {
            return;
          }
          SourceText at = file.find(name, flag.start, file.wordAt(flag.start));
          String message = "'" + name + "' is only bound, so this tests nothing";
          if (flag.compared) {
            String fix =
                "write the comparison without '" + name + " :', or add , " + name + " == true";
            problems.error("R135", at, message, fix);
          } else {
            String fix = "leave '" + name + " :' out to test it, or add , " + name + " == true";
            problems.warning("R135", at, message, fix);
          }
        });
  }

  DrlFile file() {
    return file;
  }

  RuleVariables scope() {
    return scope;
  }

  /** Reports one problem with an element of the conditions. */
  void reportUnsupported(BaseDescr element, String code, String message, @Nullable String fix) {
    problems.error(code, file.firstWord(element), message, DefaultFix.append(fix, code));
  }

  void addPattern(CheckedRule.PatternInfo look) {
    patterns.add(look);
  }

  ProblemCollector problems() {
    return problems;
  }

  ValueNames valueNames() {
    return valueNames;
  }

  /** Parses and types a condition on a fact; null if it was refused. */
  @Nullable PatternConstraint condition(String text, int start, Class<?> fact) {
    try {
      PatternConstraint condition = PatternConstraint.read(text, start);
      TypeChecker typing = newTypeChecker(fact);
      ExpressionType kind = typing.typeOf(condition.expression());
      readSettings.addAll(typing.readSettings());
      new NullDereferenceCheck(newContext(fact)).checkSafeNavigation(condition.expression());
      String name = condition.binding();
      if (name != null) {
        DrlExpression bound = condition.bound();
        ExpressionType type = bound == condition.expression() ? kind : typing.typeOf(bound);
        checkBound(bound, newContext(fact));
        bindVariable(name, type, start);
        if (type.raw() == double.class) {
          new NumberWidths(newContext(fact)).bindFraction(name, condition);
        }
        scope.known().bind(name, bound);
        scope.growth().bind(name, bound);
        if (type.isBoolean()
            && new TypeChecker(newContext(fact).withoutReporting()).isUnordered(bound)) {
          scope.markUnordered(name);
        }
        if (condition.isBinding() && type.isBoolean()) {
          flags.put(name, new Flag(start, PatternConstraint.isCondition(bound)));
        }
      }
      if (!condition.isBinding()) {
        scope.known().assume(condition.expression(), true);
      }
      return condition;
    } catch (UnsupportedSyntax refusal) {
      report(refusal);
      Matcher binding = BINDING.matcher(text);
      if (binding.lookingAt()) { // what uses it is not reported again
        bindVariable(binding.group(1), ExpressionType.REPORTED, start);
      }
      return null;
    }
  }

  /** Reports variables in a bound value, which the rule engine computes from the fact alone. */
  private void checkBound(DrlExpression bound, CheckContext context) {
    if (bound instanceof DrlExpression.Name name && scope.isBound(name.name())) {
      context.report(
          "R107",
          bound,
          "a bound value is computed from the fact of its pattern, without '" + name.name() + "'",
          "use '" + name.name() + "' in a condition, without a binding");
    }
    bound.parts().forEach(part -> checkBound(part, context));
  }

  /** Type of an expression that was checked. */
  ExpressionType typeOf(DrlExpression expression, Class<?> fact) {
    return new TypeChecker(newContext(fact).withoutReporting()).typeOf(expression);
  }

  /**
   * Parses and types the parameter of a function of {@code accumulate}, which is Java; null if it
   * was refused.
   */
  @Nullable PatternConstraint parameter(String text, int start, boolean number) {
    PatternConstraint parameter = condition(text, start, Void.class);
    if (parameter != null && number) {
      DrlExpression expression = parameter.expression();
      ExpressionType kind =
          new TypeChecker(newContext(Void.class).withoutReporting()).typeOf(expression);
      if (!kind.isNumber() && !kind.isUnknown()) {
        newContext(Void.class).report("R114", expression, kind.describe() + " is no number", null);
        return null;
      }
    }
    return parameter;
  }

  /** Checks that an accumulated value is present, for any fact it comes from. */
  void checkAccumulated(DrlExpression parameter, Set<String> mayBeAbsent) {
    CheckContext site = newContext(Void.class);
    new NullDereferenceCheck(site)
        .checkAccumulated(parameter, new TypeChecker(site.withoutReporting())::typeOf, mayBeAbsent);
  }

  /** Notes that some facts are not facts of the question. */
  void derives() {
    derives = true;
  }

  /** Tests if {@code call}, in a pattern of {@code fact}, is a call on settings. */
  boolean readsSetting(DrlExpression.Call call, Class<?> fact) {
    DrlExpression on = call.receiver();
    return (on == null
            ? fact
            : new TypeChecker(newContext(fact).withoutReporting()).typeOf(on).raw())
        == Settings.class;
  }

  void bindVariable(String name, ExpressionType kind, int at) {
    boolean plain = name.matches("\\$?[a-z_][A-Za-z0-9_]*|\\$[A-Za-z0-9_]+");
    if (!plain || VocabularyWords.RESERVED.contains(name) || VocabularyWords.isField(name)) {
      problems.error(
          "R117",
          file.find(name, at, file.wordAt(at)),
          "'" + name + "' is not a good name for a variable",
          "call it $" + name.replaceAll("[^A-Za-z0-9_]", ""));
    }
    scope.bind(name, kind);
  }

  private TypeChecker newTypeChecker(Class<?> fact) {
    return new TypeChecker(newContext(fact));
  }

  private CheckContext newContext(Class<?> fact) {
    return new CheckContext(file, scope, literals, settings, problems, replacements, fact);
  }

  private void consequence() {
    try {
      String text = String.valueOf(rule.getConsequence());
      List<DrlStatement> statements = ConsequenceParser.read(text, file.consequence(rule));
      TypeChecker typing = newTypeChecker(Void.class);
      statements(statements, typing);
      readSettings.addAll(typing.readSettings());
      if (givenVerdicts.isEmpty() && !insertsVerdicts(statements)) {
        problems.error(
            "R120",
            file.name(rule),
            "rule '" + rule.getName() + "' inserts no verdict",
            "insert( new Deny($t, \"why\") ); or another verdict");
      }
    } catch (UnsupportedSyntax refusal) {
      report(refusal);
    }
  }

  private static boolean insertsVerdicts(List<DrlStatement> statements) {
    return statements.stream().anyMatch(s -> s instanceof DrlStatement.Insert);
  }

  private void statements(List<DrlStatement> statements, TypeChecker typing) {
    for (DrlStatement statement : statements) {
      if (statement instanceof DrlStatement.Insert insert) {
        insert(insert, typing);
      } else if (statement instanceof DrlStatement.Local local) {
        local(local, typing);
      } else if (statement instanceof DrlStatement.If branch) {
        typing.checkCondition(branch.condition());
        branches++;
        checkBranch(branch, true, branch.thenBranch(), typing);
        checkBranch(branch, false, branch.elseBranch(), typing);
        branches--;
      }
    }
  }

  private void checkBranch(
      DrlStatement.If branch, boolean truth, List<DrlStatement> statements, TypeChecker typing) {
    Set<String> before = scope.known().snapshot();
    scope.known().assume(branch.condition(), truth);
    statements(statements, typing);
    scope.known().restore(before);
  }

  private void insert(DrlStatement.Insert insert, TypeChecker typing) {
    ExpressionType kind = typing.typeOf(insert.inserted());
    Class<? extends Verdict> verdict =
        insert.inserted() instanceof DrlExpression.New creation
            ? FactAllowList.findVerdict(creation.type())
            : null;
    if (verdict != null) {
      givenVerdicts.add(
          VerdictArguments.constantArgument(
              verdict, (DrlExpression.New) insert.inserted(), branches > 0));
    } else if (!kind.isReported()) {
      problems.error(
          "R121",
          file.text(insert.inserted().start(), insert.inserted().end()),
          "a rule inserts a new verdict, and nothing else",
          "insert( new Deny($t, \"why\") );");
    }
  }

  private void local(DrlStatement.Local local, TypeChecker typing) {
    ExpressionType value = typing.typeOf(local.value());
    ExpressionType declared = VocabularyWords.local(local.type());
    if (declared == null) {
      problems.error(
          "R123",
          file.text(local.start(), local.start() + local.type().length()),
          "a consequence only inserts verdicts",
          SpellingSuggestion.fix(
              local.type(), VocabularyWords.LOCALS, DefaultFix.forPattern("R123")));
    }
    bindVariable(
        local.name(),
        declared == null ? ExpressionType.REPORTED : declared.nullable(value.nullable()),
        local.nameStart());
    scope.known().bind(local.name(), local.value());
    scope.growth().bind(local.name(), local.value());
    if (declared != null && !value.isAssignableTo(declared.raw())) {
      problems.error(
          "R118",
          file.text(local.value().start(), local.value().end()),
          "'"
              + local.name()
              + "' is declared as "
              + named(declared, value)
              + ", and this is "
              + (declared.describe().equals(value.describe())
                  ? value.describeFully()
                  : value.describe()),
          declared.isNumber() && value.isNumber()
              ? "write (" + local.type() + ") before it, or declare it as " + value.raw()
              : "declare it as what it is");
    }
  }

  private static String named(ExpressionType declared, ExpressionType value) {
    return declared.describe().equals(value.describe())
        ? declared.describeFully()
        : declared.describe();
  }

  private void report(UnsupportedSyntax refusal) {
    problems.error(
        refusal.code(),
        file.text(refusal.start(), refusal.end()),
        String.valueOf(refusal.getMessage()),
        DefaultFix.append(refusal.fix(), refusal.code()));
  }
}
