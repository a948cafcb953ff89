package dev.statute.turns.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.ExecutionEdge;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of {@link TurnStore}; the test of each implementation extends this. */
public abstract class TurnStoreContract {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final Lineage LINEAGE = new Lineage("trace-1", "step-7", 2);

  private @Nullable TurnStore opened;

  /** Opens an empty store. */
  protected abstract TurnStore open();

  /** Opens the store again as after a crash; returns the same one if that is impossible. */
  protected TurnStore reopen(TurnStore store) {
    return store;
  }

  @BeforeEach
  void openStore() {
    opened = open();
  }

  @AfterEach
  void closeStore() {
    store().close();
  }

  private TurnStore store() {
    if (opened == null) {
      throw new IllegalStateException("not open");
    }
    return opened;
  }

  private <T> T ask(String agent, Function<TurnTransaction, T> work) {
    return store().transact(agent, work).toCompletableFuture().join();
  }

  private void write(String agent, Consumer<TurnTransaction> work) {
    ask(
        agent,
        tx -> {
          work.accept(tx);
          return true;
        });
  }

  private static Head head(String agent, HeadStatus status, long rev) {
    boolean idle = status == HeadStatus.IDLE;
    boolean suspended = status == HeadStatus.SUSPENDED;
    return new Head(
        agent,
        "agent-turn",
        "sha256:abc",
        status,
        status.word(),
        "{\"ü\":\"\\\"x\\\"\"}",
        rev,
        idle ? null : "t-" + agent,
        rev,
        0,
        suspended ? 2 : 0,
        suspended ? NOW : null,
        idle || suspended ? null : new AgentLease(null, NOW),
        idle ? null : new TurnBoxes("ctx", 3, "out"),
        LINEAGE,
        NOW);
  }

  private static Head leased(String agent, HeadStatus status, @Nullable String owner, Instant to) {
    Head head = head(agent, status, 1);
    return new Head(
        agent,
        head.chart(),
        head.chartHash(),
        status,
        head.chartState(),
        head.data(),
        1,
        head.turn(),
        1,
        0,
        head.waiting(),
        status == HeadStatus.SUSPENDED ? to : null,
        status == HeadStatus.SUSPENDED ? null : new AgentLease(owner, to),
        head.boxes(),
        LINEAGE,
        to);
  }

  private static Message message(long id, String agent, String key) {
    return new Message(
        id,
        agent,
        MessageType.TURN,
        key,
        null,
        null,
        null,
        InboxStatus.QUEUED,
        0,
        "{\"task\":\"ü\"}",
        LINEAGE,
        null,
        NOW);
  }

  private static Turn turn(String id, String agent, long message) {
    return new Turn(id, agent, message, 1, 1, TurnStatus.DISPATCHED, null, null);
  }

  private static AwaitedCall call(String id, String turn) {
    return new AwaitedCall(
        id,
        turn,
        "a",
        1,
        "step-1",
        "suspend",
        CallStatus.WAITING,
        NOW,
        "card-" + id,
        null,
        null,
        null);
  }

  private static Card card(String id, String box, long seq) {
    return new Card(id, box, seq, "note", "t", 3, "text ü " + id, NOW);
  }

  private static Event event(String id, String agent, long seq, String type, String turn) {
    return new Event(id, agent, seq, turn, 4, type, "{\"card\":\"" + id + "\"}", NOW, null);
  }

  @Test
  void what_was_written_is_what_is_read() {
    Head head = head("a", HeadStatus.SUSPENDED, 1);
    Message message = message(7, "a", "k");
    Turn turn = turn("t", "a", 7);
    AwaitedCall first = call("c2", "t");
    AwaitedCall second = call("c1", "t");
    ExecutionEdge edge =
        new ExecutionEdge(9, 7L, Primitive.ENQUEUE, Phase.REQUEST, "user", "a", "trace-1", NOW);
    Box box = new Box("out", "t", "older", 3);
    Card card = card("card", "out", 4);
    Deliverable deliverable = new Deliverable("t", "card", TurnStatus.SUCCESS);
    Event event = event("e", "a", 1, "task", "t");
    Timer timer = new Timer("a", "wake", NOW, "why");
    write(
        "a",
        tx -> {
          assertThat(tx.agent()).isEqualTo("a");
          assertThat(tx.create(head)).isTrue();
          assertThat(tx.add(message)).isEqualTo(message);
          tx.add(turn);
          assertThat(tx.add(first)).isTrue();
          assertThat(tx.add(second)).isTrue();
          tx.add(edge);
          assertThat(tx.add(box)).isTrue();
          assertThat(tx.add(card)).isTrue();
          assertThat(tx.add(deliverable)).isTrue();
          assertThat(tx.add(event)).isTrue();
          tx.add(timer);
          assertThat(tx.head()).as("its own writes").isEqualTo(head);
          assertThat(tx.lastEvent()).isEqualTo(1);
        });
    opened = reopen(store());
    write(
        "a",
        tx -> {
          assertThat(tx.head()).isEqualTo(head);
          assertThat(tx.message(7)).isEqualTo(message);
          assertThat(tx.message("k")).isEqualTo(message);
          assertThat(tx.turn("t")).isEqualTo(turn);
          assertThat(tx.turnOf(7)).isEqualTo(turn);
          assertThat(tx.awaited("c1")).isEqualTo(second);
          assertThat(tx.calls("t")).containsExactly(first, second);
          assertThat(tx.edges(7)).containsExactly(edge);
          assertThat(tx.box("out")).isEqualTo(box);
          assertThat(tx.card("card")).isEqualTo(card);
          assertThat(tx.cards("out", 1, 10)).containsExactly(card);
          assertThat(tx.lastCard("out")).isEqualTo(4);
          assertThat(tx.deliverable("t")).isEqualTo(deliverable);
          assertThat(tx.lastEvent()).isEqualTo(1);
          assertThat(tx.timers()).containsExactly(timer);
        });
    assertThat(store().events("a", 0, 10)).containsExactly(event);
  }

  @Test
  void of_nothing_there_is_nothing() {
    write(
        "a",
        tx -> {
          assertThat(tx.head()).isNull();
          assertThat(tx.message(7)).isNull();
          assertThat(tx.message("k")).isNull();
          assertThat(tx.firstQueued()).isNull();
          assertThat(tx.messages("t")).isEmpty();
          assertThat(tx.turn("t")).isNull();
          assertThat(tx.turnOf(7)).isNull();
          assertThat(tx.awaited("c")).isNull();
          assertThat(tx.calls("t")).isEmpty();
          assertThat(tx.edges(7)).isEmpty();
          assertThat(tx.box("b")).isNull();
          assertThat(tx.card("c")).isNull();
          assertThat(tx.cards("b", 1, 10)).isEmpty();
          assertThat(tx.lastCard("b")).isZero();
          assertThat(tx.deliverable("t")).isNull();
          assertThat(tx.lastEvent()).isZero();
          assertThat(tx.timers()).isEmpty();
          tx.disarm("wake");
        });
    assertThat(store().queued(9)).isEmpty();
    assertThat(store().ready(9)).isEmpty();
    assertThat(store().silent(NOW, 9)).isEmpty();
    assertThat(store().overdue(NOW, 9)).isEmpty();
    assertThat(store().due(NOW, 9)).isEmpty();
    assertThat(store().unpublished(9)).isEmpty();
    assertThat(store().events("a", 0, 9)).isEmpty();
    assertThat(store().observed("a")).isNull();
    store().markPublished(List.of("nobody"), NOW);
  }

  @Test
  void a_head_is_written_only_over_the_one_that_was_read() {
    Head one = head("a", HeadStatus.DISPATCHED, 1);
    Head two = head("a", HeadStatus.RUNNING, 2);
    write(
        "a",
        tx -> {
          assertThat(tx.update(two, 1, 1)).as("there is none").isFalse();
          assertThat(tx.create(one)).isTrue();
          assertThat(tx.create(two)).isFalse();
          assertThat(tx.update(two, 2, 1)).as("another epoch").isFalse();
          assertThat(tx.update(two, 1, 2)).as("another rev").isFalse();
          assertThat(tx.head()).isEqualTo(one);
          assertThat(tx.update(two, 1, 1)).isTrue();
          assertThat(tx.head()).isEqualTo(two);
        });
    write("a", tx -> assertThat(tx.head()).isEqualTo(two));
  }

  @Test
  void work_that_throws_or_abandons_writes_nothing() {
    Message kept = message(1, "a", "kept");
    write(
        "a",
        tx -> {
          tx.create(head("a", HeadStatus.IDLE, 1));
          tx.add(kept);
          tx.add(card("c1", "out", 1));
          tx.add(new Box("out", "t", null, 0));
          tx.add(new Timer("a", "wake", NOW, null));
          tx.add(call("c", "t"));
          tx.add(turn("t", "a", 1));
        });
    Consumer<TurnTransaction> everything =
        tx -> {
          assertThat(tx.update(head("a", HeadStatus.DISPATCHED, 2), 1, 1)).isTrue();
          tx.add(message(2, "a", "k2"));
          assertThat(tx.update(kept.withStatus(InboxStatus.SKIPPED, "no"), InboxStatus.QUEUED))
              .isTrue();
          tx.add(turn("t2", "a", 2));
          tx.update(
              new Turn("t", "a", 1, 2, 1, TurnStatus.RUNNING, NOW, null), TurnStatus.DISPATCHED);
          tx.add(call("c9", "t"));
          tx.update(
              call("c", "t").settled(CallStatus.APPLIED, "r", ToolStatus.FAILED, 2L),
              CallStatus.WAITING);
          tx.add(new ExecutionEdge(1, 1L, Primitive.JOIN, Phase.RESPONSE, null, null, null, NOW));
          tx.add(card("c2", "out", 2));
          tx.setWriter("out", null, "t");
          tx.add(new Box("other", null, null, 0));
          tx.add(new Deliverable("t", "c2", TurnStatus.FAILED));
          tx.add(event("e", "a", 1, "task", "t"));
          tx.disarm("wake");
          tx.add(new Timer("a", "later", NOW, null));
        };
    assertThatThrownBy(
            () ->
                write(
                    "a",
                    tx -> {
                      everything.accept(tx);
                      throw new IllegalStateException("boom");
                    }))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("boom");
    String value =
        ask(
            "a",
            tx -> {
              everything.accept(tx);
              tx.abandon();
              return "the value is given all the same";
            });
    assertThat(value).isEqualTo("the value is given all the same");
    write(
        "a",
        tx -> {
          assertThat(tx.head()).isEqualTo(head("a", HeadStatus.IDLE, 1));
          assertThat(tx.message("k2")).isNull();
          assertThat(tx.firstQueued()).isEqualTo(kept);
          assertThat(tx.turn("t")).isEqualTo(turn("t", "a", 1));
          assertThat(tx.turn("t2")).isNull();
          assertThat(tx.calls("t")).containsExactly(call("c", "t"));
          assertThat(tx.edges(1)).isEmpty();
          assertThat(tx.lastCard("out")).isEqualTo(1);
          assertThat(tx.box("out")).isEqualTo(new Box("out", "t", null, 0));
          assertThat(tx.box("other")).isNull();
          assertThat(tx.deliverable("t")).isNull();
          assertThat(tx.lastEvent()).isZero();
          assertThat(tx.timers()).containsExactly(new Timer("a", "wake", NOW, null));
        });
    assertThat(store().unpublished(9)).isEmpty();
  }

  @Test
  void a_transaction_cannot_be_used_when_it_is_over() {
    List<TurnTransaction> kept = new ArrayList<>();
    write("a", kept::add);
    assertThatThrownBy(() -> kept.get(0).head()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kept.get(0).add(message(1, "a", "k")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void the_same_dedup_key_is_the_same_row_per_agent() {
    write("a", tx -> tx.add(message(1, "a", "k")));
    write("a", tx -> assertThat(tx.add(message(2, "a", "k"))).isEqualTo(message(1, "a", "k")));
    write("b", tx -> assertThat(tx.add(message(3, "b", "k"))).isEqualTo(message(3, "b", "k")));
    write("b", tx -> assertThat(tx.message(1)).as("of another agent").isNull());
  }

  @Test
  void a_row_goes_on_only_from_the_status_it_has() {
    Message row = message(1, "a", "k");
    Message pending = row.assignedTo("t", 5, InboxStatus.PENDING);
    write(
        "a",
        tx -> {
          tx.add(row);
          assertThat(tx.update(pending, InboxStatus.DEFERRED)).isFalse();
          assertThat(tx.update(pending, InboxStatus.QUEUED)).isTrue();
          assertThat(tx.update(pending, InboxStatus.QUEUED)).isFalse();
          assertThat(tx.update(message(8, "a", "x"), InboxStatus.QUEUED)).isFalse();
          assertThat(tx.messages("t")).containsExactly(pending);
          assertThat(tx.firstQueued()).isNull();
        });
    Message deferred = pending.deferred("too early");
    write("a", tx -> assertThat(tx.update(deferred, InboxStatus.PENDING)).isTrue());
    write(
        "a",
        tx -> {
          assertThat(tx.message(1)).isEqualTo(deferred);
          assertThat(deferred.tries()).isEqualTo(1);
        });
  }

  @Test
  void turns_and_calls_go_on_only_from_the_status_they_have() {
    Turn running = new Turn("t", "a", 1, 2, 1, TurnStatus.RUNNING, NOW, null);
    AwaitedCall applied = call("c", "t").settled(CallStatus.APPLIED, "r", ToolStatus.PARTIAL, 8L);
    write(
        "a",
        tx -> {
          tx.add(message(1, "a", "k"));
          tx.add(turn("t", "a", 1));
          tx.add(call("c", "t"));
          assertThat(tx.add(call("c", "other"))).as("ids of calls are unique").isFalse();
          assertThat(tx.update(running, TurnStatus.SUSPENDED)).isFalse();
          assertThat(tx.update(running, TurnStatus.DISPATCHED)).isTrue();
          assertThat(tx.update(applied, CallStatus.RECEIVED)).isFalse();
          assertThat(tx.update(applied, CallStatus.WAITING)).isTrue();
          assertThat(tx.update(applied, CallStatus.WAITING)).as("the loser").isFalse();
        });
    write(
        "a",
        tx -> {
          assertThat(tx.turn("t")).isEqualTo(running);
          assertThat(tx.calls("t")).containsExactly(applied);
        });
  }

  @Test
  void an_inbox_row_has_one_turn() {
    write("a", tx -> tx.add(turn("t", "a", 1)));
    assertThatThrownBy(() -> write("a", tx -> tx.add(turn("t2", "a", 1))))
        .isInstanceOf(CompletionException.class);
    assertThatThrownBy(() -> write("a", tx -> tx.add(turn("t", "a", 2))))
        .isInstanceOf(CompletionException.class);
    write("a", tx -> assertThat(tx.turnOf(1)).isEqualTo(turn("t", "a", 1)));
  }

  @Test
  void a_turn_has_one_deliverable_and_one_task_event() {
    write(
        "a",
        tx -> {
          assertThat(tx.add(new Deliverable("t", "c1", TurnStatus.SUCCESS))).isTrue();
          assertThat(tx.add(new Deliverable("t", "c2", TurnStatus.FAILED))).isFalse();
          assertThat(tx.add(new Deliverable("t2", "c1", TurnStatus.FAILED))).isFalse();
          assertThat(tx.add(event("e1", "a", 1, "task", "t"))).isTrue();
          assertThat(tx.add(event("e2", "a", 2, "task", "t"))).isFalse();
          assertThat(tx.add(event("e3", "a", 2, "tool.call", "t"))).isTrue();
          assertThat(tx.add(event("e4", "a", 3, "tool.call", "t"))).isTrue();
        });
    write(
        "a",
        tx -> {
          assertThat(tx.deliverable("t")).isEqualTo(new Deliverable("t", "c1", TurnStatus.SUCCESS));
          assertThat(tx.lastEvent()).isEqualTo(3);
        });
  }

  @Test
  void events_have_numbers_without_gaps() {
    write("a", tx -> tx.add(event("e1", "a", 1, "x", "t")));
    assertThatThrownBy(() -> write("a", tx -> tx.add(event("e2", "a", 1, "x", "t"))))
        .isInstanceOf(CompletionException.class);
    write("b", tx -> tx.add(event("e3", "b", 1, "x", "u")));
    write("a", tx -> tx.add(event("e4", "a", 2, "x", "t")));
    assertThat(store().events("a", 0, 9)).extracting(Event::id).containsExactly("e1", "e4");
    assertThat(store().events("a", 1, 9)).extracting(Event::id).containsExactly("e4");
    assertThat(store().events("a", 0, 1)).extracting(Event::id).containsExactly("e1");
    assertThat(store().events("a", 2, 9)).isEmpty();
  }

  @Test
  void what_is_published_is_not_given_again_but_stays_in_the_stream() {
    write(
        "a",
        tx -> {
          tx.add(event("e1", "a", 1, "x", "t"));
          tx.add(event("e2", "a", 2, "x", "t"));
        });
    assertThat(store().unpublished(9)).extracting(Event::id).containsExactly("e1", "e2");
    assertThat(store().unpublished(1)).extracting(Event::id).containsExactly("e1");
    store().markPublished(List.of("e1", "nobody"), NOW.plusSeconds(1));
    store().markPublished(List.of("e1"), NOW.plusSeconds(2));
    opened = reopen(store());
    assertThat(store().unpublished(9)).extracting(Event::id).containsExactly("e2");
    assertThat(store().events("a", 0, 9))
        .extracting(Event::publishedAt)
        .containsExactly(NOW.plusSeconds(1), null);
  }

  @Test
  void a_claimed_event_is_not_claimed_by_another_worker_before_its_time() {
    write(
        "a",
        tx -> {
          tx.add(event("e1", "a", 1, "x", "t"));
          tx.add(event("e2", "a", 2, "tool.call", "t"));
          tx.add(event("e3", "a", 3, "x", "t"));
        });
    Instant soon = NOW.plusSeconds(5);
    Instant later = NOW.plusSeconds(9);
    assertThat(store().claimEvents(event -> true, NOW, soon, 1))
        .extracting(this::said)
        .containsExactly("e1 1");
    assertThat(store().claimEvents(event -> !event.type().equals(Event.TOOL_CALL), NOW, soon, 9))
        .extracting(this::said)
        .containsExactly("e3 1");
    opened = reopen(store());
    assertThat(store().claimEvents(event -> true, NOW, later, 9))
        .extracting(this::said)
        .containsExactly("e2 1");
    assertThat(store().claimEvents(event -> true, NOW, soon, 9)).isEmpty();
    assertThat(store().unpublished(9)).as("they have not left").hasSize(3);

    store().markPublished(List.of("e3"), NOW);
    store().extendClaims(List.of("e1", "e3", "nobody"), later);
    assertThat(store().claimEvents(event -> true, soon, later, 9)).as("e1 is held").isEmpty();
    assertThat(store().claimEvents(event -> true, later, later.plusSeconds(1), 9))
        .extracting(this::said)
        .containsExactly("e1 2", "e2 2");
    store().extendClaims(List.of("e2"), later);
    assertThat(store().claimEvents(event -> true, later, later, 9))
        .as("given back")
        .extracting(this::said)
        .containsExactly("e2 3");
  }

  private String said(TurnStore.ClaimedEvent taken) {
    return taken.event().id() + " " + taken.time();
  }

  private static Turn ended(String id, long message, Instant at) {
    return new Turn(id, "a", message, 1, 1, TurnStatus.SUCCESS, NOW, at);
  }

  /** Writes a finished turn, with all its rows. */
  private static void over(TurnTransaction tx, String id, long number, Instant at) {
    tx.add(ended(id, number, at));
    tx.add(message(number, "a", "k" + number).assignedTo(id, 1, InboxStatus.CONSUMED));
    tx.add(
        new ExecutionEdge(number, number, Primitive.ENQUEUE, Phase.REQUEST, "x", "a", null, NOW));
    tx.add(call("c-" + id, id));
    tx.add(new Deliverable(id, "d-" + id, TurnStatus.SUCCESS));
    tx.add(new Card("r-" + id, "results-" + id, 1, "tool.result", id, 1, "{}", NOW));
    tx.add(event("e-" + id, "a", number, Event.TASK, id));
  }

  @Test
  void what_is_over_and_old_is_dropped_and_nothing_else() {
    Instant later = NOW.plusSeconds(60);
    write(
        "a",
        tx -> {
          tx.create(head("a", HeadStatus.IDLE, 1));
          over(tx, "t1", 1, NOW);
          over(tx, "t2", 2, NOW);
          over(tx, "t3", 3, later.plusSeconds(1));
          tx.add(message(4, "a", "cancelled").withStatus(InboxStatus.SKIPPED, "taken back"));
          tx.add(message(5, "a", "waits"));
          tx.add(new Card("free", "other", 1, "note", "t1", 1, "{}", NOW));
          tx.add(new Card("mine", "other", 2, "note", null, 1, "{}", NOW));
          tx.add(event("e4", "a", 4, "x", "t1"));
        });
    store().markPublished(List.of("e-t1", "e-t3", "e4"), NOW);
    assertThat(store().prune(NOW)).as("nothing is older").isEqualTo(nothing());
    assertThat(store().prune(later))
        .as("t1 with its rows; t2 has not left, t3 is young")
        .isEqualTo(new TurnStore.Pruned(1, 2, 1, 2));
    assertThat(store().prune(later)).as("and once").isEqualTo(nothing());
    opened = reopen(store());
    write(
        "a",
        tx -> {
          assertThat(tx.turn("t1")).isNull();
          assertThat(tx.turn("t2")).isNotNull();
          assertThat(tx.turn("t3")).isNotNull();
          assertThat(tx.message(1)).isNull();
          assertThat(tx.messages("t1")).isEmpty();
          assertThat(tx.message("cancelled")).isNull();
          assertThat(tx.message(5)).isNotNull();
          assertThat(tx.edges(1)).isEmpty();
          assertThat(tx.edges(2)).hasSize(1);
          assertThat(tx.awaited("c-t1")).isNull();
          assertThat(tx.awaited("c-t2")).isNotNull();
          assertThat(tx.deliverable("t1")).isNull();
          assertThat(tx.deliverable("t2")).isNotNull();
          assertThat(tx.card("r-t1")).isNull();
          assertThat(tx.card("free")).isNull();
          assertThat(tx.card("mine")).as("of no turn").isNotNull();
          assertThat(tx.card("r-t2")).isNotNull();
          assertThat(tx.lastEvent()).isEqualTo(4);
          assertThat(tx.turnOf(1)).isNull();
          assertThat(tx.add(message(9, "a", "k1")).id()).as("the key is free").isEqualTo(9);
        });
    assertThat(store().events("a", 0, 9)).extracting(Event::seq).containsExactly(2L, 3L, 4L);
    store().markPublished(List.of("e-t2"), NOW);
    assertThat(store().events("a", 0, 1).get(0).publishedAt()).isEqualTo(NOW);
  }

  private static TurnStore.Pruned nothing() {
    return new TurnStore.Pruned(0, 0, 0, 0);
  }

  @Test
  void rows_that_may_still_be_read_are_not_pruned() {
    Instant later = NOW.plusSeconds(60);
    write(
        "b",
        tx -> {
          tx.create(head("b", HeadStatus.RUNNING, 1)); // reads ctx, writes out
          Message names = message(1, "b", "k");
          tx.add(
              new Message(
                  1,
                  "b",
                  names.type(),
                  "k",
                  null,
                  null,
                  null,
                  InboxStatus.QUEUED,
                  0,
                  "{\"context_box\":\"named\"}",
                  LINEAGE,
                  null,
                  NOW));
          tx.add(new Box("base", null, null, 0));
          tx.add(new Box("fork", "t-b", "base", 1));
          for (String box : List.of("ctx", "out", "named", "base", "fork", "nobodys")) {
            tx.add(
                new Card("card-" + box, box, box.equals("fork") ? 2 : 1, "note", "t", 1, "", NOW));
          }
        });
    assertThat(store().prune(later)).isEqualTo(new TurnStore.Pruned(0, 0, 0, 1));
    write("b", tx -> assertThat(tx.setWriter("fork", null, "t-b")).isTrue());
    assertThat(store().prune(later))
        .as("the fork, and then what it was forked from")
        .isEqualTo(new TurnStore.Pruned(0, 0, 0, 2));
    write(
        "b",
        tx -> {
          assertThat(tx.card("card-ctx")).isNotNull();
          assertThat(tx.card("card-out")).isNotNull();
          assertThat(tx.card("card-named")).isNotNull();
          assertThat(tx.box("base")).isNull();
          assertThat(tx.head()).isNotNull();
        });
  }

  @Test
  void agents_are_listed_by_their_ids() {
    for (String agent : List.of("b", "a", "B", "é", "c")) {
      write(agent, tx -> tx.create(head(agent, HeadStatus.IDLE, 1)));
    }
    write("nobody", tx -> tx.add(message(1, "nobody", "k")));
    assertThat(store().heads("", 9))
        .extracting(Head::agent)
        .containsExactly("B", "a", "b", "c", "é");
    assertThat(store().heads("a", 2))
        .containsExactly(head("b", HeadStatus.IDLE, 1), head("c", HeadStatus.IDLE, 1));
  }

  @Test
  void a_box_is_named_by_its_whole_name_however_json_writes_it() {
    Map<String, String> json =
        Map.of(
            "out-1", "out-1",
            "quo\"te", "quo\\\"te",
            "back\\slash", "back\\\\slash",
            "per%cent", "per%cent",
            "li\nne", "li\\nne",
            "bell\u0007", "bell\\u0007",
            "über", "über");
    List<String> named = json.keySet().stream().sorted().toList();
    List<String> free =
        List.of("out", "ut-1", "quo", "back", "per_cent", "perXcent", "li", "bell", "ber");
    write(
        "b",
        tx -> {
          for (int i = 0; i < named.size(); i++) {
            Message names = message(i + 1, "b", "k" + i);
            tx.add(
                new Message(
                    i + 1,
                    "b",
                    names.type(),
                    "k" + i,
                    null,
                    null,
                    null,
                    InboxStatus.QUEUED,
                    0,
                    "{\"context_box\":\"" + json.get(named.get(i)) + "\"}",
                    LINEAGE,
                    null,
                    NOW));
          }
          Stream.concat(named.stream(), free.stream())
              .forEach(
                  box -> {
                    tx.add(new Box(box, null, null, 0));
                    tx.add(card("card of " + box, box, 1));
                  });
        });
    assertThat(store().prune(NOW.plusSeconds(60)).cards()).isEqualTo(free.size());
    write(
        "b",
        tx -> {
          assertThat(named)
              .allSatisfy(
                  box -> {
                    assertThat(tx.box(box)).as(box).isNotNull();
                    assertThat(tx.card("card of " + box)).as(box).isNotNull();
                  });
          assertThat(free).allSatisfy(box -> assertThat(tx.box(box)).as(box).isNull());
        });
  }

  @Test
  void an_edge_is_there_once_per_row_primitive_and_phase() {
    ExecutionEdge request =
        new ExecutionEdge(1, 7L, Primitive.REPORT, Phase.REQUEST, "x", "y", null, NOW);
    ExecutionEdge response =
        new ExecutionEdge(3, 7L, Primitive.REPORT, Phase.RESPONSE, "x", "y", null, NOW);
    write(
        "a",
        tx -> {
          tx.add(request);
          tx.add(
              new ExecutionEdge(2, 7L, Primitive.REPORT, Phase.REQUEST, "other", "y", null, NOW));
          tx.add(response);
        });
    write("a", tx -> assertThat(tx.edges(7)).containsExactly(request, response));
  }

  @Test
  void a_box_has_one_writer_and_numbers_its_cards() {
    write(
        "a",
        tx -> {
          assertThat(tx.add(new Box("out", null, null, 0))).isTrue();
          assertThat(tx.add(new Box("out", "t", null, 0))).isFalse();
          assertThat(tx.setWriter("out", "t", null)).isTrue();
          assertThat(tx.setWriter("nobody", "t", null)).isFalse();
          assertThat(tx.add(card("c1", "out", 1))).isTrue();
          assertThat(tx.add(card("c1", "out", 2))).as("the id is taken").isFalse();
          assertThat(tx.add(card("c2", "out", 1))).as("the place is taken").isFalse();
          assertThat(tx.add(card("c2", "out", 2))).isTrue();
          assertThat(tx.add(card("c3", "out", 3))).isTrue();
        });
    write(
        "b",
        tx -> {
          assertThat(tx.setWriter("out", "u", null)).as("it has a writer").isFalse();
          assertThat(tx.setWriter("out", "u", "t")).isTrue();
          assertThat(tx.cards("out", 2, 2)).containsExactly(card("c2", "out", 2));
          assertThat(tx.cards("out", 3, 2)).isEmpty();
          assertThat(tx.cards("out", 0, Long.MAX_VALUE)).hasSize(3);
          assertThat(tx.lastCard("out")).isEqualTo(3);
        });
  }

  @Test
  void a_timer_replaces_one_of_its_name_and_is_found_when_due() {
    write(
        "a",
        tx -> {
          tx.add(new Timer("a", "wake", NOW, "1"));
          tx.add(new Timer("a", "wake", NOW.plusMillis(5), "2"));
          tx.add(new Timer("a", "again", NOW.plusMillis(3), null));
        });
    write("b", tx -> tx.add(new Timer("b", "wake", NOW.plusMillis(4), null)));
    assertThat(store().due(NOW.plusMillis(2), 9)).isEmpty();
    assertThat(store().due(NOW.plusMillis(5), 9))
        .containsExactly(
            new Timer("a", "again", NOW.plusMillis(3), null),
            new Timer("b", "wake", NOW.plusMillis(4), null),
            new Timer("a", "wake", NOW.plusMillis(5), "2"));
    assertThat(store().due(NOW.plusMillis(5), 1)).hasSize(1);
    write("a", tx -> tx.disarm("again"));
    write(
        "a",
        tx ->
            assertThat(tx.timers())
                .containsExactly(new Timer("a", "wake", NOW.plusMillis(5), "2")));
  }

  @Test
  void agents_with_pending_work_are_found() {
    write("idle", tx -> tx.create(head("idle", HeadStatus.IDLE, 1)));
    write(
        "asked",
        tx -> {
          tx.create(head("asked", HeadStatus.IDLE, 1));
          tx.add(message(5, "asked", "k"));
        });
    write("headless", tx -> tx.add(message(4, "headless", "k")));
    write(
        "dispatched",
        tx -> {
          tx.create(leased("dispatched", HeadStatus.DISPATCHED, null, NOW.plusMillis(1)));
          tx.add(message(1, "dispatched", "k"));
        });
    write(
        "running", tx -> tx.create(leased("running", HeadStatus.RUNNING, "w", NOW.plusMillis(2))));
    write(
        "resumed", tx -> tx.create(leased("resumed", HeadStatus.RUNNING, null, NOW.plusMillis(3))));
    write(
        "suspended",
        tx -> tx.create(leased("suspended", HeadStatus.SUSPENDED, null, NOW.plusMillis(4))));
    opened = reopen(store());
    assertThat(store().queued(9)).containsExactly("headless", "asked");
    assertThat(store().queued(1)).containsExactly("headless");
    assertThat(store().ready(9)).containsExactly("dispatched", "resumed");
    assertThat(store().ready(1)).containsExactly("dispatched");
    assertThat(store().silent(NOW, 9)).isEmpty();
    assertThat(store().silent(NOW.plusMillis(2), 9)).containsExactly("dispatched", "running");
    assertThat(store().silent(NOW.plusMillis(9), 9))
        .containsExactly("dispatched", "running", "resumed");
    assertThat(store().overdue(NOW.plusMillis(3), 9)).isEmpty();
    assertThat(store().overdue(NOW.plusMillis(4), 9)).containsExactly("suspended");
  }

  @Test
  void the_first_queued_row_is_the_one_with_the_lowest_id() {
    write(
        "a",
        tx -> {
          tx.add(message(9, "a", "late"));
          tx.add(message(3, "a", "early"));
          assertThat(tx.firstQueued()).isEqualTo(message(3, "a", "early"));
        });
  }

  @Test
  void signals_are_seen() {
    Signals first = new Signals("a", "thinking", null, 0, NOW);
    Signals second = new Signals("a", "reading", "grep", 1, NOW.plusMillis(1));
    store().observe(first);
    store().observe(second);
    assertThat(store().observed("a")).isEqualTo(second);
    assertThat(store().observed("b")).isNull();
  }

  @Test
  void of_many_that_write_the_same_head_one_does() throws InterruptedException {
    write("a", tx -> tx.create(head("a", HeadStatus.IDLE, 1)));
    for (long rev = 1; rev <= 25; rev++) {
      long expected = rev;
      List<Boolean> done = new ArrayList<>();
      CountDownLatch all = new CountDownLatch(4);
      for (int t = 0; t < 4; t++) {
        new Thread(
                () -> {
                  boolean won =
                      ask(
                          "a",
                          tx ->
                              tx.update(
                                  head("a", HeadStatus.IDLE, expected + 1), expected, expected));
                  synchronized (done) {
                    done.add(won);
                  }
                  all.countDown();
                })
            .start();
      }
      assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(done).containsExactlyInAnyOrder(true, false, false, false);
    }
    write("a", tx -> assertThat(tx.head()).isEqualTo(head("a", HeadStatus.IDLE, 26)));
  }

  @Test
  void of_many_that_add_the_same_row_one_does() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(4);
    List<Long> ids = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      long id = t + 1;
      new Thread(
              () -> {
                long there = ask("a", tx -> tx.add(message(id, "a", "k")).id());
                synchronized (ids) {
                  ids.add(there);
                }
                all.countDown();
              })
          .start();
    }
    assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(ids).hasSize(4);
    assertThat(ids.stream().distinct()).hasSize(1);
  }
}
