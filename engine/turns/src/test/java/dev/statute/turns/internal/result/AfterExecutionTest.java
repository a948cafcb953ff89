package dev.statute.turns.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.Ack;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.Lease;
import dev.statute.turns.ToolCall;
import dev.statute.turns.ToolCall.After;
import dev.statute.turns.ToolReport;
import dev.statute.turns.TurnTestWorld;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Continuation after a call: by its result before its report, by its report before the call. */
class AfterExecutionTest {
  private final TurnTestWorld world = new TurnTestWorld();

  private Lease suspended(After... calls) {
    Lease lease = world.running("r");
    List<ToolCall> all = new java.util.ArrayList<>();
    for (After after : calls) {
      all.add(new ToolCall("c" + all.size(), "tool", Map.of(), after, null));
    }
    TurnTestWorld.join(world.turns.suspend(lease, "s", all));
    return lease;
  }

  private Ack report(
      Lease lease,
      String call,
      ToolStatus status,
      @Nullable String after,
      @Nullable String control) {
    Map<String, ?> result =
        control == null
            ? Map.of("x", 1)
            : Map.of("x", 1, "__cg_control", Map.of("after_execution", control));
    return TurnTestWorld.join(
        world.turns.report(
            new ToolReport(
                "a",
                lease.turn(),
                lease.epoch(),
                call,
                "result-" + call,
                result,
                status,
                after,
                "tool")));
  }

  private HeadStatus alone(After call, @Nullable String after, @Nullable String control) {
    Lease lease = suspended(call);
    assertThat(report(lease, "c0", ToolStatus.SUCCESS, after, control).kind()).isEqualTo(Kind.DONE);
    return world.head().status();
  }

  @Test
  void a_result_with_terminate_ends_the_turn() {
    assertThat(alone(After.SUSPEND, null, "terminate")).isEqualTo(HeadStatus.IDLE);
    assertThat(world.call("c0").after()).isEqualTo("terminate");
  }

  @Test
  void a_result_with_suspend_continues_the_turn() {
    assertThat(alone(After.TERMINATE, null, "suspend")).isEqualTo(HeadStatus.RUNNING);
    assertThat(world.call("c0").after()).isEqualTo("suspend");
  }

  @Test
  void a_report_with_terminate_ends_the_turn() {
    assertThat(alone(After.SUSPEND, "terminate", null)).isEqualTo(HeadStatus.IDLE);
  }

  @Test
  void a_report_with_suspend_continues_the_turn() {
    assertThat(alone(After.TERMINATE, "suspend", null)).isEqualTo(HeadStatus.RUNNING);
  }

  @Test
  void a_result_overrides_its_report() {
    assertThat(alone(After.SUSPEND, "suspend", "terminate")).isEqualTo(HeadStatus.IDLE);
  }

  @Test
  void a_result_overrides_its_report_and_its_call() {
    assertThat(alone(After.TERMINATE, "terminate", "suspend")).isEqualTo(HeadStatus.RUNNING);
  }

  @Test
  void an_unknown_control_word_is_ignored() {
    assertThat(alone(After.TERMINATE, null, "explode")).isEqualTo(HeadStatus.IDLE);
  }

  @Test
  void in_a_batch_each_result_speaks_for_its_own_call() {
    Lease lease = suspended(After.TERMINATE, After.SUSPEND, After.SUSPEND);
    report(lease, "c0", ToolStatus.SUCCESS, null, "suspend");
    report(lease, "c1", ToolStatus.FAILED, "terminate", null);
    report(lease, "c2", ToolStatus.SUCCESS, null, null);
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(world.turn(lease.turn()).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(world.delivered(lease.turn()).get("reason")).isEqualTo("failed");
  }

  @Test
  void a_batch_of_suspending_calls_continues_the_turn() {
    Lease lease = suspended(After.TERMINATE, After.TERMINATE);
    report(lease, "c0", ToolStatus.FAILED, null, "suspend");
    report(lease, "c1", ToolStatus.SUCCESS, "suspend", null);
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
  }

  @Test
  void a_result_before_the_wait_is_applied_too() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c0")));
    report(lease, "c0", ToolStatus.SUCCESS, null, "terminate");
    world.suspend(lease);
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
  }
}
