package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.ConsequenceParser;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.DrlStatement;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.drl.UnsupportedSyntax;
import dev.statute.policy.Settings;
import dev.statute.policy.Verdict;
import dev.statute.policy.Vocabulary;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.BaseDescr;
import org.drools.drl.ast.descr.RuleDescr;
import org.jspecify.annotations.Nullable;

/** Checks one rule: its conditions in document order, then its consequence. */
public final class RuleChecker {
  private final DrlFile file;
  private final RuleDescr rule;
  private final Problems problems;
  private final RuleVariables scope = new RuleVariables();
  private final VocabularyCheck literals;
  private final ValueNames valueNames;
  private final SettingNames settings;
  private final Set<String> readSettings = new LinkedHashSet<>();
  private final Set<Class<? extends Verdict>> gives = new LinkedHashSet<>();
  private final List<CheckedRule.PatternInfo> looks = new ArrayList<>();
  private final List<CheckedRule.GivenVerdict> says = new ArrayList<>();
  private boolean derives;
  private boolean onlySays;
  private int branches;

  private RuleChecker(
      DrlFile file,
      RuleDescr rule,
      Vocabulary vocabulary,
      SettingNames settings,
      Problems problems) {
    this.file = file;
    this.rule = rule;
    this.problems = problems;
    this.settings = settings;
    this.literals = new VocabularyCheck(file, vocabulary, problems);
    this.valueNames = new ValueNames(vocabulary, file, problems);
  }

  /** Reports what is wrong with {@code rule}, and tells what it looks at and gives. */
  public static CheckedRule check(
      DrlFile file,
      RuleDescr rule,
      Vocabulary vocabulary,
      SettingNames settings,
      Problems problems) {
    RuleChecker checker = new RuleChecker(file, rule, vocabulary, settings, problems);
    new PatternWalk(checker).walk(rule.getLhs());
    checker.consequence();
    AvailableFactsCheck.check(checker.looks, checker.gives, problems);
    return new CheckedRule(
        file,
        rule,
        file.name(rule),
        checker.looks,
        checker.gives,
        checker.readSettings,
        checker.derives,
        checker.says,
        checker.onlySays);
  }

  DrlFile file() {
    return file;
  }

  RuleVariables scope() {
    return scope;
  }

  /** One problem with an element of the conditions. */
  void refuse(BaseDescr element, String code, String message, @Nullable String fix) {
    problems.error(code, file.firstWord(element), message, DefaultFix.or(fix, code));
  }

  void look(CheckedRule.PatternInfo look) {
    looks.add(look);
  }

  Problems problems() {
    return problems;
  }

  ValueNames valueNames() {
    return valueNames;
  }

  /** Reads and types a condition on a fact; null if it was refused. */
  @Nullable PatternConstraint condition(String text, int start, Class<?> fact) {
    try {
      PatternConstraint condition = PatternConstraint.read(text, start);
      TypeChecker typing = typing(fact);
      ExpressionType kind = typing.of(condition.expression());
      readSettings.addAll(typing.readSettings());
      new NullDereferenceCheck(site(fact)).passedOver(condition.expression());
      String name = condition.binding();
      if (name != null) {
        DrlExpression bound = leftmost(condition.expression());
        bind(name, bound == condition.expression() ? kind : typing.of(bound), start);
        scope.known().bind(name, bound);
        scope.growth().bind(name, bound);
      }
      scope.known().learn(condition.expression(), true);
      return condition;
    } catch (UnsupportedSyntax refusal) {
      report(refusal);
      return null;
    }
  }

  /**
   * Reads and types the parameter of a function of {@code accumulate}, which is Java; null if it
   * was refused.
   */
  @Nullable PatternConstraint parameter(String text, int start, boolean number) {
    PatternConstraint parameter = condition(text, start, Void.class);
    if (parameter != null && number) {
      DrlExpression expression = parameter.expression();
      ExpressionType kind = new TypeChecker(site(Void.class).quiet()).of(expression);
      if (!kind.isNumber() && !kind.isUnknown()) {
        site(Void.class).report("R114", expression, kind.inWords() + " is no number", null);
        return null;
      }
    }
    return parameter;
  }

  /** Checks that what is accumulated is there, whatever fact it comes from. */
  void accumulated(DrlExpression parameter, Set<String> mayBeAbsent) {
    CheckContext site = site(Void.class);
    new NullDereferenceCheck(site)
        .accumulated(parameter, new TypeChecker(site.quiet())::of, mayBeAbsent);
  }

  /** Notes that some facts come from elsewhere than from the question. */
  void derives() {
    derives = true;
  }

  /** Whether {@code call}, in a pattern of {@code fact}, is a call on settings. */
  boolean readsSetting(DrlExpression.Call call, Class<?> fact) {
    DrlExpression on = call.on();
    return (on == null ? fact : new TypeChecker(site(fact).quiet()).of(on).raw()) == Settings.class;
  }

  /** What a condition binds: its leftmost operand. */
  private static DrlExpression leftmost(DrlExpression expression) {
    DrlExpression at = expression;
    while (at instanceof DrlExpression.Binary binary) {
      at = binary.left();
    }
    return at;
  }

  void bind(String name, ExpressionType kind, int at) {
    boolean plain = name.matches("\\$?[a-z_][A-Za-z0-9_]*|\\$[A-Za-z0-9_]+");
    if (!plain || VocabularyWords.RESERVED.contains(name) || VocabularyWords.isField(name)) {
      Text where = file.find(name, at) == null ? file.wordAt(at) : file.find(name, at);
      problems.error(
          "R117",
          where == null ? file.wordAt(at) : where,
          "'" + name + "' is not a good name for a variable",
          "call it $" + name.replaceAll("[^A-Za-z0-9_]", ""));
    }
    scope.bind(name, kind);
  }

  private TypeChecker typing(Class<?> fact) {
    return new TypeChecker(site(fact));
  }

  private CheckContext site(Class<?> fact) {
    return new CheckContext(file, scope, literals, settings, problems, fact);
  }

  private void consequence() {
    int before = gives.size();
    try {
      String text = String.valueOf(rule.getConsequence());
      List<DrlStatement> statements = ConsequenceParser.read(text, file.consequence(rule));
      TypeChecker typing = typing(Void.class);
      statements(statements, typing);
      readSettings.addAll(typing.readSettings());
      onlySays = statements.stream().allMatch(each -> each instanceof DrlStatement.Insert);
      if (gives.size() == before && !says(statements)) {
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

  private static boolean says(List<DrlStatement> statements) {
    return statements.stream().anyMatch(s -> s instanceof DrlStatement.Insert);
  }

  private void statements(List<DrlStatement> statements, TypeChecker typing) {
    for (DrlStatement statement : statements) {
      if (statement instanceof DrlStatement.Insert insert) {
        insert(insert, typing);
      } else if (statement instanceof DrlStatement.Local local) {
        local(local, typing);
      } else if (statement instanceof DrlStatement.If branch) {
        typing.condition(branch.condition());
        branches++;
        given(branch, true, branch.then(), typing);
        given(branch, false, branch.otherwise(), typing);
        branches--;
      }
    }
  }

  private void given(
      DrlStatement.If branch, boolean truth, List<DrlStatement> statements, TypeChecker typing) {
    Set<String> before = scope.known().mark();
    scope.known().learn(branch.condition(), truth);
    statements(statements, typing);
    scope.known().back(before);
  }

  private void insert(DrlStatement.Insert insert, TypeChecker typing) {
    ExpressionType kind = typing.of(insert.inserted());
    Class<? extends Verdict> verdict =
        insert.inserted() instanceof DrlExpression.New made
            ? FactAllowList.verdict(made.type())
            : null;
    if (verdict != null) {
      gives.add(verdict);
      says.add(VerdictArguments.of(verdict, (DrlExpression.New) insert.inserted(), branches > 0));
    } else if (!kind.isReported()) {
      problems.error(
          "R121",
          file.text(insert.inserted().start(), insert.inserted().end()),
          "a rule inserts a new verdict, and nothing else",
          "insert( new Deny($t, \"why\") );");
    }
  }

  private void local(DrlStatement.Local local, TypeChecker typing) {
    ExpressionType value = typing.of(local.value());
    ExpressionType declared = VocabularyWords.local(local.type());
    if (declared == null) {
      problems.error(
          "R123",
          file.text(local.start(), local.start() + local.type().length()),
          "a consequence only inserts verdicts",
          Suggest.nearest(local.type(), VocabularyWords.LOCALS) == null
              ? DefaultFix.on("R123")
              : "did you mean '" + Suggest.nearest(local.type(), VocabularyWords.LOCALS) + "'?");
    }
    bind(
        local.name(),
        declared == null ? ExpressionType.REPORTED : declared.nullable(value.nullable()),
        local.nameStart());
    scope.known().bind(local.name(), local.value());
    scope.growth().bind(local.name(), local.value());
    if (declared != null && !value.fits(declared.raw())) {
      problems.error(
          "R118",
          file.text(local.value().start(), local.value().end()),
          "'"
              + local.name()
              + "' is declared as "
              + named(declared, value)
              + ", and this is "
              + (declared.inWords().equals(value.inWords())
                  ? value.inFullWords()
                  : value.inWords()),
          declared.isNumber() && value.isNumber()
              ? "write (" + local.type() + ") before it, or declare it as " + value.raw()
              : "declare it as what it is");
    }
  }

  private static String named(ExpressionType declared, ExpressionType value) {
    return declared.inWords().equals(value.inWords()) ? declared.inFullWords() : declared.inWords();
  }

  private void report(UnsupportedSyntax refusal) {
    problems.error(
        refusal.code(),
        file.text(refusal.start(), refusal.end()),
        String.valueOf(refusal.getMessage()),
        DefaultFix.or(refusal.fix(), refusal.code()));
  }
}
