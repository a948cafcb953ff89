package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.move;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.check.PackChecker;
import dev.statute.drools.internal.run.RuleBase;
import dev.statute.drools.internal.run.RuleCompiler;
import dev.statute.drools.internal.run.RuleSession;
import dev.statute.drools.internal.run.SessionPool;
import dev.statute.drools.internal.type.SettingNames;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.ProblemCollector;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleSessionTest {
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
  private static final RuleBase BASE = base();

  private final SessionPool sessions = new SessionPool(BASE);

  private static RuleBase base() {
    Pack pack = pack("p", DRL);
    SettingNames settings = new SettingNames(List.of(pack), Vocabulary.NONE);
    ProblemCollector problems = new ProblemCollector();
    return RuleCompiler.compile(
        PackChecker.check(pack, Vocabulary.NONE, settings, problems), RunOptions.DEFAULT, problems);
  }

  @Test
  void facts_are_not_kept_after_their_question() throws InterruptedException {
    List<WeakReference<Transition>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Transition move = move("A", "B");
      assertThat(sessions.judge(about(move)).verdicts()).hasSize(1);
      asked.add(new WeakReference<>(move));
    }
    assertThat(gone(asked)).isGreaterThanOrEqualTo(99);
  }

  @Test
  void a_thread_keeps_its_session() {
    assertThat(sessions.session()).isSameAs(sessions.session());
  }

  @Test
  void a_session_is_collected_with_its_thread() throws InterruptedException {
    List<WeakReference<RuleSession>> made = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 20; i++) {
      Thread thread =
          new Thread(
              () -> {
                sessions.judge(about(move("A", "B")));
                made.add(new WeakReference<>(sessions.session()));
              });
      thread.start();
      thread.join();
    }
    // The last thread may still be in a local variable of this method.
    assertThat(gone(made)).isGreaterThanOrEqualTo(19);
  }

  @Test
  void a_session_is_collected_with_its_policy_although_the_thread_lives()
      throws InterruptedException {
    WeakReference<RuleSession> made = new WeakReference<>(new SessionPool(BASE).session());
    assertThat(gone(List.of(made))).isEqualTo(1);
  }

  /**
   * Counts collected objects, after as many collections as necessary. Objects of a dead thread are
   * released at the first question of another one.
   */
  private <T> long gone(List<WeakReference<T>> references) throws InterruptedException {
    long gone = 0;
    for (int i = 0; i < 50 && gone < references.size(); i++) {
      System.gc();
      Thread other = new Thread(() -> sessions.judge(about(move("B", "A"))));
      other.start();
      other.join();
      gone = references.stream().filter(reference -> reference.get() == null).count();
    }
    return gone;
  }
}
