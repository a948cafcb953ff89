package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.step.Interpreter;
import dev.statute.store.StoreException;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.Turns.AckWithClaims;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Many waiting agents, some of which cannot be served. */
class TurnClaimsTest {
  private final Set<String> damaged = new LinkedHashSet<>();
  private final TurnTestWorld world =
      new TurnTestWorld(
          new ForwardingTurnStore(new MemoryTurnStore()) {
            @Override
            public <T> CompletionStage<T> transact(
                String agent, Function<TurnTransaction, T> work) {
              if (damaged.contains(agent + " at once")) {
                throw new StoreException("closed", agent, null);
              }
              return damaged.contains(agent)
                  ? CompletableFuture.failedStage(new StoreException("corrupted", agent, null))
                  : super.transact(agent, work);
            }
          });

  private void ask(String... agents) {
    ask(world, agents);
  }

  private static void ask(TurnTestWorld world, String... agents) {
    for (String agent : agents) {
      TurnTestWorld.join(world.turns.open(agent));
      TurnTestWorld.join(world.turns.enqueue(new TurnRequest(agent, "r", Map.of())));
      world.advance(Duration.ofMillis(1));
    }
  }

  private List<String> claim(int atMost) {
    return claim(world, atMost);
  }

  private static List<String> claim(TurnTestWorld world, int atMost) {
    return TurnTestWorld.join(world.turns.claim("w", atMost)).stream()
        .map(turn -> turn.lease().agent())
        .toList();
  }

  @Test
  void an_agent_that_cannot_be_claimed_does_not_affect_others() {
    ask("b", "c", "d", "e");
    damaged.addAll(List.of("c", "d at once"));
    assertThat(claim(9)).containsExactly("b", "e");
    damaged.clear();
    assertThat(claim(9)).as("their turns still wait").containsExactly("c", "d");
  }

  @Test
  void if_no_claim_succeeds_the_reason_is_reported() {
    ask("b", "c");
    damaged.addAll(List.of("b", "c"));
    assertThatThrownBy(() -> claim(9)).hasRootCauseMessage("b");
  }

  @Test
  void agents_that_cannot_be_claimed_keep_no_other_from_being_claimed() {
    ask("b", "c", "d", "e");
    damaged.addAll(List.of("b", "c"));
    assertThatThrownBy(() -> claim(2)).hasRootCauseMessage("b");
    assertThat(claim(2)).containsExactly("d", "e");
    assertThatThrownBy(() -> claim(2)).as("and are tried again").hasRootCauseMessage("b");
    damaged.clear();
    assertThat(claim(2)).containsExactly("b", "c");
  }

  @Test
  void a_worker_that_lists_what_others_have_claimed_looks_further() {
    List<String> stale = List.of("b", "c", "d", "e", "f");
    TurnTestWorld late =
        new TurnTestWorld(
            new ForwardingTurnStore(new MemoryTurnStore()) {
              @Override
              public List<String> ready(int atMost) {
                return stale.subList(0, Math.min(atMost, stale.size()));
              }
            });
    ask(late, "b", "c", "d", "e", "f");
    assertThat(claim(late, 2)).containsExactly("b", "c");
    assertThat(claim(late, 2)).containsExactly("d", "e");
    assertThat(claim(late, 2)).containsExactly("f");
    assertThat(claim(late, 2)).isEmpty();
  }

  /** Creates a world with a chart that fails at a transition. */
  private static TurnTestWorld failing(String transition, String failure) {
    return new TurnTestWorld(
        new MemoryTurnStore(),
        Interpreter.of(
            AgentTestCharts.changed(Map.of(transition, failure)),
            AgentTestCharts.shipped().policy()));
  }

  @Test
  void an_agent_with_a_failing_chart_keeps_no_other_from_being_claimed() {
    TurnTestWorld failing =
        failing(
            """
                  Claim:
                    to: running
                    do:
            """,
            """
                  Claim:
                    to: running
                    do:
                      - if: [ { when: "instance.id == 'b'", do: [ { fail: "'broken'" } ] } ]
            """);
    ask(failing, "b", "c");
    assertThat(claim(failing, 1)).isEmpty();
    assertThat(claim(failing, 1)).containsExactly("c");
    AckWithClaims queued =
        TurnTestWorld.join(failing.turns.enqueue(new TurnRequest("b", "more", Map.of()), "w"));
    assertThat(queued.ack().kind()).isEqualTo(Kind.DONE);
    assertThat(queued.claimed()).isEmpty();
  }

  @Test
  void a_user_action_on_which_the_chart_fails_is_answered_with_the_reason() {
    TurnTestWorld failing =
        failing(
            """
                  UiAction:
                    - when: event.depth >= settings.max_depth
                      to: idle
                      do:
            """,
            """
                  UiAction:
                    - when: event.depth >= 0
                      to: idle
                      do:
                        - fail: "'broken'"
            """);
    Ack ack = TurnTestWorld.join(failing.turns.uiAction(new TurnRequest("a", "click", Map.of())));
    assertThat(ack.kind()).isEqualTo(Kind.CHART_ERROR);
    assertThat(ack.message()).contains("broken");
    assertThat(failing.head().status()).isEqualTo(HeadStatus.IDLE);
  }

  @Test
  void a_user_action_that_the_chart_refuses_is_not_that_of_a_busy_agent() {
    String first =
        """
              UiAction:
                - when: event.depth >= settings.max_depth
                  to: idle
                  do:
                    - call: { handler: turn.lease, with: { inbox: event.inbox, patience: settings.dispatch_patience } }
                    - call: { handler: turn.deliver, with: { outcome: "'failed'", reason: "'recursion_depth_exceeded'" } }
                - to: dispatched
        """;
    TurnTestWorld strict =
        failing(
            first,
            first.replace("- to: dispatched", "- when: event.depth > 0\n          to: dispatched"));
    Ack ack = TurnTestWorld.join(strict.turns.uiAction(new TurnRequest("a", "click", Map.of())));
    assertThat(ack.kind()).isEqualTo(Kind.REFUSED);
    assertThat(ack.message()).isNotEqualTo("the agent has a turn");
    assertThat(strict.head().status()).isEqualTo(HeadStatus.IDLE);
  }

  @Test
  void agents_that_cannot_be_looked_after_keep_no_other_from_being_looked_after() {
    ask("b", "c", "d");
    assertThat(claim(9)).containsExactly("b", "c", "d");
    damaged.addAll(List.of("b", "c"));
    world.advance(Duration.ofSeconds(31));
    TurnTestWorld.join(world.turns.tick(2)); // examines both
    TurnTestWorld.join(world.turns.tick(2)); // rings for the third
    world.advance(Duration.ofSeconds(61));
    for (int i = 0; i < 3; i++) {
      TurnTestWorld.join(world.turns.tick(2));
      world.advance(Duration.ofSeconds(11));
    }
    HeadStatus status =
        TurnTestWorld.join(
            world.store.transact("d", tx -> Objects.requireNonNull(tx.head()).status()));
    assertThat(status).isEqualTo(HeadStatus.IDLE);
  }

  @Test
  void a_store_that_throws_at_once_keeps_no_other_from_being_looked_after() {
    ask("b", "c");
    assertThat(claim(9)).containsExactly("b", "c");
    damaged.add("b at once");
    world.advance(Duration.ofSeconds(31));
    assertThat(TurnTestWorld.join(world.turns.tick(9))).isEqualTo(2);
  }
}
