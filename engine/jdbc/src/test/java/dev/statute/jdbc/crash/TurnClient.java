package dev.statute.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.TestTurns;
import dev.statute.store.StoreException;
import dev.statute.turns.Ack;
import dev.statute.turns.ToolReport;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/**
 * Client that requests turns, runs tools, publishes events, and records the answers; at the end it
 * compares the store with them. Everything is sent twice, as after lost answers.
 */
final class TurnClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final JdbcStore store;
  private final Turns turns;
  private final Map<String, List<String>> requested = new LinkedHashMap<>();
  private final Map<String, List<Event>> published = new LinkedHashMap<>();
  private final Set<String> seenEvents = new LinkedHashSet<>();
  private final List<ToolReport> appliedReports = new ArrayList<>();
  private final Set<String> ended = new LinkedHashSet<>();
  private Instant killedAt = Instant.MAX;
  private Duration longestDelay = Duration.ZERO;
  private int requests;

  TurnClient(JdbcStore store) {
    this.store = store;
    turns = TestTurns.turns(store);
  }

  void requestTurn(String agent) {
    String key = "request-" + requests++;
    TestTurns.await(() -> turns.open(agent));
    TurnRequest request = new TurnRequest(agent, key, Map.of("n", requests));
    Ack first = TestTurns.await(() -> turns.enqueue(request));
    assertThat(first.isAccepted()).as("%s", first).isTrue();
    assertThat(TestTurns.await(() -> turns.enqueue(request))).isEqualTo(first);
    requested.computeIfAbsent(agent, same -> new ArrayList<>()).add(key);
  }

  int requests() {
    return requests;
  }

  /** Records the kill of a worker; turns that fail from then on count as its own. */
  void killedAt(Instant at) {
    killedAt = at;
  }

  /** Returns the longest time from a kill to the end of the worker's turn. */
  Duration longestDelay() {
    return longestDelay;
  }

  /** Returns the number of turns with a published end. */
  int ended() {
    return ended.size();
  }

  /** Works until a condition holds. */
  void serve(BooleanSupplier until, ChildProcess... living) {
    Instant end = Instant.now().plus(TIMEOUT);
    while (!until.getAsBoolean()) {
      serve();
      for (ChildProcess each : living) {
        each.requireAlive();
      }
      assertThat(Instant.now())
          .as("stuck: %d of %d turns are over", ended(), requests())
          .isBefore(end);
      ChildProcess.pause();
    }
  }

  /** Publishes events, and runs the tools that they call. */
  private void serve() {
    try {
      turns.relay(20, this::publish);
    } catch (CompletionException | StoreException e) {
      // unpublished events are there the next time
    }
  }

  private void publish(Event event) {
    if (event.type().equals("tool.call")) {
      Object call = JdbcStore.codec().read(event.payload()).get("call");
      ToolReport report =
          ToolReport.of(
              event.agent(),
              String.valueOf(event.turn()),
              event.epoch(),
              String.valueOf(call),
              ToolStatus.SUCCESS,
              Map.of("of", String.valueOf(call)));
      if (TestTurns.await(() -> turns.report(report)).kind() == Ack.Kind.DONE) {
        appliedReports.add(report);
      }
      TestTurns.await(() -> turns.report(report));
    }
    if (seenEvents.add(event.id())) {
      published.computeIfAbsent(event.agent(), same -> new ArrayList<>()).add(event);
    }
    if (event.type().equals(Event.TASK) && ended.add(String.valueOf(event.turn()))) {
      endTurn(event);
    }
  }

  private void endTurn(Event task) {
    Turn[] turn = new Turn[1];
    readEvents(store.turns(), task.agent(), tx -> turn[0] = tx.turn(String.valueOf(task.turn())));
    if (turn[0].status() == TurnStatus.FAILED && task.createdAt().isAfter(killedAt)) {
      Duration took = Duration.between(killedAt, task.createdAt());
      longestDelay = took.compareTo(longestDelay) > 0 ? took : longestDelay;
    }
  }

  /**
   * Compares the store with the answers.
   *
   * @param delivered the turns with an acknowledged delivery
   */
  void check(Set<String> delivered) {
    assertThat(store.check()).isEmpty();
    requested.forEach(
        (agent, keys) -> {
          List<Event> events = store.turns().events(agent, 0, Integer.MAX_VALUE);
          assertThat(published.get(agent))
              .as("what left, in order")
              .isEqualTo(withoutPublication(events));
          for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).seq()).isEqualTo(i + 1);
          }
          Set<String> all = new LinkedHashSet<>();
          events.forEach(event -> all.add(String.valueOf(event.turn())));
          assertThat(all).as("turns of %s", agent).hasSameSizeAs(keys);
          readEvents(store.turns(), agent, tx -> keys.forEach(key -> request(tx, key, events)));
        });
    for (ToolReport report : appliedReports) {
      readEvents(store.turns(), report.agent(), tx -> appliedReports(tx, report));
    }
    for (String turn : delivered) {
      readEvents(
          store.turns(),
          "any",
          tx ->
              assertThat(tx.deliverable(turn))
                  .extracting(Deliverable::outcome)
                  .as("%s, whose delivery was acknowledged", turn)
                  .isEqualTo(TurnStatus.SUCCESS));
    }
  }

  /** Returns the events without their publication. */
  private static List<Event> withoutPublication(List<Event> events) {
    return events.stream()
        .map(
            e ->
                new Event(
                    e.id(),
                    e.agent(),
                    e.seq(),
                    e.turn(),
                    e.epoch(),
                    e.type(),
                    e.payload(),
                    e.createdAt(),
                    null))
        .toList();
  }

  private static void request(TurnTransaction tx, String key, List<Event> events) {
    Message row = Objects.requireNonNull(tx.message(key), key + " is lost");
    assertThat(row.status()).as(key).isEqualTo(InboxStatus.CONSUMED);
    Turn turn = Objects.requireNonNull(tx.turnOf(row.id()), key + " has no turn");
    Deliverable end = Objects.requireNonNull(tx.deliverable(turn.id()), key + " has no end");
    assertThat(end.outcome()).isEqualTo(turn.status());
    List<Event> its = events.stream().filter(e -> turn.id().equals(e.turn())).toList();
    List<Event> tasks = its.stream().filter(e -> e.type().equals(Event.TASK)).toList();
    assertThat(tasks).as("task events of %s", key).hasSize(1);
    assertThat(its.get(its.size() - 1)).as("the last word of %s", key).isEqualTo(tasks.get(0));
    assertThat(JdbcStore.codec().read(tasks.get(0).payload()).get("deliverable_card_id"))
        .isEqualTo(end.card());
    assertThat(tx.card(end.card())).isNotNull();
  }

  private static void appliedReports(TurnTransaction tx, ToolReport report) {
    AwaitedCall call = tx.awaited(String.valueOf(report.call()));
    assertThat(call).extracting(AwaitedCall::status).isEqualTo(CallStatus.APPLIED);
    assertThat(
            tx.messages(report.turn()).stream()
                .filter(row -> String.valueOf(report.call()).equals(row.correlation()))
                .filter(row -> row.status() == InboxStatus.CONSUMED && row.outcome() == null))
        .as("reports that were applied of %s", report.call())
        .hasSize(1);
  }

  /** Returns the number of turns with this end. */
  long ended(TurnStatus status) {
    long[] number = {0};
    for (String turn : ended) {
      readEvents(
          store.turns(),
          "any",
          tx -> {
            Deliverable end = tx.deliverable(turn);
            number[0] += end != null && end.outcome() == status ? 1 : 0;
          });
    }
    return number[0];
  }

  private interface Look {
    void at(TurnTransaction tx);
  }

  private static void readEvents(TurnStore turns, String agent, Look look) {
    turns
        .transact(
            agent,
            tx -> {
              tx.abandon();
              look.at(tx);
              return true;
            })
        .toCompletableFuture()
        .join();
  }

  @Override
  public void close() {
    turns.close();
    store.close();
  }
}
