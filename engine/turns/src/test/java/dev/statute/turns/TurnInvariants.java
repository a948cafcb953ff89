package dev.statute.turns;

import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Box;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Properties of every finished schedule: invariants 1 to 6, from the rows. */
final class TurnInvariants {
  private final TurnSimulation sim;
  private final boolean atRest;
  private final List<String> broken = new ArrayList<>();

  private TurnInvariants(TurnSimulation sim, boolean atRest) {
    this.sim = sim;
    this.atRest = atRest;
  }

  /** Tests for a store without pending work. */
  static boolean isQuiet(TurnSimulation sim) {
    for (String agent : TurnSimulation.AGENTS) {
      boolean quiet =
          TurnTestWorld.join(
              sim.oracle.transact(
                  agent,
                  tx -> {
                    Head head = tx.head();
                    return head != null
                        && head.status() == HeadStatus.IDLE
                        && tx.firstQueued() == null
                        && tx.timers().isEmpty();
                  }));
      if (!quiet) {
        return false;
      }
    }
    return sim.oracle.unpublished(1).isEmpty();
  }

  /**
   * Returns the violations of an ended turn that is about to be pruned, while others continue.
   *
   * @param events the turn's
   */
  static List<String> broken(
      TurnSimulation sim, TurnTransaction tx, String turn, List<Event> events) {
    TurnInvariants all = new TurnInvariants(sim, false);
    all.told(turn, events);
    all.turn(tx, turn, events);
    return all.broken;
  }

  static List<String> broken(TurnSimulation sim) {
    TurnInvariants all = new TurnInvariants(sim, true);
    all.check(isQuiet(sim), () -> "I3 something never finished");
    for (String agent : TurnSimulation.AGENTS) {
      TurnTestWorld.join(
          sim.oracle.transact(
              agent,
              tx -> {
                all.agent(tx);
                return true;
              }));
    }
    return all.broken;
  }

  private void check(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      broken.add(otherwise.get());
    }
  }

  private void agent(TurnTransaction tx) {
    String agent = tx.agent();
    List<Event> events = new ArrayList<>(sim.pruningHistory.events(agent));
    events.addAll(sim.oracle.events(agent, 0, Integer.MAX_VALUE));
    Map<String, List<Event>> byTurn = new LinkedHashMap<>();
    Map<String, Long> last = new HashMap<>();
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      check(
          event.seq() == i + 1,
          () -> "event " + event.seq() + " of " + agent + " stands elsewhere");
      String turn = String.valueOf(event.turn());
      byTurn.computeIfAbsent(turn, t -> new ArrayList<>()).add(event);
      check(
          event.epoch() >= last.getOrDefault("", 0L),
          () -> "I6 event " + event.type() + " of " + turn + " carries epoch " + event.epoch());
      last.put("", event.epoch());
    }
    published(agent, events);
    sim.counters.requests.forEach(
        (row, name) -> {
          if (name.startsWith(agent + "/") && !sim.pruningHistory.hasRow(row)) {
            request(tx, row, name, byTurn);
          }
        });
    byTurn.forEach(
        (turn, its) -> {
          told(turn, its);
          if (!sim.pruningHistory.hasTurn(turn)) {
            turn(tx, turn, its);
          }
        });
    sim.counters.late.forEach(
        (call, turn) -> {
          Message row = tx.message(call + ":late");
          check(
              !turn.agent().equals(agent)
                  || sim.pruningHistory.hasTurn(turn.turn())
                  || (row != null
                      && row.status() == InboxStatus.SKIPPED
                      && !tx.edges(row.id()).isEmpty()),
              () -> "a late result left no trace: " + call);
        });
  }

  private void published(String agent, List<Event> events) {
    Set<String> first = new LinkedHashSet<>();
    sim.counters.published.getOrDefault(agent, List.of()).forEach(event -> first.add(event.id()));
    check(
        List.copyOf(first).equals(events.stream().map(Event::id).toList()),
        () ->
            "I4 events of "
                + agent
                + " left "
                + first.size()
                + " of "
                + events.size()
                + ", or out of order");
  }

  /** Checks for one turn, one delivery and one event per request. */
  private void request(TurnTransaction tx, long id, String key, Map<String, List<Event>> byTurn) {
    Message row = tx.message(id);
    if (row == null) {
      check(false, () -> "I3 request " + key + " has lost its row");
      return;
    }
    Turn turn = tx.turnOf(id);
    if (sim.counters.cancelled.contains(id)) {
      check(turn == null, () -> "I4 request " + key + " was cancelled and has a turn");
      check(row.status() == InboxStatus.SKIPPED, () -> "a cancelled request is " + row.status());
      return;
    }
    if (row.status() == InboxStatus.SKIPPED && turn == null) {
      return; // cancelled, and the answer was lost
    }
    check(turn != null, () -> "I4 request " + key + " has no turn");
    check(
        row.status() == InboxStatus.CONSUMED, () -> "I4 request " + key + " ended " + row.status());
    if (turn != null) {
      check(byTurn.containsKey(turn.id()), () -> "I4 turn " + turn.id() + " told nobody");
      check(turn.id().equals(row.turn()), () -> "I6 request " + key + " belongs to " + row.turn());
    }
    check(!sim.counters.busy.contains(key), () -> "agent_busy wrote a row for " + key);
  }

  /** Checks that it ended once, without later effects. */
  private void told(String id, List<Event> events) {
    List<Event> tasks = events.stream().filter(event -> event.type().equals("task")).toList();
    check(tasks.size() == 1, () -> "I4 " + id + " has " + tasks.size() + " task events");
    check(
        tasks.isEmpty() || events.indexOf(tasks.get(0)) == events.size() - 1,
        () -> "I1 " + id + " went on after its end");
  }

  private void turn(TurnTransaction tx, String id, List<Event> events) {
    Turn turn = tx.turn(id);
    Deliverable deliverable = tx.deliverable(id);
    if (turn == null || deliverable == null) {
      check(false, () -> "I5 " + id + " has no row or no deliverable");
      return;
    }
    check(turn.status() == deliverable.outcome(), () -> "I5 " + id + " ended as two things");
    check(turn.attempt() <= 3, () -> id + " was leased " + turn.attempt() + " times");
    Message request = tx.message(turn.message());
    check(
        request != null
            && (request.type() == MessageType.TURN || request.type() == MessageType.UI_ACTION),
        () -> "I6 " + id + " comes from no request");
    check(
        request != null && sim.counters.requests.containsKey(turn.message())
            || request != null
                && !sim.counters.busy.contains(tx.agent() + "/" + request.dedupKey()),
        () -> "I6 " + id + " comes from a request that was refused");
    check(
        request == null || request.lineage().depth() < 20 || !began(events),
        () -> id + " began although its request is nested too deeply");
    Event task = events.get(events.size() - 1);
    if (!task.type().equals(Event.TASK)) {
      return;
    }
    check(task.epoch() == turn.epoch(), () -> "I6 the task event of " + id + " has an old epoch");
    Map<String, ?> ids = sim.read(task);
    check(
        deliverable.card().equals(ids.get("deliverable_card_id")), () -> "I5 another card: " + ids);
    Card card = tx.card(deliverable.card());
    check(
        card != null && card.box().equals(ids.get("output_box_id")),
        () -> "I5 not in the box: " + ids);
    boolean ran = false;
    for (Event event : events) {
      check(
          !(ran && event.type().equals("turn.dispatched")),
          () -> "I1 " + id + " ran, then was leased");
      ran |= event.type().equals("turn.running");
      if (event.type().equals("tool.call")) {
        call(tx, id, sim.call(event));
      }
    }
    box(tx, id, String.valueOf(ids.get("output_box_id")));
  }

  private static boolean began(List<Event> events) {
    return events.stream().anyMatch(event -> event.type().equals("turn.running"));
  }

  private void call(TurnTransaction tx, String turn, String id) {
    AwaitedCall call = tx.awaited(id);
    if (call == null) {
      check(false, () -> "I6 command " + id + " is awaited by nobody");
      return;
    }
    check(call.turn().equals(turn), () -> "I6 command " + id + " belongs to " + call.turn());
    check(!call.status().isOpen(), () -> "call " + id + " is still open");
    check(tx.card(call.callCard()) != null, () -> "call " + id + " has no card");
    List<Message> applied =
        tx.messages(turn).stream()
            .filter(row -> id.equals(row.correlation()))
            .filter(row -> row.status() == InboxStatus.CONSUMED && row.outcome() == null)
            .toList();
    followed(tx, call, applied);
    boolean settled = call.status() == CallStatus.APPLIED || call.status() == CallStatus.EXPIRED;
    check(
        applied.size() == (settled ? 1 : 0),
        () -> "call " + id + " is " + call.status() + " by " + applied.size() + " reports");
    for (Message row : applied) {
      check(
          row.epoch() != null && row.epoch() == call.epoch(),
          () -> "I2 call " + id + " of epoch " + call.epoch() + " was answered for " + row.epoch());
      boolean timeout = row.type() == MessageType.TIMEOUT;
      check(timeout == (call.status() == CallStatus.EXPIRED), () -> "call " + id + " is mixed up");
      check(
          !timeout || !row.createdAt().isBefore(call.deadline()),
          () -> "call " + id + " timed out at " + row.createdAt() + " before " + call.deadline());
    }
    check(
        tx.messages(turn).stream()
            .noneMatch(
                row -> row.status() == InboxStatus.DEFERRED || row.status() == InboxStatus.PENDING),
        () -> "I3 a report to " + turn + " is still put off");
  }

  /** Checks the continuation of a call: by its result, else its report, else the call itself. */
  private void followed(TurnTransaction tx, AwaitedCall call, List<Message> applied) {
    Card called = tx.card(call.callCard());
    Card result = call.resultCard() == null ? null : tx.card(call.resultCard());
    if (called == null || result == null || applied.isEmpty()) {
      return;
    }
    Object follows = sim.turns.codec().read(called.content()).get("after_execution");
    Object reported = sim.turns.codec().read(applied.get(0).payload()).get("after");
    follows = reported == null ? follows : reported;
    Map<?, ?> said = (Map<?, ?>) sim.turns.codec().read(result.content()).get("result");
    Object control = said == null ? null : said.get("__cg_control");
    Object word = control instanceof Map<?, ?> map ? map.get("after_execution") : null;
    if (List.of("suspend", "terminate").contains(String.valueOf(word))) {
      follows = word;
    }
    Object expected = follows;
    check(
        call.after().equals(expected),
        () -> "call " + call.id() + " was followed by " + call.after() + ", not " + expected);
    check(
        call.result() != ToolStatus.PARTIAL, () -> "call " + call.id() + " was settled by a part");
  }

  /** Checks for one writer at a time: a turn's cards are consecutive. */
  private void box(TurnTransaction tx, String turn, String id) {
    Box box = tx.box(id);
    check(
        box != null && (box.writer() == null || !atRest),
        () -> "I5 box " + id + " is still being written");
    Set<String> writers = new LinkedHashSet<>();
    @Nullable String before = null;
    long seq = box == null ? 0 : box.forkedAt();
    for (Card card : tx.cards(id, 1, Long.MAX_VALUE)) {
      boolean next = card.seq() == seq + 1 || (card.seq() > seq && sim.pruningHistory.hasBox(id));
      check(next, () -> "box " + id + " has a gap before card " + card.seq());
      seq = card.seq();
      String writer = String.valueOf(card.turn());
      if (!writer.equals(before)) {
        check(
            writers.add(writer),
            () -> "box " + id + " was written by " + writer + " and others in turns");
      }
      before = writer;
    }
    check(turn.isEmpty() || writers.contains(turn), () -> "box " + id + " has nothing of " + turn);
  }
}
