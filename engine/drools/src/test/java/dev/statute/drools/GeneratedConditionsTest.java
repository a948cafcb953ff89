package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.check.PackChecker;
import dev.statute.drools.internal.condition.AllowedValues;
import dev.statute.drools.internal.condition.ConditionEvaluator;
import dev.statute.drools.internal.condition.ReflectiveReader;
import dev.statute.drools.internal.condition.TruthValue;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.type.SettingNames;
import dev.statute.policy.Instance;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import dev.statute.policy.spi.PolicyApproximation.PossibleVerdict;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Generated conditions: every evaluation without the rule engine agrees with the rule engine. */
class GeneratedConditionsTest {
  private static final long SEED = Long.getLong("statute.seed", 20_261_126);
  private static final int RULES = 150;
  private static final int TRANSITIONS = 300;
  private static final Set<String> FIELDS = Set.of("from", "to", "event", "kind", "source");

  private final Random random = new Random(SEED);
  private final ConditionGenerator conditions = new ConditionGenerator(random);

  @Test
  void a_decided_condition_agrees_with_the_rule_engine() {
    List<List<String>> accepted = accepted();
    List<Map<String, Set<String>>> allowed =
        accepted.stream().map(GeneratedConditionsTest::allowedValues).toList();
    DroolsPolicy policy = RuleTestSupport.compile(pack(accepted));
    int decided = 0;
    int fired = 0;
    int excluded = 0;
    int certain = 0;
    for (Transition transition : transitions()) {
      Set<String> rules = fired(policy, transition);
      Set<String> possible = new TreeSet<>();
      for (PossibleVerdict verdict : policy.forecast().verdicts(approximate(transition))) {
        possible.add(verdict.rule());
        certain += verdict.certain() ? 1 : 0;
        assertThat(!verdict.certain() || rules.contains(verdict.rule()))
            .as("seed %d, %s is certain on %s", SEED, verdict.rule(), transition)
            .isTrue();
      }
      assertThat(possible).as("seed %d", SEED).containsAll(rules);
      assertThat(policy.mayMatch(transition) || rules.isEmpty()).as("seed %d", SEED).isTrue();
      for (int i = 0; i < accepted.size(); i++) {
        boolean fires = rules.contains("p#" + i);
        TruthValue truth = test(accepted.get(i), transition);
        String description = "seed %d, %s on %s".formatted(SEED, accepted.get(i), transition);
        assertThat(truth)
            .as(description)
            .isIn(fires ? TruthValue.TRUE : TruthValue.FALSE, TruthValue.UNKNOWN);
        boolean excludes = excludes(allowed.get(i), transition);
        assertThat(excludes && fires).as(description).isFalse();
        decided += truth == TruthValue.UNKNOWN ? 0 : 1;
        excluded += excludes ? 1 : 0;
        fired += fires ? 1 : 0;
      }
    }
    assertThat(decided).isGreaterThan(TRANSITIONS * accepted.size() * 9 / 10);
    assertThat(fired).isGreaterThan(TRANSITIONS * accepted.size() / 20);
    assertThat(excluded).isGreaterThan(TRANSITIONS * accepted.size() / 20);
    assertThat(certain).isGreaterThan(TRANSITIONS);
  }

  @Test
  void conditions_that_are_refused_as_contradictions_never_hold() {
    List<Transition> transitions = transitions();
    int refused = 0;
    for (int i = 0; i < 20 * RULES; i++) {
      List<String> constraints = conditions.constraints();
      if (problems(constraints).contains("R124")) {
        refused++;
        assertThat(transitions)
            .as("seed %d, %s", SEED, constraints)
            .noneMatch(transition -> test(constraints, transition) == TruthValue.TRUE);
      }
    }
    assertThat(refused).isGreaterThan(RULES / 10);
  }

  private List<List<String>> accepted() {
    List<List<String>> accepted = new ArrayList<>();
    while (accepted.size() < RULES) {
      List<String> constraints = conditions.constraints();
      if (problems(constraints).isEmpty()) {
        accepted.add(constraints);
      }
    }
    return accepted;
  }

  private static List<String> problems(List<String> constraints) {
    ProblemCollector problems = new ProblemCollector();
    Pack pack = pack(List.of(constraints));
    SettingNames settings = new SettingNames(List.of(pack), Vocabulary.NONE);
    PackChecker.check(pack, Vocabulary.NONE, settings, problems);
    return problems.sorted().stream().filter(Problem::isError).map(Problem::code).toList();
  }

  private static Pack pack(List<List<String>> rules) {
    StringBuilder drl = new StringBuilder("package p\nimport dev.statute.policy.*\n");
    for (int i = 0; i < rules.size(); i++) {
      drl.append("rule \"").append(i).append("\" when $t : Transition( ");
      drl.append(String.join(", ", rules.get(i)));
      drl.append(" ) then insert( new Deny($t, \"no\") ); end\n");
    }
    return RuleTestSupport.pack("p", drl.toString());
  }

  private static Set<String> fired(DroolsPolicy policy, Transition transition) {
    Set<String> rules = new TreeSet<>();
    for (RuleVerdict verdict : policy.judge(RuleTestSupport.about(transition)).verdicts()) {
      rules.add(verdict.rule());
    }
    return rules;
  }

  private static TruthValue test(List<String> constraints, Transition transition) {
    ConditionEvaluator evaluator =
        new ConditionEvaluator(ReflectiveReader.INSTANCE, transition, Map.of());
    return constraints.stream()
        .map(each -> evaluator.test(PatternConstraint.read(each, 0).expression()))
        .reduce(TruthValue.TRUE, TruthValue::and);
  }

  private static Map<String, Set<String>> allowedValues(List<String> constraints) {
    return AllowedValues.of(
        constraints.stream().map(each -> PatternConstraint.read(each, 0)).toList(), FIELDS);
  }

  private static boolean excludes(Map<String, Set<String>> allowed, Transition transition) {
    return allowed.entrySet().stream()
        .anyMatch(
            each -> {
              Object value = ReflectiveReader.INSTANCE.field(transition, each.getKey());
              return value == null || !each.getValue().contains(value.toString());
            });
  }

  private List<Transition> transitions() {
    return IntStream.range(0, TRANSITIONS).mapToObj(same -> transition()).toList();
  }

  private Transition transition() {
    Map<String, Object> payload = values();
    String from = pick("A", "B", "C", "DD");
    Instance instance = RuleTestSupport.instance(values(), from, pick("A", "E"));
    boolean moves = random.nextInt(4) == 0;
    return new Transition(
        RuleTestSupport.description(
            moves ? "move" : "event",
            moves ? "" : pick("go", "stop", "other"),
            from,
            random.nextInt(6) == 0 ? null : pick("A", "B", "C", "E"),
            "",
            payload,
            instance));
  }

  private Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      values.put("n", random.nextInt(4) == 0 ? (Object) 1.5 : random.nextInt(5));
    }
    if (random.nextBoolean()) {
      values.put("f", random.nextBoolean());
    }
    return values;
  }

  private String pick(String... words) {
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
