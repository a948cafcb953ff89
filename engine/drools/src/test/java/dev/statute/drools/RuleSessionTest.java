package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.compile;
import static dev.statute.drools.RuleTestSupport.move;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.run.RuleSession;
import dev.statute.policy.Transition;
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
  private final DroolsPolicy policy = compile(pack("p", DRL));

  @Test
  void facts_are_not_kept_after_their_question() throws InterruptedException {
    List<WeakReference<Transition>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Transition move = move("A", "B");
      assertThat(policy.judge(about(move)).verdicts()).hasSize(1);
      asked.add(new WeakReference<>(move));
    }
    assertThat(gone(asked)).isGreaterThanOrEqualTo(99);
  }

  @Test
  void a_thread_keeps_its_session() {
    assertThat(policy.session()).isSameAs(policy.session());
  }

  @Test
  void a_session_is_collected_with_its_thread() throws InterruptedException {
    List<WeakReference<RuleSession>> made = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 20; i++) {
      Thread thread =
          new Thread(
              () -> {
                policy.judge(about(move("A", "B")));
                made.add(new WeakReference<>(policy.session()));
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
    WeakReference<RuleSession> made = new WeakReference<>(compile(pack("p", DRL)).session());
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
      Thread other = new Thread(() -> policy.judge(about(move("B", "A"))));
      other.start();
      other.join();
      gone = references.stream().filter(reference -> reference.get() == null).count();
    }
    return gone;
  }
}
