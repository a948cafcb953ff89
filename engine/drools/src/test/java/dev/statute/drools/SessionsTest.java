package dev.statute.drools;

import static dev.statute.drools.Asking.about;
import static dev.statute.drools.Asking.move;
import static dev.statute.drools.Asking.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.check.PackChecker;
import dev.statute.drools.internal.check.SettingNames;
import dev.statute.drools.internal.engine.RuleBase;
import dev.statute.drools.internal.engine.RuleCompiler;
import dev.statute.drools.internal.engine.Session;
import dev.statute.policy.Pack;
import dev.statute.policy.Transition;
import dev.statute.policy.Vocabulary;
import dev.statute.problem.Problems;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private static final String DRL =
      """
      package p
      import dev.statute.policy.*
      rule "joined" when
        $t : Transition( from == "A" )
        Instance( in("A") )
        not Transition( from == "B" )
      then
        insert( new Deny($t, "no") );
      end
      """;
  private static final DroolsPolicy POLICY = Asking.compile(pack("p", DRL));

  @Test
  void facts_are_not_kept_after_their_question() {
    List<WeakReference<Transition>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Transition move = move("A", "B");
      assertThat(POLICY.judge(about(move)).all()).hasSize(1);
      asked.add(new WeakReference<>(move));
    }
    assertThat(gone(asked)).isGreaterThanOrEqualTo(99);
  }

  @Test
  void a_session_goes_when_nobody_holds_it_although_its_rules_stay() {
    Pack pack = pack("p", DRL);
    Problems problems = new Problems();
    List<CheckedRule> rules =
        PackChecker.check(
            pack, Vocabulary.NONE, new SettingNames(List.of(pack), Vocabulary.NONE), problems);
    RuleBase base = RuleCompiler.compile(rules, RunOptions.DEFAULT, problems);
    List<WeakReference<Session>> sessions = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Session session = new Session(base);
      assertThat(session.judge(about(move("A", "B"))).all()).hasSize(1);
      sessions.add(new WeakReference<>(session));
    }
    assertThat(gone(sessions)).isGreaterThanOrEqualTo(19);
    assertThat(base.rules()).hasSize(1);
  }

  /** How many of these are collected, after as many collections as it takes. */
  private static <T> long gone(List<WeakReference<T>> references) {
    long gone = 0;
    for (int i = 0; i < 50 && gone < references.size(); i++) {
      System.gc();
      gone = references.stream().filter(reference -> reference.get() == null).count();
    }
    return gone;
  }
}
