package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.Ack.Kind;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Deadlines of calls; the chart's patience is 30 s. */
class CallDeadlineTest {
  private final TurnTestWorld world = new TurnTestWorld();

  private static ToolCall call(String id, @Nullable Duration timeout) {
    return new ToolCall(id, "tool", Map.of(), ToolCall.After.SUSPEND, timeout);
  }

  private Lease suspended(ToolCall... calls) {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.suspend(lease, "s", List.of(calls)));
    return lease;
  }

  private void after(int seconds) {
    world.advance(Duration.ofSeconds(seconds));
    world.tick();
  }

  private List<CallStatus> statuses(String... calls) {
    return List.of(calls).stream().map(id -> world.call(id).status()).toList();
  }

  private Ack partial(Lease lease, String call, Object progress) {
    return TurnTestWorld.join(
        world.turns.report(
            ToolReport.of(
                "a",
                lease.turn(),
                lease.epoch(),
                call,
                ToolStatus.PARTIAL,
                Map.of("progress", progress))));
  }

  @Test
  void a_call_of_five_seconds_ends_after_five_seconds() {
    Lease lease = suspended(call("c", Duration.ofSeconds(5)));
    assertThat(world.head().resumeDeadline()).isEqualTo(TurnTestWorld.START.plusSeconds(5));
    after(4);
    assertThat(statuses("c")).containsExactly(CallStatus.WAITING);
    after(1);
    assertThat(statuses("c")).containsExactly(CallStatus.EXPIRED);
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.LATE);
  }

  @Test
  void each_of_three_calls_ends_by_its_own_deadline() {
    Lease lease =
        suspended(
            call("c", Duration.ofSeconds(5)), call("d", null), call("e", Duration.ofHours(1)));
    after(5);
    assertThat(statuses("c", "d", "e"))
        .containsExactly(CallStatus.EXPIRED, CallStatus.WAITING, CallStatus.WAITING);
    after(24);
    assertThat(statuses("c", "d", "e"))
        .as("what expires is no progress: nobody is given more time for it")
        .containsExactly(CallStatus.EXPIRED, CallStatus.WAITING, CallStatus.WAITING);
    after(1);
    assertThat(statuses("c", "d", "e"))
        .containsExactly(CallStatus.EXPIRED, CallStatus.EXPIRED, CallStatus.WAITING);
    after(3569);
    assertThat(statuses("e")).containsExactly(CallStatus.WAITING);
    after(1);
    assertThat(statuses("e")).containsExactly(CallStatus.EXPIRED);
    assertThat(world.claim("w").lease().epoch()).isEqualTo(lease.epoch() + 1);
  }

  @Test
  void a_result_gives_calls_without_a_time_of_their_own_theirs_anew_and_no_others() {
    Lease lease = suspended(call("c", null), call("d", null), call("e", Duration.ofSeconds(20)));
    after(10);
    world.report(lease, "c", ToolStatus.SUCCESS);
    after(10);
    assertThat(statuses("d", "e")).containsExactly(CallStatus.WAITING, CallStatus.EXPIRED);
    after(19);
    assertThat(statuses("d")).containsExactly(CallStatus.WAITING);
    after(1);
    assertThat(statuses("d")).containsExactly(CallStatus.EXPIRED);
  }

  @Test
  void a_timeout_names_the_tool_without_an_answer() {
    suspended(call("c", Duration.ofSeconds(5)));
    after(5);
    assertThat(world.turns.results(world.claim("w")))
        .isEqualTo(
            Map.of(
                "c",
                Map.of(
                    "status",
                    "timeout",
                    "result",
                    Map.of(
                        "error",
                        "nobody answered the call of 'tool' in time: no worker has this tool, or it"
                            + " took too long"))));
  }

  @Test
  void a_partial_result_restarts_the_time_and_the_final_one_is_applied() {
    Lease lease = suspended(call("c", Duration.ofSeconds(5)));
    after(4);
    assertThat(partial(lease, "c", 1).kind()).isEqualTo(Kind.DONE);
    assertThat(partial(lease, "c", 1).kind()).as("said again").isEqualTo(Kind.DUPLICATE);
    after(4);
    assertThat(partial(lease, "c", 2).kind()).isEqualTo(Kind.DONE);
    after(4);
    assertThat(statuses("c")).containsExactly(CallStatus.WAITING);
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.DONE);
    assertThat(world.turns.results(world.claim("w")))
        .isEqualTo(Map.of("c", Map.of("status", "success", "result", Map.of("of", "c"))));
  }

  @Test
  void a_repeated_partial_result_does_not_restart_the_time() {
    Lease lease = suspended(call("c", Duration.ofSeconds(5)));
    after(1);
    partial(lease, "c", 1);
    after(4);
    partial(lease, "c", 1);
    after(1);
    assertThat(statuses("c")).containsExactly(CallStatus.EXPIRED);
  }

  @Test
  void a_result_so_far_of_a_call_without_a_time_of_its_own_gives_it_the_patience_of_the_chart() {
    Lease lease = suspended(call("c", null));
    after(29);
    partial(lease, "c", 1);
    after(29);
    assertThat(statuses("c")).containsExactly(CallStatus.WAITING);
    after(1);
    assertThat(statuses("c")).containsExactly(CallStatus.EXPIRED);
  }

  @Test
  void a_result_so_far_before_its_turn_waits_settles_nothing() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c")));
    assertThat(partial(lease, "c", 1).kind()).isEqualTo(Kind.DONE);
    world.suspend(lease);
    assertThat(statuses("c")).containsExactly(CallStatus.WAITING);
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.DONE);
    assertThat(world.call("c").result()).isEqualTo(ToolStatus.SUCCESS);
  }

  @Test
  void a_tool_that_takes_long_extends_its_own_deadline_and_never_shortens_it() {
    suspended(call("c", Duration.ofSeconds(5)), call("d", null));
    after(4);
    assertThat(TurnTestWorld.join(world.turns.extend("a", "c", Duration.ofMinutes(1))).kind())
        .isEqualTo(Kind.DONE);
    assertThat(TurnTestWorld.join(world.turns.extend("a", "d", Duration.ofSeconds(1))).kind())
        .isEqualTo(Kind.DONE);
    after(25);
    assertThat(statuses("c", "d")).containsExactly(CallStatus.WAITING, CallStatus.WAITING);
    after(1);
    assertThat(statuses("c", "d")).containsExactly(CallStatus.WAITING, CallStatus.EXPIRED);
    after(34);
    assertThat(statuses("c")).containsExactly(CallStatus.EXPIRED);
    assertThat(TurnTestWorld.join(world.turns.extend("a", "c", Duration.ofSeconds(9))).kind())
        .isEqualTo(Kind.IGNORED);
  }

  @Test
  void a_deadline_of_its_own_holds_while_the_turn_still_runs() {
    Lease lease = world.running("r");
    TurnTestWorld.join(
        world.turns.callTools(lease, "s", List.of(call("c", Duration.ofSeconds(5)))));
    world.advance(Duration.ofSeconds(10));
    world.suspend(lease);
    world.tick();
    assertThat(world.call("c")).extracting(AwaitedCall::status).isEqualTo(CallStatus.EXPIRED);
  }
}
