package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Reply;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.TurnHandler.Deliver;
import dev.statute.turns.TurnHandler.Wait;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Limits of a turn, reports of its steps, and invalid requests. */
class TurnBudgetTest {
  private final TurnTestWorld world = new TurnTestWorld();
  private final Deque<Runnable> work = new ArrayDeque<>();

  private void settle() {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
  }

  private void pass(int seconds) {
    for (int second = 0; second < seconds; second++) {
      world.advance(Duration.ofSeconds(1));
      settle();
    }
  }

  private Lease used(int steps) {
    Lease lease = world.running("r");
    for (int step = 0; step < steps; step++) {
      assertThat(world.suspend(lease, "c" + step).kind()).isEqualTo(Kind.DONE);
      world.report(lease, "c" + step, ToolStatus.SUCCESS);
      lease = world.claim("w").lease();
    }
    return lease;
  }

  @Test
  void a_turn_without_steps_left_calls_no_tool_and_may_submit() {
    Lease lease = used(50);
    Ack ack = world.suspend(lease, "more");
    assertThat(ack.kind()).isEqualTo(Kind.REFUSED);
    assertThat(ack.message())
        .isEqualTo("the turn has used up its steps; only submit_result may be called");
    assertThat(
            TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("more")))
                .kind())
        .isEqualTo(Kind.REFUSED);
    assertThat(TurnTestWorld.join(world.turns.submitResult(lease, "last", Map.of())).kind())
        .isEqualTo(Kind.DONE);
  }

  @Test
  void a_claimed_turn_has_the_number_of_steps_left() {
    List<Long> left = new ArrayList<>();
    try (TurnWorker worker =
        TurnWorker.builder(world.turns)
            .executor(work::add)
            .handler(
                asked -> {
                  left.add(asked.turn().stepsLeft());
                  return asked.turn().isClosing()
                      ? new Deliver(Map.of())
                      : new Wait("s", TurnTestWorld.calls("c" + left.size()));
                })
            .tool("tool", call -> Reply.of(1))
            .start()) {
      world.enqueue("r");
      settle();
      assertThat(left).hasSize(51).startsWith(50L, 49L).endsWith(1L, 0L);
      assertThat(world.tasks()).hasSize(1);
      assertThat(world.turn(String.valueOf(world.tasks().get(0).turn())).status())
          .isEqualTo(TurnStatus.SUCCESS);
      assertThat(worker.isIdle()).isTrue();
    }
  }

  private Ack nested(String key, int depth) {
    return TurnTestWorld.join(
        world.turns.enqueue(
            new TurnRequest(
                "a", key, Map.of(), List.of(), null, null, new Lineage("t", "p", depth))));
  }

  @Test
  void a_request_that_is_nested_too_deeply_fails_with_a_deliverable_and_those_after_it_go_on() {
    Lease first = world.running("first");
    nested("deep", 20);
    nested("less", 19);
    world.deliver(first);
    assertThat(world.message("deep").status()).isEqualTo(InboxStatus.CONSUMED);
    String turn = String.valueOf(world.message("deep").turn());
    assertThat(world.turn(turn).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(world.delivered(turn).get("reason")).isEqualTo("recursion_depth_exceeded");
    assertThat(world.tasks()).hasSize(2);
    ClaimedTurn next = world.claim("w");
    assertThat(next.lease().turn()).isEqualTo(world.message("less").turn());
    assertThat(next.nested()).isEqualTo(new Lineage("t", next.lease().turn(), 20));
  }

  @Test
  void a_turn_of_the_largest_depth_asks_with_the_same_depth() {
    world.enqueue("r");
    ClaimedTurn claimed = world.claim("w");
    ClaimedTurn deepest =
        new ClaimedTurn(
            claimed.lease(),
            claimed.attempt(),
            claimed.task(),
            claimed.batch(),
            claimed.resources(),
            claimed.context(),
            claimed.output(),
            claimed.calls(),
            claimed.stepsLeft(),
            new Lineage("t", "p", Integer.MAX_VALUE));
    assertThat(deepest.nested())
        .isEqualTo(new Lineage("t", claimed.lease().turn(), Integer.MAX_VALUE));
  }

  private void addRow(long id, String key, String payload) {
    world.write(
        tx ->
            tx.add(
                new Message(
                    id,
                    "a",
                    MessageType.TURN,
                    key,
                    null,
                    null,
                    null,
                    InboxStatus.QUEUED,
                    0,
                    payload,
                    Lineage.NONE,
                    null,
                    TurnTestWorld.START)));
  }

  @Test
  void a_queued_row_that_cannot_be_read_is_kept_as_an_error_and_later_requests_are_not_lost() {
    Lease first = world.running("first");
    addRow(1_000_001, "broken", "{no json");
    addRow(1_000_002, "odd", "{\"task\":{},\"context_box\":7}");
    addRow(1_000_003, "good", "{\"task\":{\"say\":\"good\"}}");
    world.deliver(first);
    assertThat(world.message("broken").status()).isEqualTo(InboxStatus.ERROR);
    assertThat(world.message("broken").outcome()).startsWith("it cannot be read: ");
    assertThat(world.message("odd"))
        .extracting(Message::status, Message::outcome)
        .containsExactly(InboxStatus.ERROR, "context_box is no text");
    assertThat(world.claim("w").task()).isEqualTo(Map.of("say", "good"));
    assertThat(world.eventTypes()).filteredOn("request.rejected"::equals).hasSize(2);
  }

  @Test
  void a_turn_has_events_of_the_start_and_end_of_its_steps() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "look", TurnTestWorld.calls("c", "d")));
    TurnTestWorld.join(world.turns.callTools(lease, "look", TurnTestWorld.calls("e")));
    TurnTestWorld.join(world.turns.suspend(lease, "ask", TurnTestWorld.calls("f")));
    for (String call : List.of("c", "d", "e", "f")) {
      world.report(lease, call, ToolStatus.SUCCESS);
    }
    Lease next = world.claim("w").lease();
    TurnTestWorld.join(world.turns.suspend(next, "last", TurnTestWorld.calls("g")));
    TurnTestWorld.join(world.turns.stop("a", "stop", null, "user"));
    assertThat(steps(lease.turn()))
        .containsExactly(
            "look started",
            "ask started",
            "look completed",
            "ask completed",
            "last started",
            "last failed");
  }

  private List<String> steps(String turn) {
    List<String> all = new ArrayList<>();
    for (Event event : world.events()) {
      if (event.type().equals("step")) {
        Map<String, ?> ids = AgentTestCharts.JSON.read(event.payload());
        assertThat(ids.keySet())
            .containsExactlyInAnyOrder(
                "agent",
                "turn",
                "step",
                "phase",
                "agent_id",
                "agent_turn_id",
                "step_id",
                "turn_epoch");
        assertThat(ids.get("agent_turn_id")).isEqualTo(turn);
        assertThat(ids.get("step_id")).isEqualTo(ids.get("step"));
        assertThat(ids.get("turn")).isEqualTo(turn);
        all.add(ids.get("step") + " " + ids.get("phase"));
      }
    }
    return all;
  }

  @Test
  void a_result_that_is_submitted_ends_its_step() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.submitResult(lease, "last", Map.of()));
    assertThat(steps(lease.turn())).containsExactly("last completed");
  }

  @Test
  void calls_of_unregistered_tools_are_left_to_other_workers() {
    List<String> ran = new ArrayList<>();
    try (TurnWorker first =
            TurnWorker.builder(world.turns)
                .executor(work::add)
                .concurrency(1)
                .tool("other", call -> Reply.of(1))
                .start();
        TurnWorker second =
            TurnWorker.builder(world.turns)
                .executor(work::add)
                .tool(
                    "tool",
                    call -> {
                      ran.add(call.key() + " " + call.attempt());
                      return Reply.of(2);
                    })
                .start()) {
      Lease lease = world.running("r");
      world.suspend(lease, "c", "d");
      settle();
      assertThat(ran).containsExactly("c 1", "d 1");
      assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
      assertThat(world.store.unpublished(9)).isEmpty();
      assertThat(first.isIdle()).isEqualTo(second.isIdle());
    }
  }

  @Test
  void the_call_of_a_tool_without_a_worker_is_published_after_its_time() {
    try (TurnWorker worker =
        TurnWorker.builder(world.turns)
            .executor(work::add)
            .tool("other", call -> Reply.of(1))
            .start()) {
      world.suspend(world.running("r"), "c");
      pass(29);
      assertThat(world.store.unpublished(9)).extracting(Event::type).containsExactly("tool.call");
      pass(1);
      assertThat(world.store.unpublished(9)).isEmpty();
      assertThat(world.call("c").result()).isEqualTo(ToolStatus.TIMEOUT);
      assertThat(worker.isIdle()).as("its turn waits for a worker").isFalse();
    }
  }

  @Test
  void a_tool_that_may_take_long_keeps_its_call_waited_for_and_no_longer_than_it_may() {
    try (TurnWorker worker =
        TurnWorker.builder(world.turns)
            .executor(work::add)
            .tool(
                "tool",
                call -> {
                  pass(100);
                  return Reply.of(1);
                },
                Duration.ofSeconds(60))
            .start()) {
      world.suspend(world.running("r"), "c");
      settle();
      Message row = world.message("c");
      assertThat(row.type()).isEqualTo(MessageType.TIMEOUT);
      assertThat(Duration.between(TurnTestWorld.START, row.createdAt()).toSeconds())
          .isBetween(60L, 76L);
      assertThat(world.tasks()).as("nobody took it up again").hasSize(1);
      assertThat(worker.isIdle()).isTrue();
    }
  }

  @Test
  void what_a_worker_is_at_is_seen() {
    List<String> seen = new ArrayList<>();
    try (TurnWorker worker =
        TurnWorker.builder(world.turns)
            .executor(work::add)
            .tool(
                "tool",
                call -> {
                  pass(1);
                  seen.add(String.valueOf(world.turns.observed("a")));
                  return Reply.of(1);
                })
            .start()) {
      world.suspend(world.running("r"), "c");
      settle();
      assertThat(seen)
          .containsExactly(
              "Signals[agent=a, activity=executing_tool, tool=tool, waiting=1,"
                  + " at=2026-01-01T00:00:01Z]");
      pass(1);
      assertThat(world.turns.observed("a"))
          .extracting(TurnRecords.Signals::activity)
          .isEqualTo("idle");
      assertThat(worker.isIdle()).isFalse();
    }
  }

  @Test
  void a_claimed_turn_has_its_resources() {
    Resources resources =
        Resources.of(
            Map.of(
                "roster", Map.of("anna", Map.of("profile", "buyer")),
                "tools", Map.of("price", Map.of("takes", "of"))));
    Turns turns =
        Turns.of(
                new TurnDependencies(
                    world.store,
                    world.clock,
                    new Random(0),
                    AgentTestCharts.JSON,
                    world.doorbell,
                    Runnable::run,
                    agent -> agent.equals("a") ? resources : Resources.NONE),
                List.of(AgentTestCharts.shipped()))
            .get();
    world.enqueue("r");
    assertThat(TurnTestWorld.join(turns.claimOf("a", "w")))
        .extracting(ClaimedTurn::resources)
        .containsExactly(resources);
    assertThat(resources.profiles()).isEqualTo(Map.of());
  }
}
