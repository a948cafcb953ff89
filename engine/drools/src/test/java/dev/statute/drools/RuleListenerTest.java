package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.candidate;
import static dev.statute.drools.RuleTestSupport.move;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleListenerTest {
  @Test
  void a_listener_receives_evaluated_and_fired_rules() {
    List<String> told = new ArrayList<>();
    RuleListener listener =
        new RuleListener() {
          @Override
          public void asked(RuleDescription rule, Question question) {
            told.add("asked " + rule.id());
          }

          @Override
          public void fired(RuleDescription rule, Question question) {
            told.add("fired " + rule.id());
          }
        };
    DroolsPolicy policy =
        RuleTestSupport.compile(
            RunOptions.DEFAULT.listener(listener),
            pack(
                "p",
                """
                package p
                import dev.statute.policy.*
                rule "a" when $t : Transition( to == "B" ) then insert( new Deny($t, "a") ); end
                rule "b" when $t : Transition( to == "C" ) then insert( new Deny($t, "b") ); end
                rule "c" when $c : Candidate( ) then insert( new Grant($c, "c") ); end
                """));
    policy.judge(about(move("A", "B")));
    assertThat(told).containsExactly("asked p#a", "asked p#b", "fired p#a");
    told.clear();
    policy.judge(about(candidate("key", "A", "B")));
    assertThat(told).containsExactly("asked p#c", "fired p#c");
  }

  /** Counts per pattern: evaluated, matched. */
  private static Map<String, List<Integer>> follow(String drl, Question... questions) {
    Map<String, List<Integer>> tries = new LinkedHashMap<>();
    RuleListener listener =
        new RuleListener() {
          @Override
          public boolean followsPatterns() {
            return true;
          }

          @Override
          public void tried(
              RuleDescription rule,
              RuleDescription.Pattern pattern,
              boolean matched,
              Question question) {
            List<Integer> before = tries.getOrDefault(pattern.text(), List.of(0, 0));
            tries.put(
                pattern.text(), List.of(before.get(0) + 1, before.get(1) + (matched ? 1 : 0)));
          }
        };
    DroolsPolicy policy =
        RuleTestSupport.compile(
            RunOptions.DEFAULT.listener(listener),
            pack("p", "package p\nimport dev.statute.policy.*\n" + drl));
    for (Question question : questions) {
      policy.judge(question);
    }
    return tries;
  }

  @Test
  void a_pattern_is_tried_once_all_before_it_matched() {
    String rule =
        """
        rule "a" when
          Settings( num("limit") > 2 )
          $t : Transition( to == "B" )
          Instance( in("A") )
        then insert( new Deny($t, "a") ); end
        """;
    assertThat(follow(rule, about(move("A", "B")), about(move("X", "B")), about(move("A", "C"))))
        .containsExactly(
            Map.entry("Settings( num(\"limit\") > 2 )", List.of(3, 3)),
            Map.entry("Transition( to == \"B\" )", List.of(3, 2)),
            Map.entry("Instance( in(\"A\") )", List.of(2, 1)));
  }

  @Test
  void a_pattern_behind_not_matches_when_it_forbids() {
    String rule =
        """
        rule "a" when
          $t : Transition( )
          not Instance( in("A") )
          (Transition( from == "C" ) or exists Transition( from == "X" ))
        then insert( new Deny($t, "a") ); end
        """;
    assertThat(follow(rule, about(move("A", "B")), about(move("X", "B"))))
        .containsExactly(
            Map.entry("Transition()", List.of(2, 2)),
            Map.entry("Instance( in(\"A\") )", List.of(2, 1)),
            Map.entry("Transition( from == \"C\" )", List.of(1, 0)),
            Map.entry("Transition( from == \"X\" )", List.of(1, 1)));
  }

  @Test
  void an_undecided_pattern_matched_if_the_rule_fired() {
    String rule =
        """
        rule "a" when
          $t : Transition( to == "B", payload.has("n"), instance.age / 2 >= 500, payload.num("n") >= 3 )
        then insert( new Deny($t, "a") ); end
        """;
    assertThat(
            follow(
                rule,
                about(RuleTestSupport.on("go", "A", "B", Map.of("n", 5L))),
                about(RuleTestSupport.on("go", "A", "B", Map.of("n", 1L)))))
        .containsExactly(
            Map.entry(
                "Transition( to == \"B\", payload.has(\"n\"), instance.age / 2 >= 500,"
                    + " payload.num(\"n\") >= 3 )",
                List.of(2, 1)));
  }
}
