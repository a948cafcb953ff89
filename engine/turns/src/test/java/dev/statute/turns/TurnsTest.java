package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.Ack.Kind;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final TurnTestWorld world = new TurnTestWorld();

  @Test
  void a_request_becomes_one_turn_one_deliverable_and_one_task_event() {
    world.enqueue("r");
    assertThat(world.head().status()).isEqualTo(HeadStatus.DISPATCHED);
    ClaimedTurn assignment = world.claim("w");
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    assertThat(world.suspend(assignment.lease(), "c1", "c2").kind()).isEqualTo(Kind.DONE);
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    assertThat(world.report(assignment.lease(), "c1", ToolStatus.SUCCESS).kind())
        .isEqualTo(Kind.DONE);
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    assertThat(world.report(assignment.lease(), "c2", ToolStatus.FAILED).kind())
        .isEqualTo(Kind.DONE);
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    Lease resumed = world.claim("w2").lease();
    assertThat(resumed.epoch()).isEqualTo(assignment.lease().epoch() + 1);
    assertThat(world.deliver(assignment.lease()).kind()).isEqualTo(Kind.LOST);
    assertThat(world.deliver(resumed).kind()).isEqualTo(Kind.DONE);
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(world.eventTypes())
        .containsExactly(
            "turn.dispatched",
            "turn.running",
            "step",
            "tool.call",
            "tool.call",
            "turn.suspended",
            "step",
            "turn.resumed",
            "turn.running",
            "task");
  }
}
