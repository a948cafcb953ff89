package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.PackChecker;
import dev.statute.drools.internal.forecast.RuleForecast;
import dev.statute.drools.internal.run.RuleBase;
import dev.statute.drools.internal.run.RuleCompiler;
import dev.statute.drools.internal.run.RuleExplainer;
import dev.statute.drools.internal.type.SettingNames;
import dev.statute.policy.Instance;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Transition;
import dev.statute.policy.base.NewestAction;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Explanation.Reason;
import dev.statute.policy.spi.Explanation.RuleExplanation;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import dev.statute.policy.spi.PolicyApproximation.PossibleVerdict;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every construct means the same to the rule engine as to the checks, the explanation, the coverage
 * and the forecast: rules from the whole grammar are compared on generated facts, some of which are
 * unknown. {@code -Dstatute.differential=ROUNDS} repeats it with other seeds; a round compares some
 * thousands of answers.
 */
@Tag("long")
class DifferentialRulesTest {
  private static final long SEED = Long.getLong("statute.seed", 20_261_128);
  private static final int ROUNDS = Integer.getInteger("statute.differential", 1);
  private static final int RULES = 120;
  private static final int QUESTIONS = 40;
  private static final String HEAD =
      "package p\nimport dev.statute.policy.*\nimport java.util.List\n";

  private final List<String> differences = new ArrayList<>();
  private int answers;
  private int decided;
  private int fired;
  private int certain;
  private int never;

  @Test
  void rule_engine_explanation_coverage_and_forecast_agree() {
    for (int round = 0; round < ROUNDS; round++) {
      round(new Random(SEED + round), "seed " + (SEED + round));
      assertThat(differences).isEmpty();
    }
    assertThat(answers).isGreaterThanOrEqualTo(ROUNDS * 4_000);
    assertThat(decided).isGreaterThan(answers * 8 / 10);
    assertThat(fired).isGreaterThan(answers / 50);
    assertThat(certain).isGreaterThan(ROUNDS * 10);
    assertThat(never).isGreaterThan(ROUNDS);
  }

  private void round(Random random, String seed) {
    RuleGenerator generator = new RuleGenerator(random);
    List<String> rules = new ArrayList<>();
    List<String> impossible = new ArrayList<>();
    while (rules.size() < RULES) {
      String rule = String.join("\n  ", generator.transitionRule());
      List<String> codes = codes(rule);
      if (codes.isEmpty()) {
        rules.add(rule);
      }
      String narrow = String.join("\n  ", generator.narrowRule());
      if (codes(narrow).equals(List.of("R124"))) {
        impossible.add(narrow);
      }
    }
    List<Question> questions = new ArrayList<>();
    while (questions.size() < QUESTIONS) {
      questions.add(question(random));
    }
    compare(rules, questions, seed);
    checkImpossible(impossible, questions, seed);
  }

  private static List<String> codes(String rule) {
    ProblemCollector problems = new ProblemCollector();
    check(pack(List.of(rule)), problems);
    return problems.sorted().stream().filter(Problem::isError).map(Problem::code).toList();
  }

  private static List<CheckedRule> check(Pack pack, ProblemCollector problems) {
    SettingNames settings = new SettingNames(List.of(pack), Vocabulary.NONE);
    return PackChecker.check(pack, Vocabulary.NONE, settings, problems);
  }

  private static Pack pack(List<String> rules) {
    StringBuilder drl = new StringBuilder(HEAD);
    for (int i = 0; i < rules.size(); i++) {
      drl.append("rule \"%d\" when\n  ".formatted(i)).append(rules.get(i));
      drl.append("\nthen insert( new Deny($t, \"no\") ); end\n");
    }
    return RuleTestSupport.pack("p", drl.toString());
  }

  /** Pattern coverage of one question: the last pattern that was tried and matched, per rule. */
  private static final class Coverage implements RuleListener {
    private final Map<String, BitSet> matched = new LinkedHashMap<>();

    @Override
    public boolean followsPatterns() {
      return true;
    }

    @Override
    public void tried(
        RuleDescription rule, RuleDescription.Pattern pattern, boolean matches, Question question) {
      if (matches) {
        matched
            .computeIfAbsent(rule.id(), id -> new BitSet())
            .set(rule.patterns().indexOf(pattern));
      }
    }
  }

  private void compare(List<String> rules, List<Question> questions, String seed) {
    Coverage coverage = new Coverage();
    DroolsPolicy policy =
        RuleTestSupport.compile(RunOptions.DEFAULT.listener(coverage), pack(rules));
    for (int number = 0; number < questions.size(); number++) {
      Question question = questions.get(number);
      coverage.matched.clear();
      RuleVerdicts verdicts = policy.judge(question);
      String context = seed + ", question " + number;
      if (verdicts.error() != null) {
        String id = verdicts.error().rule().replace("p#", "");
        differences.add(
            context + ": error " + verdicts.error() + " in " + rules.get(Integer.parseInt(id)));
        return;
      }
      Set<String> held = ids(verdicts);
      Explanation explanation = policy.explain(question);
      for (RuleExplanation account : explanation.rules()) {
        int rule = Integer.parseInt(account.rule().replace("p#", ""));
        boolean fires = held.contains(account.rule());
        Boolean predicted = RuleExplainer.holds(policy.base(), rule, question);
        String where = context + ": " + rules.get(rule) + " on " + question.transitions();
        answers++;
        fired += fires ? 1 : 0;
        decided += predicted == null ? 0 : 1;
        report(predicted != null && predicted != fires, "evaluated " + predicted, where);
        report(account.hasFired() != fires, "explained as " + account.hasFired(), where);
        report(
            predicted != null
                && account.missing() != null
                && account.missing().reason() == Reason.UNKNOWN,
            "explained as unknown",
            where);
        boolean covered = coverage.matched.getOrDefault(account.rule(), new BitSet()).get(0);
        report(fires && !covered, "fires without a match of its pattern", where);
        report(
            !fires && covered && !rules.get(rule).contains("\n"),
            "a match of its only pattern, and it does not fire",
            where);
      }
      if (question.transitions().size() == 1) {
        forecast(policy, question.transitions().get(0), rules, held, context);
      }
    }
  }

  private void forecast(
      DroolsPolicy policy,
      Transition transition,
      List<String> rules,
      Set<String> held,
      String context) {
    Set<String> possible = new TreeSet<>();
    for (PossibleVerdict verdict : policy.forecast().verdicts(approximate(transition))) {
      possible.add(verdict.rule());
      certain += verdict.certain() ? 1 : 0;
      report(
          verdict.certain() && !held.contains(verdict.rule()),
          "forecast as certain",
          context + rules.get(Integer.parseInt(verdict.rule().replace("p#", ""))));
    }
    for (String rule : held) {
      String where =
          context
              + ": "
              + rules.get(Integer.parseInt(rule.replace("p#", "")))
              + " on "
              + transition;
      report(!possible.contains(rule), "forecast as impossible", where);
      report(!policy.mayMatch(transition), "skipped by the index", where);
    }
  }

  /** Compiles rules that are refused because they never match, and looks if they do. */
  private void checkImpossible(List<String> rules, List<Question> questions, String seed) {
    List<CheckedRule> checked = check(pack(rules), new ProblemCollector());
    ProblemCollector problems = new ProblemCollector();
    RuleForecast forecast = new RuleForecast(checked);
    RuleBase base = RuleCompiler.compile(checked, RunOptions.DEFAULT, problems);
    assertThat(base).as("%s: %s", seed, problems.sorted()).isNotNull();
    DroolsPolicy policy = new DroolsPolicy(base, Set.of(), forecast, false);
    never += rules.size();
    for (Question question : questions) {
      for (String id : ids(policy.judge(question))) {
        String rule = rules.get(Integer.parseInt(id.replace("p#", "")));
        report(
            true,
            "refused because it never matches, and fires",
            seed + ": " + rule + " on " + question.transitions());
      }
    }
  }

  private void report(boolean differs, String what, String where) {
    if (differs && differences.size() < 20) {
      differences.add(what + ", " + where);
    }
  }

  private static Set<String> ids(RuleVerdicts verdicts) {
    Set<String> rules = new TreeSet<>();
    verdicts.verdicts().stream().map(RuleVerdict::rule).forEach(rules::add);
    return rules;
  }

  private static Question question(Random random) {
    Instance instance = RuleTestSupport.instance(values(random), pick(random, "A", "B"), "E");
    Progress progress =
        Progress.of(
            Map.of(
                "calls",
                random.nextInt(6) * (random.nextInt(4) == 0 ? 1_000 : 1),
                "failures",
                random.nextInt(3)),
            NewestAction.NONE);
    List<Transition> transitions = new ArrayList<>();
    for (int i = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0; i >= 0; i--) {
      transitions.add(transition(random, instance, progress));
    }
    return RuleTestSupport.about(transitions.toArray(Transition[]::new));
  }

  private static Transition transition(Random random, Instance instance, Progress progress) {
    boolean moves = random.nextInt(4) == 0;
    String from = pick(random, "A", "B", "C", "DD");
    String to = random.nextInt(6) == 0 ? null : pick(random, "A", "B", "C", "E");
    return new Transition(
        new Proposal.Description(
            "agent",
            from,
            to,
            to == null ? List.of() : List.of(to),
            from,
            moves ? "" : pick(random, "go", "stop", "other"),
            moves ? "move" : "event",
            random.nextBoolean(),
            "",
            random.nextBoolean() ? List.of() : List.of("A"),
            Values.of(values(random)),
            instance,
            () -> progress,
            RuleTestSupport.SETTINGS,
            from::equals,
            state -> state.equals(to)));
  }

  /** Values that are there, absent, or of another type. */
  private static Map<String, Object> values(Random random) {
    Map<String, Object> values = new LinkedHashMap<>();
    if (random.nextInt(4) > 0) {
      List<Object> others =
          List.of(1.5, "A", true, "2s", 2e12, 0.123456789, 2_000_000_000_001L, -1e300);
      int other = random.nextInt(14);
      values.put("n", other < others.size() ? others.get(other) : random.nextInt(5));
    }
    if (random.nextInt(3) > 0) {
      values.put("s", pick(random, "A", "B", "go", ""));
    }
    if (random.nextInt(3) > 0) {
      values.put("f", random.nextBoolean());
    }
    if (random.nextInt(3) > 0) {
      values.put(
          "l",
          random.nextBoolean()
              ? List.of("A", random.nextInt(3))
              : List.of(2L, 3_000_000_000L, 1.5, "B"));
    }
    return values;
  }

  private static String pick(Random random, String... words) {
    return words[random.nextInt(words.length)];
  }

  private static ApproximateProposal approximate(Transition t) {
    return new ApproximateProposal(
        t.chart(),
        t.from(),
        t.to(),
        t.targets(),
        t.source(),
        t.event().equals("other") ? null : t.event(),
        t.kind(),
        t.listed(),
        t.guard(),
        t.tags(),
        t.settings(),
        t.instance().configuration(),
        t::leaves,
        t::enters);
  }
}
