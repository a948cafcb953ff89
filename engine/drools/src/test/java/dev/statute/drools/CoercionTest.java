package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Transition;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every operator between operands of every kind: either it is a problem with a place at load time,
 * or it never throws and has the same result in its first and its ten-thousandth evaluation.
 */
@Tag("long")
class CoercionTest {
  private static final long SEED = 20261122;
  private static final String TEXT = "payload.text(\"x\")";

  /** Operands of every kind of facts, literals and variables. */
  private static final List<String> OPERANDS =
      List.of(
          "from",
          "to",
          "listed",
          "targets",
          "payload.num(\"x\")",
          TEXT,
          "payload.list(\"x\")",
          "progress.calls",
          "to.length()",
          "to!.length()",
          "$number",
          "$list",
          "null",
          "true",
          "3",
          "\"A\"");

  private static final List<String> OPERATORS =
      List.of(
          "==",
          "!=",
          "<",
          ">=",
          "contains",
          "not contains",
          "memberOf",
          "not memberOf",
          "matches",
          "not matches",
          "in",
          "not in",
          "+ 1 >");

  /** Values of {@code x}. */
  private static final List<Object> VALUES =
      List.of(
          "A",
          "3",
          3L,
          3,
          3.0,
          3.5,
          new BigDecimal("3"),
          true,
          false,
          Duration.ofMillis(3),
          List.of("A", 3L),
          List.of(),
          Set.of("A"),
          Map.of("A", 3L));

  private static final List<String> LOADED = new ArrayList<>();
  private static final List<String> REFUSED = new ArrayList<>();

  private static DroolsPolicy policy;

  @BeforeAll
  static void load() {
    for (String operator : OPERATORS) {
      for (String left : OPERANDS) {
        for (String right : OPERANDS) {
          String operand = operator.endsWith("in") ? "( " + right + " )" : right;
          String condition = left + " " + operator + " " + operand;
          LOADED.add(condition);
          if (!guard(left, right).isEmpty()) {
            LOADED.add(guard(left, right) + condition);
          }
        }
      }
    }
    while (policy == null) {
      Loaded<DroolsPolicy> loaded =
          DroolsPolicies.compile(List.of(pack("p", rules())), Vocabulary.NONE);
      Set<Integer> wrong =
          loaded.problems().stream()
              .filter(Problem::isError)
              .map(problem -> problem.place().line())
              .collect(Collectors.toSet());
      assertThat(wrong.isEmpty())
          .as(loaded.problems().toString())
          .isEqualTo(loaded.value() != null);
      for (int i = LOADED.size() - 1; i >= 0; i--) {
        if (wrong.contains(i + 3)) {
          REFUSED.add(LOADED.remove(i));
        }
      }
      policy = loaded.value();
    }
  }

  /**
   * Condition that every part is present; without it, an expression that would throw is refused.
   */
  private static String guard(String left, String right) {
    String both = left + " " + right;
    return (both.contains("to") ? "to != null, " : "")
        + (both.contains(TEXT) ? TEXT + " != null, " : "");
  }

  /** The rule on line n + 3 is about event n. */
  private static String rules() {
    StringBuilder drl = new StringBuilder("package p\nimport dev.statute.policy.*\n");
    for (int i = 0; i < LOADED.size(); i++) {
      drl.append(
          ("rule \"r%d\" when $t : Transition( event == \"e%d\", $list : targets,"
                  + " payload.has(\"x\"), $number : payload.num(\"x\"), %s )"
                  + " then insert( new Deny($t, \"no\") ); end\n")
              .formatted(i, i, LOADED.get(i)));
    }
    return drl.toString();
  }

  private static String answer(int rule, String to, Object value) {
    Map<String, Object> payload = Map.of("x", value);
    Transition asked =
        new Transition(
            RuleTestSupport.description(
                "event",
                "e" + rule,
                "A",
                to,
                "",
                payload,
                RuleTestSupport.instance(payload, "A", "3")));
    RuleVerdicts rulings = policy.judge(about(asked));
    return rulings.error() == null ? rulings.verdicts().size() + "" : rulings.error().message();
  }

  private static List<String> answers(int rule) {
    List<String> all = new ArrayList<>();
    for (Object value : VALUES) {
      all.add(answer(rule, "A", value));
    }
    all.add(answer(rule, "3", 3L));
    all.add(answer(rule, null, "A"));
    return all;
  }

  @Test
  void what_is_loaded_never_throws_and_means_the_same_in_the_ten_thousandth_call() {
    assertThat(LOADED).hasSizeGreaterThan(300);
    assertThat(REFUSED).hasSizeGreaterThan(500);
    List<List<String>> first = new ArrayList<>();
    for (int rule = 0; rule < LOADED.size(); rule++) {
      first.add(answers(rule));
      assertThat(first.get(rule))
          .as(LOADED.get(rule))
          .allMatch(answer -> !answer.contains("threw"));
    }
    assertThat(first).anyMatch(answers -> answers.contains("0") && answers.contains("1"));
    for (int rule = 0; rule < LOADED.size(); rule++) {
      for (int round = 0; round < 5; round++) {
        assertThat(answers(rule)).as(LOADED.get(rule)).isEqualTo(first.get(rule));
      }
    }
    Random random = new Random(SEED);
    for (int sample = 0; sample < 40; sample++) {
      int rule = random.nextInt(LOADED.size());
      for (int calls = 0; calls < 10_000; calls += first.get(rule).size()) {
        List<String> answers = answers(rule);
        assertThat(answers).as("seed %d: %s", SEED, LOADED.get(rule)).isEqualTo(first.get(rule));
      }
    }
  }

  @Test
  void what_never_holds_is_refused_where_it_stands() {
    assertThat(REFUSED)
        .contains(
            "from memberOf \"A\"",
            "targets contains null",
            "from contains 3",
            "from == 3",
            "listed == \"A\"",
            "progress.calls < \"A\"",
            "3 matches \"A\"")
        .contains("to.length() == 3", "from contains to", "$number in ( to!.length() )");
    assertThat(LOADED)
        .contains("to!.length() == 3", "to != null, from contains to")
        .contains("to memberOf targets", "targets contains to", TEXT + " memberOf $list");
  }
}
