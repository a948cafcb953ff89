package dev.statute.drools.internal.run;

import dev.statute.drools.DroolsPolicy;
import dev.statute.drools.RuleDescription;
import dev.statute.drools.RunOptions;
import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.explain.UnmetRuleExplainer;
import dev.statute.policy.Action;
import dev.statute.policy.Proposal;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.drools.core.impl.RuleBaseFactory;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.drools.kiesession.rulebase.KnowledgeBaseFactory;
import org.jspecify.annotations.Nullable;
import org.kie.api.definition.KiePackage;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.KieSessionConfiguration;
import org.kie.api.runtime.conf.KeepReferenceOption;
import org.kie.api.runtime.conf.ThreadSafeOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Immutable compiled rule base, shared by all threads.
 *
 * <p>Sessions are confined to a thread, so they need no locks; the base keeps no reference to them,
 * so that they are collected with their thread.
 */
public final class RuleBase {
  private static final Logger LOG = LoggerFactory.getLogger(DroolsPolicy.class);
  private static final String NAME = "statute_rule_";
  private static final Pattern COMPILED_NAME = Pattern.compile(NAME + "(\\d{1,8})_");

  private final InternalKnowledgeBase base;
  private final KieSessionConfiguration sessions;
  private final List<RuleDescription> rules;
  private final FactTypes facts;
  private final Set<Counter> counted;
  private final boolean readsArguments;
  private final RuleIndex index;
  private final int[] ranks;
  private final boolean[] anchored;
  private final int firstDeriving;
  private final RunOptions options;
  private final boolean budgeted;

  /** Failed rules with an already logged trace. */
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  private final List<UnmetRuleExplainer> explainers;

  /**
   * Links compiled packages.
   *
   * @param rules the rules by the number in their compiled name
   * @param checked the same rules with the results of their checks
   * @param explainersByNumber explainers of the rules
   * @param budgeted true if conditions of any of them use the {@link EvaluationBudget}
   */
  public RuleBase(
      Collection<KiePackage> packages,
      ClassLoader classes,
      List<RuleDescription> rules,
      List<CheckedRule> checked,
      List<UnmetRuleExplainer> explainersByNumber,
      RunOptions options,
      boolean budgeted) {
    this.base = KnowledgeBaseFactory.newKnowledgeBase(JitConfiguration.of(classes));
    base.addPackages(packages);
    KieSessionConfiguration session = RuleBaseFactory.newKnowledgeSessionConfiguration();
    session.setOption(ThreadSafeOption.NO);
    session.setOption(KeepReferenceOption.NO);
    this.sessions = session;
    this.rules = List.copyOf(rules);
    this.facts = new FactTypes(checked);
    this.counted = countedBy(checked);
    this.readsArguments =
        facts.has(Action.class)
            && checked.stream().anyMatch(rule -> rule.file().content().contains("args"));
    this.ranks = ranksOf(checked);
    this.firstDeriving = checked.stream().map(CheckedRule::derivesFacts).toList().indexOf(true);
    this.index = new RuleIndex(checked, facts);
    this.anchored = new boolean[checked.size()];
    for (int number = 0; number < anchored.length; number++) {
      anchored[number] = AnchorPattern.isRequired(checked.get(number));
    }
    this.options = options;
    this.budgeted = budgeted;
    this.explainers = List.copyOf(explainersByNumber);
  }

  private static Set<Counter> countedBy(List<CheckedRule> checked) {
    Set<Counter> counted = EnumSet.noneOf(Counter.class);
    Set<String> texts = new HashSet<>();
    checked.forEach(rule -> texts.add(rule.file().content()));
    for (String text : texts) {
      for (Counter counter : Counter.values()) {
        if (text.contains(counter.text())) {
          counted.add(counter);
        }
      }
    }
    return counted;
  }

  /**
   * Compiled name of the rule with this number: unique, valid in Java, and recognizable in the
   * names of generated classes.
   */
  public static String compiledName(int number) {
    return NAME + number + "_";
  }

  public List<RuleDescription> rules() {
    return rules;
  }

  RunOptions options() {
    return options;
  }

  /** True if conditions of any rule use the {@link EvaluationBudget}. */
  boolean isBudgeted() {
    return budgeted;
  }

  /** Tests if the rule gives any kind of verdict in {@code taken}. */
  boolean givesAnyOf(int number, int taken) {
    return index.givesAnyOf(number, taken);
  }

  static int number(String compiledName) {
    return Integer.parseInt(compiledName, NAME.length(), compiledName.length() - 1, 10);
  }

  /** Finds the number of the first compiled name that occurs in {@code text}; -1 = none. */
  static int findNumberIn(String text) {
    Matcher matcher = COMPILED_NAME.matcher(text);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  /** Finds the first rule with a compiled name that occurs in {@code text}, or null. */
  @Nullable RuleDescription findRuleIn(String text) {
    int number = findNumberIn(text);
    return number < 0 ? null : rules.get(number);
  }

  /**
   * First rule with facts made by expressions that Drools runs without naming a rule, else the
   * first rule.
   */
  RuleDescription firstSuspect() {
    return rules.get(Math.max(0, firstDeriving));
  }

  /** Position of a rule's verdicts in an answer: by salience, then in the order of the text. */
  int rank(int number) {
    return ranks[number];
  }

  /** Tests if the matches of this rule begin with the fact of {@link AnchorPattern}. */
  boolean isAnchored(int number) {
    return anchored[number];
  }

  private static int[] ranksOf(List<CheckedRule> checked) {
    List<Integer> numbers = new ArrayList<>();
    for (int number = 0; number < checked.size(); number++) {
      numbers.add(number);
    }
    numbers.sort(Comparator.comparing(number -> -checked.get(number).salience()));
    int[] ranks = new int[checked.size()];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[numbers.get(rank)] = rank;
    }
    return ranks;
  }

  /** Returns false if no rule could match this proposal. */
  public boolean concerns(Proposal proposal) {
    return index.mayMatch(proposal);
  }

  /** Tests if any rule uses facts of this type. */
  public boolean uses(Class<?> type) {
    return facts.has(type);
  }

  /**
   * Types of facts that a question with these accepted kinds of verdict needs; 0 if no rule could
   * answer it.
   */
  long requiredFacts(Question question, int taken) {
    return index.requiredFacts(question, taken);
  }

  /** Returns a test for needed facts of a type. */
  Predicate<Class<?>> factFilter(long needs) {
    return facts.predicate(needs);
  }

  /**
   * Tests if the text of any rule names this counter; true also for some rules that do not read it.
   */
  public boolean counts(Counter counter) {
    return counted.contains(counter);
  }

  /**
   * Tests if rules may read arguments of recent calls: any uses these calls, and the text of any
   * has the name of the arguments.
   */
  public boolean readsArguments() {
    return readsArguments;
  }

  /** Explainer of the rule with this number. */
  UnmetRuleExplainer explainer(int number) {
    return explainers.get(number);
  }

  /** Logs an exception; its trace only once per rule, because it may be thrown at every step. */
  void log(RuleError error, Throwable thrown) {
    String message = "rule {} ({}) fails closed: it {}";
    if (thrown instanceof EvaluationBudget.BudgetExceededException || !failed.add(error.rule())) {
      LOG.warn(message, error.rule(), error.place(), error.message());
    } else {
      LOG.warn(message, error.rule(), error.place(), error.message(), thrown);
    }
  }

  KieSession newSession() {
    return base.newKieSession(sessions, null);
  }
}
