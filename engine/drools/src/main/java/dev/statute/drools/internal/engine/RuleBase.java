package dev.statute.drools.internal.engine;

import dev.statute.drools.Rule;
import dev.statute.drools.RunOptions;
import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.policy.Proposal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.drools.core.impl.RuleBaseFactory;
import org.drools.kiesession.rulebase.InternalKnowledgeBase;
import org.drools.kiesession.rulebase.KnowledgeBaseFactory;
import org.jspecify.annotations.Nullable;
import org.kie.api.KieBaseConfiguration;
import org.kie.api.definition.KiePackage;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.KieSessionConfiguration;
import org.kie.api.runtime.conf.KeepReferenceOption;
import org.kie.api.runtime.conf.ThreadSafeOption;
import org.kie.internal.conf.ConstraintJittingThresholdOption;

/**
 * An immutable compiled rule base, shared by all threads.
 *
 * <p>Constraints are compiled at their first evaluation: an interpreted one coerces types
 * differently, and a rule must not change its meaning when it gets warm. Sessions are confined to a
 * thread, so they need no locks; the base keeps no reference to them, so that they go when their
 * thread does.
 */
public final class RuleBase {
  private static final String NAME = "statute_rule_";

  private final InternalKnowledgeBase base;
  private final KieSessionConfiguration sessions;
  private final List<Rule> rules;
  private final Set<Class<?>> facts;
  private final Prefilter prefilter;
  private final int[] given;
  private final RunOptions options;

  /**
   * Links compiled packages.
   *
   * @param rules the rules by the number in their compiled name
   * @param checked the same rules as they were checked
   */
  public RuleBase(
      Collection<KiePackage> packages,
      ClassLoader classes,
      List<Rule> rules,
      List<CheckedRule> checked,
      RunOptions options) {
    KieBaseConfiguration configuration =
        RuleBaseFactory.newKnowledgeBaseConfiguration(null, classes);
    configuration.setOption(ConstraintJittingThresholdOption.get(0));
    this.base = KnowledgeBaseFactory.newKnowledgeBase(configuration);
    base.addPackages(packages);
    this.sessions = RuleBaseFactory.newKnowledgeSessionConfiguration();
    sessions.setOption(ThreadSafeOption.NO);
    sessions.setOption(KeepReferenceOption.NO);
    this.rules = List.copyOf(rules);
    this.facts = factsOf(checked);
    this.prefilter = new Prefilter(checked);
    this.given = rules.stream().mapToInt(Answers::given).toArray();
    this.options = options;
  }

  private static Set<Class<?>> factsOf(List<CheckedRule> checked) {
    Set<Class<?>> types = new HashSet<>();
    for (CheckedRule rule : checked) {
      rule.looks().forEach(look -> types.add(look.type()));
    }
    return Set.copyOf(types);
  }

  /** The name under which the rule with this number is compiled; unique, and safe as Java. */
  public static String compiledName(int number) {
    return NAME + number;
  }

  public List<Rule> rules() {
    return rules;
  }

  RunOptions options() {
    return options;
  }

  Rule rule(String compiledName) {
    return rules.get(number(compiledName));
  }

  /** Whether the rule gives any kind of verdict among {@code taken}. */
  boolean mayAnswer(int number, int taken) {
    return (given[number] & taken) != 0;
  }

  static int number(String compiledName) {
    return Integer.parseInt(compiledName, NAME.length(), compiledName.length(), 10);
  }

  /** The first rule whose compiled name occurs in {@code text}, or null. */
  @Nullable Rule ruleNamedIn(String text) {
    int at = text.indexOf(NAME);
    if (at < 0) {
      return null;
    }
    int end = at + NAME.length();
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return rule(text.substring(at, end));
  }

  /** False if no rule could match this. */
  public boolean concerns(Proposal proposal) {
    return prefilter.mayMatch(proposal);
  }

  /** Whether any rule looks at facts of this type. */
  public boolean uses(Class<?> type) {
    return facts.contains(type);
  }

  KieSession newSession() {
    return base.newKieSession(sessions, null);
  }
}
