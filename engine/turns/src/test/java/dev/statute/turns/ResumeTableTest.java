package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.turns.Ack.Kind;
import dev.statute.turns.internal.protocol.AgentTransaction;
import dev.statute.turns.internal.protocol.ToolReports;
import dev.statute.turns.internal.protocol.TurnContext;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnStatuses;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Resume decision, row by row. */
class ResumeTableTest {
  private final TurnTestWorld world = new TurnTestWorld();

  private Ack report(
      Lease lease, @Nullable String call, @Nullable String card, @Nullable String after) {
    return TurnTestWorld.join(
        world.turns.report(
            new ToolReport(
                "a",
                lease.turn(),
                lease.epoch(),
                call,
                card,
                null,
                ToolStatus.SUCCESS,
                after,
                "t")));
  }

  private void failedBecause(Lease lease, String reason) {
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(world.turn(lease.turn()).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(world.delivered(lease.turn()).get("reason")).isEqualTo(reason);
    assertThat(world.tasks()).hasSize(1);
  }

  // malformed

  @Test
  void a_report_without_a_call_fails_the_turn() {
    Lease lease = world.suspended("c");
    assertThat(report(lease, null, "result-c", null).kind()).isEqualTo(Kind.MALFORMED);
    failedBecause(lease, "malformed_report");
    assertThat(world.call("c").status()).isEqualTo(CallStatus.DROPPED);
  }

  @Test
  void a_report_without_a_card_fails_the_turn() {
    Lease lease = world.suspended("c");
    assertThat(report(lease, "c", null, null).kind()).isEqualTo(Kind.MALFORMED);
    failedBecause(lease, "malformed_report");
    assertThat(world.message("c").status()).isEqualTo(InboxStatus.ERROR);
  }

  @Test
  void a_report_with_a_card_of_another_type_fails_the_turn() {
    Lease lease = world.suspended("c");
    report(lease, "c", "call-c", null);
    failedBecause(lease, "malformed_report");
  }

  @Test
  void a_report_with_the_card_of_another_call_fails_the_turn() {
    Lease lease = world.suspended("c", "d");
    TurnTestWorld.join(
        world.turns.store("a", lease.turn(), "card-d", "d", ToolStatus.SUCCESS, Map.of()));
    report(lease, "c", "card-d", null);
    failedBecause(lease, "malformed_report");
  }

  @Test
  void a_report_with_a_bad_after_execution_fails_the_turn() {
    Lease lease = world.suspended("c");
    assertThat(report(lease, "c", "result-c", "explode").kind()).isEqualTo(Kind.MALFORMED);
    failedBecause(lease, "malformed_report");
  }

  @Test
  void a_malformed_report_of_another_turn_changes_nothing() {
    Lease old = world.running("first");
    world.deliver(old);
    Lease lease = world.suspended("c");
    assertThat(report(old, null, null, "explode").kind()).isEqualTo(Kind.MALFORMED);
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void only_the_watchdog_reports_timeouts() {
    Lease lease = world.suspended("c");
    ToolReports reports =
        new ToolReports(
            new TurnContext(
                world.clock,
                world.ids,
                AgentTestCharts.JSON,
                List.of(AgentTestCharts.shipped()),
                agent -> Resources.NONE));
    Ack ack =
        world.read(
            tx -> {
              AgentTransaction round =
                  AgentTransaction.of(
                      tx,
                      Objects.requireNonNull(tx.head()),
                      AgentTestCharts.shipped(),
                      new TurnContext(
                          world.clock,
                          world.ids,
                          AgentTestCharts.JSON,
                          List.of(AgentTestCharts.shipped()),
                          agent -> Resources.NONE));
              Ack made =
                  reports.accept(
                      round,
                      new ToolReport(
                          "a",
                          lease.turn(),
                          lease.epoch(),
                          "c",
                          "x",
                          Map.of(),
                          ToolStatus.TIMEOUT,
                          null,
                          "a tool"),
                      TurnStatuses.MessageType.TIMEOUT);
              round.close();
              return made;
            });
    assertThat(ack.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
  }

  // put off

  @Test
  void a_report_while_the_turn_still_runs_is_put_off_and_applied_when_it_has_suspended() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c")));
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.PUT_OFF);
    assertThat(world.call("c").status()).isEqualTo(CallStatus.RECEIVED);
    assertThat(world.message("c").status()).isEqualTo(InboxStatus.DEFERRED);
    world.suspend(lease);
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    assertThat(world.call("c").status()).isEqualTo(CallStatus.APPLIED);
    assertThat(world.message("c").status()).isEqualTo(InboxStatus.CONSUMED);
  }

  @Test
  void a_report_waits_for_suspend_as_long_as_the_worker_is_alive() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c")));
    world.report(lease, "c", ToolStatus.SUCCESS);
    for (int second = 0; second < 120; second++) {
      world.advance(Duration.ofSeconds(1));
      world.turns.heartbeat(lease);
      world.tick();
    }
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    world.suspend(lease);
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    assertThat(world.claim("w").calls())
        .extracting(AwaitedCall::status)
        .containsExactly(CallStatus.APPLIED);
  }

  @Test
  void a_report_of_two_that_was_early_is_applied_with_suspend_and_the_other_is_awaited() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c", "d")));
    world.report(lease, "c", ToolStatus.SUCCESS);
    world.suspend(lease);
    assertThat(world.call("c").status()).isEqualTo(CallStatus.APPLIED);
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    assertThat(world.head().waiting()).isEqualTo(1);
  }

  @Test
  void a_report_is_looked_at_after_two_then_one_then_each_one_and_a_half_seconds() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c")));
    world.report(lease, "c", ToolStatus.SUCCESS);
    int tries = 1;
    for (long millis : new long[] {2000, 1000, 1500, 1500, 1500}) {
      world.advance(Duration.ofMillis(millis - 1));
      world.tick();
      assertThat(world.message("c").tries()).isEqualTo(tries);
      world.advance(Duration.ofMillis(1));
      world.tick();
      assertThat(world.message("c").tries()).isEqualTo(++tries);
    }
  }

  @Test
  void a_report_does_not_extend_the_lease_of_a_dead_worker() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c")));
    world.report(lease, "c", ToolStatus.SUCCESS);
    world.advance(Duration.ofSeconds(30));
    world.tick();
    failedBecause(lease, "silent");
    assertThat(world.message("c").status()).isEqualTo(InboxStatus.SKIPPED);
    assertThat(world.message("c").outcome()).isEqualTo("its turn has ended");
    assertThat(world.deliver(lease).kind()).isEqualTo(Kind.LOST);
  }

  @Test
  void a_report_before_its_card_is_put_off_until_the_card_is_there() {
    Lease lease = world.suspended("c");
    assertThat(report(lease, "c", "later", null).kind()).isEqualTo(Kind.PUT_OFF);
    TurnTestWorld.join(
        world.turns.store("a", lease.turn(), "later", "c", ToolStatus.SUCCESS, Map.of()));
    world.advance(Duration.ofSeconds(2));
    world.tick();
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    assertThat(world.call("c").resultCard()).isEqualTo("later");
  }

  @Test
  void a_card_that_never_comes_fails_the_turn() {
    Lease lease = world.suspended("c");
    report(lease, "c", "never", null);
    for (int i = 0; i < 3; i++) {
      world.advance(Duration.ofSeconds(2));
      world.tick();
    }
    failedBecause(lease, "resume_retry_exhausted");
  }

  @Test
  void a_report_without_a_turn_is_deferred_and_then_a_visible_error() {
    Ack ack =
        TurnTestWorld.join(
            world.turns.report(
                ToolReport.of("ghost", "turn-x", 1, "cx", ToolStatus.SUCCESS, Map.of())));
    assertThat(ack.kind()).isEqualTo(Kind.PUT_OFF);
    for (int i = 0; i < 3; i++) {
      world.advance(Duration.ofSeconds(2));
      world.tick();
    }
    TurnRecords.Message row =
        TurnTestWorld.join(
            world.store.transact(
                "ghost",
                tx -> Objects.requireNonNull(tx.message(Objects.requireNonNull(ack.inbox())))));
    assertThat(row.status()).isEqualTo(InboxStatus.ERROR);
    assertThat(row.outcome()).isEqualTo("resume_retry_exhausted");
    assertThat(world.tick()).isZero();
  }

  @Test
  void a_report_that_overtakes_the_opening_of_its_agent_is_looked_at_again() {
    TurnTestWorld.join(
        world.turns.report(ToolReport.of("late", "turn-x", 1, "cx", ToolStatus.SUCCESS, Map.of())));
    TurnTestWorld.join(world.turns.open("late"));
    world.advance(Duration.ofSeconds(2));
    world.tick();
    List<TurnRecords.Message> rows =
        TurnTestWorld.join(world.store.transact("late", tx -> tx.messages("turn-x")));
    assertThat(rows)
        .singleElement()
        .extracting(TurnRecords.Message::outcome)
        .isEqualTo("another turn");
  }

  @Test
  void a_turn_without_its_head_fails_with_a_deliverable_and_one_event() {
    HeadlessStore store = new HeadlessStore();
    TurnTestWorld lost = new TurnTestWorld(store);
    Lease lease = lost.suspended("c");
    int events = lost.events().size();
    store.loseHead();
    assertThat(lost.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.PUT_OFF);
    for (int i = 0; i < 3; i++) {
      lost.advance(Duration.ofSeconds(2));
      lost.tick();
    }
    assertThat(lost.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(lost.head().turnEpoch()).isEqualTo(lease.epoch() + 1);
    assertThat(lost.turn(lease.turn()).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(lost.delivered(lease.turn()).get("reason")).isEqualTo("resume_retry_exhausted");
    assertThat(lost.tasks())
        .singleElement()
        .extracting(TurnRecords.Event::seq)
        .isEqualTo(events + 2L);
  }

  // other turn, older epoch

  @Test
  void a_report_of_another_turn_is_consumed_and_changes_nothing() {
    Lease old = world.running("first");
    world.deliver(old);
    Lease lease = world.suspended("c");
    Ack ack = world.report(new Lease("a", old.turn(), old.epoch(), "w"), "x", ToolStatus.SUCCESS);
    assertThat(ack.kind()).isEqualTo(Kind.IGNORED);
    TurnRecords.Message row =
        world.read(tx -> Objects.requireNonNull(tx.message(Objects.requireNonNull(ack.inbox()))));
    assertThat(row.status()).isEqualTo(InboxStatus.CONSUMED);
    assertThat(row.outcome()).isEqualTo("another turn");
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void a_report_of_another_epoch_does_not_take_the_place_of_the_right_one() {
    Lease lease = world.suspended("c");
    Ack stale =
        world.report(new Lease("a", lease.turn(), lease.epoch() - 1, "w"), "c", ToolStatus.FAILED);
    assertThat(stale.kind()).isEqualTo(Kind.IGNORED);
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.DONE);
    assertThat(world.call("c").result()).isEqualTo(ToolStatus.SUCCESS);
  }

  // not awaited, applied before

  @Test
  void a_report_of_a_call_that_is_not_awaited_is_acknowledged_and_ignored() {
    Lease lease = world.suspended("c");
    Ack ack = world.report(lease, "unheard-of", ToolStatus.SUCCESS);
    assertThat(ack.kind()).isEqualTo(Kind.IGNORED);
    assertThat(ack.message()).isEqualTo("not awaited");
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
  }

  @Test
  void the_same_report_again_is_a_duplicate_and_changes_nothing() {
    Lease lease = world.suspended("c", "d");
    world.report(lease, "c", ToolStatus.SUCCESS);
    TurnRecords.Head before = world.head();
    world.advance(Duration.ofSeconds(5));
    assertThat(world.report(lease, "c", ToolStatus.FAILED).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(world.head()).isEqualTo(before);
    assertThat(world.call("c").result()).isEqualTo(ToolStatus.SUCCESS);
  }

  // two workers

  @Test
  void of_two_that_apply_the_same_result_the_loser_does_nothing() {
    Lease lease = world.suspended("c", "d");
    world.report(lease, "c", ToolStatus.SUCCESS);
    AwaitedCall applied = world.call("c");
    boolean again =
        world.read(
            tx ->
                tx.update(
                    applied.settled(CallStatus.APPLIED, "other", ToolStatus.FAILED, 99L),
                    CallStatus.WAITING));
    assertThat(again).isFalse();
    assertThat(world.call("c")).isEqualTo(applied);
  }

  // others outstanding

  @Test
  void with_others_open_the_turn_stays_suspended_and_its_deadline_begins_anew() {
    Lease lease = world.suspended("c", "d");
    Instant first = world.head().resumeDeadline();
    world.advance(Duration.ofSeconds(10));
    world.report(lease, "c", ToolStatus.SUCCESS);
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    assertThat(world.head().waiting()).isEqualTo(1);
    assertThat(first).isEqualTo(TurnTestWorld.START.plusSeconds(30));
    assertThat(world.head().resumeDeadline()).isEqualTo(TurnTestWorld.START.plusSeconds(40));
    assertThat(world.head().turnEpoch()).isEqualTo(lease.epoch());
  }

  // the last one

  @Test
  void the_last_result_resumes_the_turn_under_the_next_epoch() {
    Lease lease = world.suspended("c");
    world.report(lease, "c", ToolStatus.FAILED);
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    assertThat(world.head().turnEpoch()).isEqualTo(lease.epoch() + 1);
    assertThat(world.head().turn()).isEqualTo(lease.turn());
    assertThat(world.turn(lease.turn()).epoch()).isEqualTo(lease.epoch() + 1);
    ClaimedTurn next = world.claim("w");
    assertThat(next.lease().epoch()).isEqualTo(lease.epoch() + 1);
    assertThat(next.calls()).extracting(AwaitedCall::status).containsExactly(CallStatus.APPLIED);
    assertThat(next.output()).extracting(Card::type).containsExactly("tool.call");
  }

  @Test
  void the_last_result_of_a_set_that_ends_the_turn_delivers_it() {
    Lease lease = world.running("r");
    TurnTestWorld.join(
        world.turns.suspend(
            lease,
            "s",
            List.of(
                new ToolCall("c", "tool", Map.of()),
                new ToolCall("d", "tool", Map.of(), ToolCall.After.TERMINATE, null))));
    world.report(lease, "d", ToolStatus.SUCCESS);
    assertThat(world.head().status()).isEqualTo(HeadStatus.SUSPENDED);
    world.report(lease, "c", ToolStatus.FAILED);
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(world.turn(lease.turn()).status())
        .as("a failed result that does not end the turn does not decide")
        .isEqualTo(TurnStatus.SUCCESS);
    assertThat(world.delivered(lease.turn()).get("results"))
        .isEqualTo(List.of("result-c", "result-d"));
  }

  @Test
  void the_first_failed_result_that_ends_the_turn_decides_how_it_ends() {
    Lease lease = world.running("r");
    TurnTestWorld.join(
        world.turns.suspend(
            lease,
            "s",
            List.of(
                new ToolCall("c", "tool", Map.of(), ToolCall.After.TERMINATE, null),
                new ToolCall("d", "tool", Map.of(), ToolCall.After.TERMINATE, null),
                new ToolCall("e", "tool", Map.of(), ToolCall.After.TERMINATE, null))));
    world.report(lease, "e", ToolStatus.SUCCESS);
    world.report(lease, "d", ToolStatus.CANCELED);
    world.report(lease, "c", ToolStatus.FAILED);
    assertThat(world.turn(lease.turn()).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(world.delivered(lease.turn()).get("reason")).isEqualTo("canceled");
  }
}
