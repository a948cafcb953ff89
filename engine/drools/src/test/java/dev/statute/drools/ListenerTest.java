package dev.statute.drools;

import static dev.statute.drools.Asking.about;
import static dev.statute.drools.Asking.candidate;
import static dev.statute.drools.Asking.move;
import static dev.statute.drools.Asking.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Question;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenerTest {
  @Test
  void a_listener_is_told_which_rules_were_asked_and_which_fired() {
    List<String> told = new ArrayList<>();
    RuleListener listener =
        new RuleListener() {
          @Override
          public void asked(Rule rule, Question question) {
            told.add("asked " + rule.id());
          }

          @Override
          public void fired(Rule rule, Question question) {
            told.add("fired " + rule.id());
          }
        };
    DroolsPolicy policy =
        Asking.compile(
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
}
