package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.store.StoreException;
import dev.statute.turns.Ack;
import dev.statute.turns.ToolReport;
import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.TurnStatuses.CallStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.ToolStatus;
import dev.statute.turns.TurnStatuses.TurnStatus;
import dev.statute.turns.TurnStore;
import dev.statute.turns.TurnTransaction;
import dev.statute.turns.Turns;
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
 * Asks agents for turns, carries out their tools, sees events out, and writes down what it was
 * told; in the end it holds the store to that. Everything is said twice, as after lost answers.
 */
final class Client implements AutoCloseable {
  private static final Duration STUCK = Duration.ofSeconds(60);

  private final JdbcStore store;
  private final Turns turns;
  private final Map<String, List<String>> asked = new LinkedHashMap<>();
  private final Map<String, List<Event>> left = new LinkedHashMap<>();
  private final Set<String> seen = new LinkedHashSet<>();
  private final List<ToolReport> applied = new ArrayList<>();
  private final Set<String> ended = new LinkedHashSet<>();
  private Instant killed = Instant.MAX;
  private Duration latest = Duration.ZERO;
  private int requests;

  Client(JdbcStore store) {
    this.store = store;
    turns = Agents.turns(store);
  }

  void ask(String agent) {
    String key = "request-" + requests++;
    Agents.told(() -> turns.open(agent));
    TurnRequest request = new TurnRequest(agent, key, Map.of("n", requests));
    Ack first = Agents.told(() -> turns.enqueue(request));
    assertThat(first.isAccepted()).as("%s", first).isTrue();
    assertThat(Agents.told(() -> turns.enqueue(request))).isEqualTo(first);
    asked.computeIfAbsent(agent, same -> new ArrayList<>()).add(key);
  }

  int requests() {
    return requests;
  }

  /** A worker was killed then; turns that are given up from then on are taken for its own. */
  void killed(Instant at) {
    killed = at;
  }

  /** How long it took at most until a turn was given up after its worker was killed. */
  Duration latest() {
    return latest;
  }

  /** How many turns have told that they are over. */
  int ended() {
    return ended.size();
  }

  /** Goes on with its work until something is so. */
  void serve(BooleanSupplier until, Child... living) {
    Instant end = Instant.now().plus(STUCK);
    while (!until.getAsBoolean()) {
      serve();
      for (Child each : living) {
        each.mustLive();
      }
      assertThat(Instant.now())
          .as("stuck: %d of %d turns are over", ended(), requests())
          .isBefore(end);
      Child.pause();
    }
  }

  /** Sees out what wants to leave, and carries out the tools that are called by it. */
  private void serve() {
    try {
      turns.relay(20, this::leaves);
    } catch (CompletionException | StoreException e) {
      // what has not left is there the next time
    }
  }

  private void leaves(Event event) {
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
      if (Agents.told(() -> turns.report(report)).kind() == Ack.Kind.DONE) {
        applied.add(report);
      }
      Agents.told(() -> turns.report(report));
    }
    if (seen.add(event.id())) {
      left.computeIfAbsent(event.agent(), same -> new ArrayList<>()).add(event);
    }
    if (event.type().equals(Event.TASK) && ended.add(String.valueOf(event.turn()))) {
      ends(event);
    }
  }

  private void ends(Event task) {
    Turn[] turn = new Turn[1];
    read(store.turns(), task.agent(), tx -> turn[0] = tx.turn(String.valueOf(task.turn())));
    if (turn[0].status() == TurnStatus.FAILED && task.createdAt().isAfter(killed)) {
      Duration took = Duration.between(killed, task.createdAt());
      latest = took.compareTo(latest) > 0 ? took : latest;
    }
  }

  /**
   * Holds the store to what was said.
   *
   * @param delivered the turns whose delivery was acknowledged to a worker
   */
  void check(Set<String> delivered) {
    assertThat(store.check()).isEmpty();
    asked.forEach(
        (agent, keys) -> {
          List<Event> events = store.turns().events(agent, 0, Integer.MAX_VALUE);
          assertThat(left.get(agent)).as("what left, in order").isEqualTo(unmarked(events));
          for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).seq()).isEqualTo(i + 1);
          }
          Set<String> all = new LinkedHashSet<>();
          events.forEach(event -> all.add(String.valueOf(event.turn())));
          assertThat(all).as("turns of %s", agent).hasSameSizeAs(keys);
          read(store.turns(), agent, tx -> keys.forEach(key -> request(tx, key, events)));
        });
    for (ToolReport report : applied) {
      read(store.turns(), report.agent(), tx -> applied(tx, report));
    }
    for (String turn : delivered) {
      read(
          store.turns(),
          "any",
          tx ->
              assertThat(tx.deliverable(turn))
                  .extracting(Deliverable::outcome)
                  .as("%s, whose delivery was acknowledged", turn)
                  .isEqualTo(TurnStatus.SUCCESS));
    }
  }

  /** As they were when they left. */
  private static List<Event> unmarked(List<Event> events) {
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

  private static void applied(TurnTransaction tx, ToolReport report) {
    Awaited call = tx.awaited(String.valueOf(report.call()));
    assertThat(call).extracting(Awaited::status).isEqualTo(CallStatus.APPLIED);
    assertThat(
            tx.messages(report.turn()).stream()
                .filter(row -> String.valueOf(report.call()).equals(row.correlation()))
                .filter(row -> row.status() == InboxStatus.CONSUMED && row.outcome() == null))
        .as("reports that were applied of %s", report.call())
        .hasSize(1);
  }

  /** How many turns ended so. */
  long ended(TurnStatus status) {
    long[] number = {0};
    for (String turn : ended) {
      read(
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

  private static void read(TurnStore turns, String agent, Look look) {
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
