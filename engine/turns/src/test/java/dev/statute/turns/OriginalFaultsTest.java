package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.turns.Ack.Kind;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Faults of the system that this one follows, each of which must be absent here. */
class OriginalFaultsTest {
  private final TurnTestWorld world = new TurnTestWorld();

  @Test
  void a_a_retransmit_does_not_push_back_the_timeout_of_what_it_retransmits() {
    Lease lease = world.suspended("c", "d");
    for (int second = 10; second <= 20; second += 10) {
      world.advance(Duration.ofSeconds(10));
      assertThat(world.suspend(lease, "c", "d").kind()).isEqualTo(Kind.DUPLICATE);
      world.enqueue("r");
      world.tick();
    }
    assertThat(world.head().resumeDeadline()).isEqualTo(TurnTestWorld.START.plusSeconds(30));
    world.advance(Duration.ofSeconds(10));
    world.tick();
    assertThat(world.call("c").status()).isEqualTo(CallStatus.EXPIRED);
    assertThat(world.call("d").status()).isEqualTo(CallStatus.EXPIRED);
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
  }

  @Test
  void b_a_retransmit_does_not_queue_the_turn_a_second_time() {
    Ack first = world.enqueue("r");
    assertThat(world.enqueue("r")).isEqualTo(first);
    Lease lease = world.claim("w").lease();
    assertThat(world.enqueue("r")).isEqualTo(first);
    world.deliver(lease);
    assertThat(world.enqueue("r")).isEqualTo(first);
    world.tick();
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(world.tasks()).hasSize(1);
  }

  @Test
  void c_a_retransmit_does_not_throw_a_running_worker_back() {
    Lease lease = world.suspended("c");
    world.report(lease, "c", ToolStatus.SUCCESS);
    Lease resumed = world.claim("w").lease();
    TurnRecords.Head before = world.head();
    world.enqueue("r");
    world.report(lease, "c", ToolStatus.SUCCESS);
    world.suspend(lease, "c");
    world.doorbell.ring("a");
    assertThat(TurnTestWorld.join(world.turns.claimOf("a", "other"))).isEmpty();
    assertThat(world.head()).isEqualTo(before);
    assertThat(world.deliver(resumed).kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void d_a_suspended_turn_with_every_result_applied_is_ended() {
    Lease lease = world.suspended("c");
    // as after damage or a manual change
    world.write(
        tx ->
            tx.update(
                Objects.requireNonNull(tx.awaited("c"))
                    .settled(CallStatus.APPLIED, "x", ToolStatus.SUCCESS, 1L),
                CallStatus.WAITING));
    world.advance(Duration.ofSeconds(30));
    world.tick();
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(world.turn(lease.turn()).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(world.delivered(lease.turn()).get("reason")).isEqualTo("nothing_awaited");
    assertThat(world.tasks()).hasSize(1);
  }

  @Test
  void d_a_suspended_turn_without_its_call_card_is_ended() {
    TurnTestWorld blind =
        new TurnTestWorld(
            new ForwardingTurnStore(new MemoryTurnStore()) {
              @Override
              protected TurnTransaction wrap(TurnTransaction tx) {
                return new ForwardingTurnTransaction(tx) {
                  @Override
                  public @Nullable Card card(String id) {
                    return id.equals("call-c") ? null : super.card(id);
                  }
                };
              }
            });
    Lease lease = blind.suspended("c");
    blind.advance(Duration.ofSeconds(30));
    blind.tick();
    assertThat(blind.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(blind.turn(lease.turn()).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(blind.delivered(lease.turn()).get("reason")).isEqualTo("malformed_report");
  }

  @Test
  void e_an_exception_hides_no_row() {
    AtomicBoolean broken = new AtomicBoolean();
    TurnTestWorld fragile =
        new TurnTestWorld(
            new ForwardingTurnStore(new MemoryTurnStore()) {
              @Override
              protected TurnTransaction wrap(TurnTransaction tx) {
                return new ForwardingTurnTransaction(tx) {
                  @Override
                  public @Nullable Box box(String id) {
                    if (broken.get()) {
                      throw new IllegalStateException("a handler failed");
                    }
                    return super.box(id);
                  }
                };
              }
            });
    fragile.enqueue("r");
    broken.set(true);
    assertThatThrownBy(() -> fragile.claim("w"))
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("a handler failed");
    assertThat(fragile.message("r").status()).isEqualTo(InboxStatus.PENDING);
    broken.set(false);
    assertThat(fragile.claim("w").batch()).hasSize(1);
  }

  @Test
  void f_a_real_result_after_its_timeout_leaves_a_trace() {
    Lease lease = world.suspended("c");
    world.advance(Duration.ofSeconds(30));
    world.tick();
    assertThat(world.call("c").status()).isEqualTo(CallStatus.EXPIRED);
    Ack late = world.report(lease, "c", ToolStatus.SUCCESS);
    assertThat(late.kind()).isEqualTo(Kind.LATE);
    TurnRecords.Message row = world.message("c:late");
    assertThat(row.status()).isEqualTo(InboxStatus.SKIPPED);
    assertThat(row.outcome()).isEqualTo("after its timeout");
    assertThat(AgentTestCharts.JSON.read(world.card("result-c").content()).get("result"))
        .isEqualTo(Map.of("of", "c"));
    List<TurnRecords.ExecutionEdge> edges = world.read(tx -> tx.edges(row.id()));
    assertThat(edges)
        .singleElement()
        .satisfies(
            edge -> {
              assertThat(edge.primitive()).isEqualTo(Primitive.REPORT);
              assertThat(edge.phase()).isEqualTo(Phase.REQUEST);
            });
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(world.call("c").result()).isEqualTo(ToolStatus.TIMEOUT);
  }

  @Test
  void g_no_event_carries_an_epoch_from_before_a_bump() {
    Lease lease = world.suspended("c");
    world.report(lease, "c", ToolStatus.SUCCESS);
    world.claim("w");
    TurnTestWorld.join(world.turns.stop("a", "stop", null, "a user"));
    assertThat(world.head().turnEpoch()).isEqualTo(lease.epoch() + 2);
    assertThat(world.events())
        .extracting(Event::type, Event::epoch)
        .containsExactly(
            tuple("turn.dispatched", 1L),
            tuple("turn.running", 1L),
            tuple("step", 1L),
            tuple("tool.call", 1L),
            tuple("turn.suspended", 1L),
            tuple("step", 2L),
            tuple("turn.resumed", 2L),
            tuple("turn.running", 2L),
            tuple("task", 3L));
    assertThat(List.of(world.turn(lease.turn()).epoch())).containsExactly(3L);
  }
}
