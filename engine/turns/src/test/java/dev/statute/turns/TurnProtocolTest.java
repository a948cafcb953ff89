package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.store.Subscription;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnRecords;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TurnProtocolTest {
  private final TurnTestWorld world = new TurnTestWorld();

  private Ack ask(TurnRequest request) {
    return TurnTestWorld.join(world.turns.enqueue(request));
  }

  @Test
  void requests_become_turns_one_after_the_other_in_their_order() {
    world.enqueue("first");
    world.enqueue("second");
    ClaimedTurn first = world.claim("w");
    assertThat(first.task()).isEqualTo(Map.of("say", "first"));
    assertThat(TurnTestWorld.join(world.turns.claimOf("a", "other"))).isEmpty();
    world.deliver(first.lease());
    assertThat(world.head().status()).as("taken by the delivery").isEqualTo(HeadStatus.DISPATCHED);
    assertThat(TurnTestWorld.join(world.turns.claim("w", 10)))
        .singleElement()
        .extracting(ClaimedTurn::task)
        .isEqualTo(Map.of("say", "second"));
  }

  @Test
  void a_turn_takes_three_transactions() {
    int[] count = {0};
    TurnTestWorld counted =
        new TurnTestWorld(
            new ForwardingTurnStore(new MemoryTurnStore()) {
              @Override
              public <T> java.util.concurrent.CompletionStage<T> transact(
                  String agent, Function<TurnTransaction, T> work) {
                count[0]++;
                return super.transact(agent, work);
              }
            });
    count[0] = 0;
    counted.enqueue("r");
    counted.deliver(counted.claim("w").lease());
    assertThat(count[0]).isEqualTo(3);
  }

  @Test
  void an_agent_that_was_not_opened_is_unknown() {
    Ack ack = ask(new TurnRequest("nobody", "k", Map.of()));
    assertThat(ack.kind()).isEqualTo(Kind.UNKNOWN_AGENT);
    assertThat(ack.message()).isEqualTo("there is no agent 'nobody'; open it first");
    Lease lease = new Lease("nobody", "t", 1, "w");
    assertThat(TurnTestWorld.join(world.turns.deliver(lease, Map.of())).kind())
        .isEqualTo(Kind.UNKNOWN_AGENT);
    assertThat(TurnTestWorld.join(world.turns.open("a")).kind()).isEqualTo(Kind.DUPLICATE);
  }

  @Test
  void each_call_of_a_worker_that_lost_its_turn_is_refused_as_lost() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.stop("a", "s", null, "user"));
    TurnRecords.Head before = world.head();
    assertThat(
            List.of(
                TurnTestWorld.join(world.turns.heartbeat(lease)),
                TurnTestWorld.join(world.turns.write(lease, Map.of("x", Map.of("type", "note")))),
                TurnTestWorld.join(world.turns.callTools(lease, "s", TurnTestWorld.calls("c"))),
                world.suspend(lease, "d"),
                world.deliver(lease)))
        .allSatisfy(ack -> assertThat(ack.kind()).isEqualTo(Kind.LOST));
    assertThat(world.deliver(lease).message())
        .isEqualTo("turn '" + lease.turn() + "' went on without epoch 1; stop");
    assertThat(world.head()).isEqualTo(before);
  }

  @Test
  void a_repeated_delivery_is_a_duplicate() {
    Lease lease = world.running("r");
    assertThat(world.deliver(lease).kind()).isEqualTo(Kind.DONE);
    assertThat(world.deliver(lease).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(world.tasks()).hasSize(1);
  }

  @Test
  void the_task_event_carries_ids_and_the_status_and_nothing_else() {
    Lease lease = world.running("r");
    world.deliver(lease);
    Event task = world.tasks().get(0);
    Card card = world.card(world.deliverable(lease.turn()).card());
    Map<String, Object> ids = new LinkedHashMap<>();
    ids.put("agent", "a");
    ids.put("turn", lease.turn());
    ids.put("inbox", Long.toString(world.message("r").id()));
    ids.put("deliverable_card_id", card.id());
    ids.put("output_box_id", card.box());
    ids.put("status", "success");
    ids.put("agent_id", "a");
    ids.put("agent_turn_id", lease.turn());
    ids.put("inbox_id", ids.get("inbox"));
    ids.put("turn_epoch", task.epoch());
    assertThat(AgentTestCharts.JSON.read(task.payload())).isEqualTo(ids);
    assertThat(card.type()).isEqualTo("task.deliverable");
  }

  private BoxesRowSeen taken(@Nullable String context, @Nullable String output, String key) {
    TurnTestWorld.join(
        world.turns.enqueue(
            new TurnRequest(
                "a", key, Map.of(), List.of(), context, output, TurnRecords.Lineage.NONE)));
    Lease lease = world.claim("w").lease();
    TurnTestWorld.join(world.turns.write(lease, Map.of("card-" + key, Map.of("text", key))));
    TurnRecords.TurnBoxes boxes = Objects.requireNonNull(world.head().boxes());
    List<Card> read = world.read(tx -> tx.cards(String.valueOf(context), 1, 99));
    world.deliver(lease);
    return new BoxesRowSeen(boxes, read.stream().map(Card::id).toList());
  }

  private record BoxesRowSeen(TurnRecords.TurnBoxes boxes, List<String> context) {}

  @Test
  void a_request_that_names_one_box_twice_writes_into_a_fork_of_it() {
    taken(null, "notes", "r1");
    List<String> before =
        world.read(tx -> tx.cards("notes", 1, 99)).stream().map(Card::id).toList();
    BoxesRowSeen seen = taken("notes", "notes", "r2");
    assertThat(seen.context()).isEqualTo(before);
    assertThat(seen.boxes().output()).isNotEqualTo("notes");
    assertThat(world.<@Nullable Box>read(tx -> tx.box(seen.boxes().output())))
        .extracting(box -> box == null ? null : box.forkedFrom())
        .isEqualTo("notes");
    assertThat(world.read(tx -> tx.cards("notes", 1, 99)).stream().map(Card::id)).isEqualTo(before);
  }

  @Test
  void a_context_that_is_also_the_output_box_is_forked() {
    taken(null, "notes", "r1");
    List<String> before =
        world.read(tx -> tx.cards("notes", 1, 99)).stream().map(Card::id).toList();
    taken("notes", null, "r2");
    assertThat(world.read(tx -> tx.cards("notes", 1, 99)).stream().map(Card::id)).isEqualTo(before);
  }

  @Test
  void a_request_that_names_one_new_box_twice_reads_nothing_and_writes_elsewhere() {
    BoxesRowSeen seen = taken("new", "new", "r1");
    assertThat(seen.context()).isEmpty();
    assertThat(seen.boxes().output()).isNotEqualTo("new");
  }

  @Test
  void an_unclaimed_turn_is_rung_for_leased_again_and_then_failed() {
    world.enqueue("r");
    String turn = Objects.requireNonNull(world.head().turn());
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      world.advance(Duration.ofSeconds(10));
      world.tick();
      seen.add(world.turn(turn).attempt() + "/" + world.turn(turn).epoch());
    }
    assertThat(seen).containsExactly("1/1", "2/2", "2/2", "3/3", "3/3", "3/4");
    assertThat(world.turn(turn).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(world.delivered(turn).get("reason")).isEqualTo("max_attempts");
    assertThat(world.tasks()).hasSize(1);
  }

  @Test
  void a_worker_that_is_silent_loses_its_turn_and_a_heartbeat_keeps_it() {
    Lease lease = world.running("r");
    world.advance(Duration.ofSeconds(20));
    assertThat(TurnTestWorld.join(world.turns.heartbeat(lease)).kind()).isEqualTo(Kind.DONE);
    world.advance(Duration.ofSeconds(20));
    world.tick();
    assertThat(world.head().status()).isEqualTo(HeadStatus.RUNNING);
    world.advance(Duration.ofSeconds(10));
    world.tick();
    assertThat(world.turn(lease.turn()).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(world.delivered(lease.turn()).get("reason")).isEqualTo("silent");
    assertThat(world.deliver(lease).kind()).isEqualTo(Kind.LOST);
  }

  @Test
  void a_user_acts_now_or_not_at_all() {
    Ack first = TurnTestWorld.join(world.turns.uiAction(new TurnRequest("a", "click", Map.of())));
    assertThat(first.kind()).isEqualTo(Kind.DONE);
    assertThat(world.head().status()).isEqualTo(HeadStatus.DISPATCHED);
    Ack busy = TurnTestWorld.join(world.turns.uiAction(new TurnRequest("a", "again", Map.of())));
    assertThat(busy.kind().word()).isEqualTo("agent_busy");
    @Nullable Message row =
        world
            .<List<Message>>read(
                tx -> {
                  Message there = tx.message("again");
                  return there == null ? List.of() : List.of(there);
                })
            .stream()
            .findFirst()
            .orElse(null);
    assertThat(row).isNull();
  }

  @Test
  void only_what_is_queued_can_be_cancelled() {
    Lease lease = world.running("first");
    world.enqueue("second");
    assertThat(TurnTestWorld.join(world.turns.cancel("a", "second")).kind()).isEqualTo(Kind.DONE);
    assertThat(TurnTestWorld.join(world.turns.cancel("a", "second")).kind())
        .isEqualTo(Kind.DUPLICATE);
    Ack running = TurnTestWorld.join(world.turns.cancel("a", "first"));
    assertThat(running.kind()).isEqualTo(Kind.NOT_QUEUED);
    assertThat(running.message())
        .isEqualTo("the request is processing; only what is queued can be cancelled");
    assertThat(TurnTestWorld.join(world.turns.cancel("a", "third")).kind())
        .isEqualTo(Kind.NOT_QUEUED);
    world.deliver(lease);
    assertThat(world.head().status()).isEqualTo(HeadStatus.IDLE);
    assertThat(world.message("second").status()).isEqualTo(InboxStatus.SKIPPED);
  }

  @Test
  void a_stop_ends_the_turn_with_a_deliverable_and_drops_what_it_waits_for() {
    Lease lease = world.suspended("c");
    assertThat(TurnTestWorld.join(world.turns.stop("a", "s1", "other", "user")).kind())
        .isEqualTo(Kind.IGNORED);
    assertThat(TurnTestWorld.join(world.turns.stop("a", "s2", lease.turn(), "user")).kind())
        .isEqualTo(Kind.DONE);
    assertThat(TurnTestWorld.join(world.turns.stop("a", "s2", lease.turn(), "user")).kind())
        .isEqualTo(Kind.DUPLICATE);
    assertThat(TurnTestWorld.join(world.turns.stop("a", "s3", null, "user")).message())
        .isEqualTo("no turn is active");
    assertThat(world.turn(lease.turn()).status()).isEqualTo(TurnStatus.STOPPED);
    assertThat(world.delivered(lease.turn()).get("reason")).isEqualTo("stopped by user");
    assertThat(world.call("c").status()).isEqualTo(CallStatus.DROPPED);
    assertThat(world.report(lease, "c", ToolStatus.SUCCESS).kind()).isEqualTo(Kind.IGNORED);
  }

  @Test
  void a_success_covers_the_fields_that_were_asked_for() {
    ask(new TurnRequest("a", "k", Map.of(), List.of("title", "note?"), null, null, Lineage.NONE));
    Lease lease = world.claim("w").lease();
    Ack refused = TurnTestWorld.join(world.turns.deliver(lease, Map.of("note", "n")));
    assertThat(refused.kind()).isEqualTo(Kind.REFUSED);
    assertThat(refused.message())
        .isEqualTo("the deliverable does not cover the result fields that the task asks for");
    assertThat(
            TurnTestWorld.join(world.turns.submitResult(lease, "s", Map.of("title", "t"))).kind())
        .isEqualTo(Kind.DONE);
  }

  @Test
  void submit_result_is_alone_in_its_step() {
    Lease lease = world.running("r");
    TurnTestWorld.join(world.turns.callTools(lease, "s1", TurnTestWorld.calls("c")));
    assertThat(TurnTestWorld.join(world.turns.submitResult(lease, "s1", Map.of())).message())
        .isEqualTo("submit_result must be the only call of its step");
    assertThat(
            TurnTestWorld.join(
                    world.turns.callTools(
                        lease, "s2", List.of(new ToolCall("x", "submit_result", Map.of()))))
                .kind())
        .isEqualTo(Kind.REFUSED);
    assertThat(TurnTestWorld.join(world.turns.submitResult(lease, "s2", Map.of())).kind())
        .isEqualTo(Kind.DONE);
  }

  @Test
  void a_turn_with_nothing_to_wait_for_does_not_suspend() {
    Lease lease = world.running("r");
    assertThat(TurnTestWorld.join(world.turns.suspend(lease, "s", List.of())).message())
        .isEqualTo("there is no call to wait for");
    assertThat(world.deliver(lease).kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void the_next_turn_goes_on_in_the_same_box_and_reads_what_its_context_was() {
    ask(new TurnRequest("a", "k1", Map.of(), List.of(), null, "mine", Lineage.NONE));
    Lease first = world.claim("w").lease();
    TurnTestWorld.join(
        world.turns.write(first, Map.of("n1", Map.of("type", "note", "text", "one"))));
    world.deliver(first);
    ask(new TurnRequest("a", "k2", Map.of(), List.of(), "mine", null, Lineage.NONE));
    ClaimedTurn second = world.claim("w");
    assertThat(second.output()).extracting(Card::type).containsExactly("note", "task.deliverable");
    assertThat(second.context()).isEqualTo(second.output());
    TurnTestWorld.join(world.turns.write(second.lease(), Map.of("n2", Map.of("type", "note"))));
    TurnTestWorld.join(world.turns.suspend(second.lease(), "s", TurnTestWorld.calls("c")));
    world.report(second.lease(), "c", ToolStatus.SUCCESS);
    ClaimedTurn resumed = world.claim("w");
    assertThat(resumed.output()).hasSize(4);
    assertThat(resumed.context()).as("a snapshot").isEqualTo(second.context());
  }

  @Test
  void two_running_turns_never_share_an_output_box() {
    TurnTestWorld.join(world.turns.open("b"));
    ask(new TurnRequest("a", "k", Map.of(), List.of(), null, "shared", Lineage.NONE));
    Lease one = world.claim("w").lease();
    TurnTestWorld.join(world.turns.write(one, Map.of("n1", Map.of("text", "one"))));
    ask(new TurnRequest("b", "k", Map.of(), List.of(), null, "shared", Lineage.NONE));
    ClaimedTurn two = TurnTestWorld.join(world.turns.claimOf("b", "v")).get(0);
    TurnTestWorld.join(world.turns.write(one, Map.of("n2", Map.of("text", "two"))));
    TurnTestWorld.join(world.turns.write(two.lease(), Map.of("m1", Map.of("text", "fork"))));
    assertThat(two.output()).extracting(Card::id).containsExactly("n1");
    assertThat(world.card("n2").box()).isEqualTo("shared");
    assertThat(world.card("m1").box()).isNotEqualTo("shared");
    assertThat(world.card("m1").seq()).isEqualTo(2);
  }

  @Test
  void the_graph_contains_requests_and_responses() {
    Lineage lineage = new Lineage("trace", "parent-step", 2);
    ask(new TurnRequest("a", "k", Map.of(), List.of(), null, null, lineage));
    Lease lease = world.claim("w").lease();
    world.suspend(lease, "c");
    world.report(lease, "c", ToolStatus.SUCCESS);
    world.deliver(world.claim("w").lease());
    List<ExecutionEdge> request = world.read(tx -> tx.edges(world.message("k").id()));
    List<ExecutionEdge> report = world.read(tx -> tx.edges(world.message("c").id()));
    assertThat(request)
        .extracting(edge -> edge.primitive().word() + " " + edge.phase().word())
        .containsExactly("enqueue request", "join request", "join response", "enqueue response");
    assertThat(report)
        .extracting(edge -> edge.primitive().word() + " " + edge.phase().word())
        .containsExactly("report request", "report response");
    assertThat(request).extracting(ExecutionEdge::trace).containsOnly("trace");
    assertThat(world.head().lineage()).isEqualTo(lineage);
  }

  @Test
  void a_missing_inbox_row_is_a_protocol_error_and_the_turn_fails_in_the_end() {
    boolean[] missing = {false};
    TurnTestWorld broken =
        new TurnTestWorld(
            new ForwardingTurnStore(new MemoryTurnStore()) {
              @Override
              protected TurnTransaction wrap(TurnTransaction tx) {
                return new ForwardingTurnTransaction(tx) {
                  @Override
                  public @Nullable Message message(long id) {
                    return missing[0] ? null : super.message(id);
                  }
                };
              }
            });
    broken.enqueue("r");
    String turn = Objects.requireNonNull(broken.head().turn());
    missing[0] = true;
    assertThat(TurnTestWorld.join(broken.turns.claimOf("a", "w"))).isEmpty();
    for (int i = 0; i < 6; i++) {
      broken.advance(Duration.ofSeconds(10));
      broken.tick();
    }
    assertThat(broken.turn(turn).status()).isEqualTo(TurnStatus.FAILED);
    assertThat(broken.tasks()).hasSize(1);
  }

  @Test
  void a_subscriber_receives_every_event_once_in_order_over_lost_and_repeated_rings() {
    for (int times : new int[] {0, 1, 1000}) {
      TurnTestWorld loud = new TurnTestWorld();
      loud.doorbell.ringCount(times);
      loud.enqueue("first");
      List<Long> told = new ArrayList<>();
      Subscription listening = loud.turns.subscribe("a", 1, event -> told.add(event.seq()));
      loud.deliver(loud.claim("w").lease());
      loud.tick();
      listening.close();
      loud.deliver(loud.running("second"));
      assertThat(told).as("%s rings for one", times).containsExactly(2L, 3L);
    }
  }

  @Test
  void what_a_worker_is_seen_at_decides_nothing() {
    Lease lease = world.running("r");
    TurnRecords.Head before = world.head();
    world.turns.observe("a", "thinking", "grep", 7);
    assertThat(world.head()).isEqualTo(before);
    assertThat(Objects.requireNonNull(world.turns.observed("a")).waiting()).isEqualTo(7);
    assertThat(world.deliver(lease).kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void what_was_relayed_is_not_relayed_again_and_what_failed_to_leave_is() {
    world.deliver(world.running("r"));
    List<Long> left = new ArrayList<>();
    try {
      world.turns.relay(
          10,
          event -> {
            if (event.seq() == 2) {
              throw new IllegalStateException("the broker is down");
            }
            left.add(event.seq());
          });
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("the broker is down");
    }
    assertThat(world.turns.relay(10, event -> left.add(event.seq()))).isEqualTo(2);
    assertThat(left).containsExactly(1L, 2L, 3L);
    assertThat(world.turns.relay(10, event -> left.add(event.seq()))).isZero();
  }
}
