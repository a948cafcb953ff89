package dev.statute.turns;

import dev.statute.turns.internal.protocol.CardBoxes;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnStore.Pruned;
import dev.statute.turns.store.TurnTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * History of pruned rows for the checks, because the store no longer has them. Compares the rows
 * before and after each pruning with the contract of {@link TurnStore#prune}; a turn must be in a
 * valid final state before it is deleted.
 */
final class PruningHistory {
  private static final Set<InboxStatus> OVER =
      EnumSet.of(InboxStatus.CONSUMED, InboxStatus.ERROR, InboxStatus.SKIPPED);

  private final TurnSimulation sim;
  private final Map<String, List<Event>> events = new HashMap<>();
  private final Set<String> turns = new HashSet<>();
  private final Set<Long> rows = new HashSet<>();
  private final Set<String> boxes = new HashSet<>();
  private final List<String> violations = new ArrayList<>();

  PruningHistory(TurnSimulation sim) {
    this.sim = sim;
  }

  /** State of an agent before or after. */
  private record AgentRows(
      @Nullable Head head,
      List<Timer> timers,
      List<Event> events,
      Map<String, Message> requests,
      Map<String, OfTurn> turns,
      Map<String, List<Card>> boxes) {}

  /** Turn with its rows, and the cards that must not be deleted before it. */
  private record OfTurn(
      @Nullable Turn turn,
      @Nullable Deliverable end,
      List<Message> messages,
      List<AwaitedCall> calls,
      List<@Nullable Card> cards) {
    boolean isGone() {
      return turn == null && end == null && messages.isEmpty() && calls.isEmpty();
    }
  }

  /** Returns the violations of the contract. */
  List<String> violations() {
    return violations;
  }

  /** Returns the pruned events of an agent, in order. */
  List<Event> events(String agent) {
    return events.getOrDefault(agent, List.of());
  }

  boolean hasTurn(@Nullable String turn) {
    return turns.contains(turn);
  }

  /** Tests for a pruned inbox row of a request. */
  boolean hasRow(@Nullable Long row) {
    return rows.contains(row);
  }

  /** Tests for a box with possible gaps from deleted turns. */
  boolean hasBox(String box) {
    return boxes.contains(box);
  }

  /** Prunes, possibly with a crash in between. */
  Pruned prune(Instant before, Supplier<Pruned> drop) {
    Map<String, AgentRows> then = new LinkedHashMap<>();
    for (String agent : TurnSimulation.AGENTS) {
      then.put(agent, inspect(agent, before, null));
    }
    Pruned gone = null;
    try {
      gone = drop.get();
      return gone;
    } finally {
      int turnsBefore = turns.size();
      long eventsBefore = dropped();
      for (String agent : TurnSimulation.AGENTS) {
        AgentRows was = Objects.requireNonNull(then.get(agent));
        new Comparison(agent, before, gone != null, was, inspect(agent, before, was)).all();
      }
      long ended = turns.size() - turnsBefore;
      long told = dropped() - eventsBefore;
      check(
          gone == null || (gone.turns() == ended && gone.events() == told),
          "retention dropped %s turns and %s events, and says %s",
          ended,
          told,
          gone);
    }
  }

  private long dropped() {
    return events.values().stream().mapToLong(List::size).sum();
  }

  private void check(boolean holds, String otherwise, @Nullable Object... about) {
    if (!holds) {
      violations.add(String.format(otherwise, about));
    }
  }

  /**
   * Reads an agent.
   *
   * @param earlier its state before; null = this is the state before, and deletable rows are
   *     determined
   */
  private AgentRows inspect(String agent, Instant before, @Nullable AgentRows earlier) {
    List<Event> stream = sim.oracle.events(agent, 0, Integer.MAX_VALUE);
    return TurnTestWorld.join(
        sim.oracle.transact(
            agent,
            tx -> {
              tx.abandon();
              Map<String, Message> requests = new LinkedHashMap<>();
              for (String key : TurnSimulation.KEYS) {
                Message row = tx.message(key);
                if (row != null) {
                  requests.put(key, row);
                }
              }
              Map<String, OfTurn> all = new LinkedHashMap<>();
              Set<String> boxes = new HashSet<>();
              if (earlier == null) {
                stream.forEach(event -> all.computeIfAbsent(turn(event), id -> turn(tx, id)));
                all.keySet().removeAll(turns);
                Head head = tx.head();
                boxes.addAll(read(head == null ? null : head.boxes(), requests.values()));
                all.forEach(
                    (id, rows) -> {
                      if (isPrunable(rows, stream, before)) {
                        violations.addAll(TurnInvariants.broken(sim, tx, id, of(stream, id)));
                      }
                    });
              } else {
                earlier.turns.keySet().forEach(id -> all.put(id, turn(tx, id)));
                boxes.addAll(earlier.boxes.keySet());
              }
              Map<String, List<Card>> cards = new HashMap<>();
              CardBoxes reader = new CardBoxes(tx, sim.ids);
              boxes.forEach(box -> cards.put(box, reader.read(box, reader.last(box))));
              return new AgentRows(tx.head(), tx.timers(), stream, requests, all, cards);
            }));
  }

  private static String turn(Event event) {
    return String.valueOf(event.turn());
  }

  private static List<Event> of(List<Event> stream, String turn) {
    return stream.stream().filter(event -> turn.equals(event.turn())).toList();
  }

  private static OfTurn turn(TurnTransaction tx, String id) {
    Deliverable end = tx.deliverable(id);
    List<AwaitedCall> calls = tx.calls(id);
    List<@Nullable Card> cards = new ArrayList<>();
    if (end != null) {
      cards.add(tx.card(end.card()));
    }
    for (AwaitedCall call : calls) {
      cards.add(tx.card(call.callCard()));
      cards.add(call.resultCard() == null ? null : tx.card(call.resultCard()));
    }
    return new OfTurn(tx.turn(id), end, tx.messages(id), calls, cards);
  }

  /** Returns the boxes that a turn reads or writes, or the next one will. */
  private Set<String> read(@Nullable TurnBoxes mine, Iterable<Message> requests) {
    Set<String> all = new HashSet<>();
    if (mine != null) {
      all.add(mine.output());
      all.add(String.valueOf(mine.context()));
    }
    for (Message request : requests) {
      if (!OVER.contains(request.status())) {
        Map<String, ?> named = sim.turns.codec().read(request.payload());
        all.add(String.valueOf(named.get("context_box")));
        all.add(String.valueOf(named.get("output_box")));
      }
    }
    return all;
  }

  /** Tests for an ended turn with a published end and without deferred reports. */
  private static boolean isPrunable(OfTurn rows, List<Event> stream, Instant before) {
    Turn turn = rows.turn;
    return turn != null
        && turn.status().isEnded()
        && isBefore(turn.endedAt(), before)
        && rows.messages.stream().allMatch(row -> OVER.contains(row.status()))
        && stream.stream()
            .filter(event -> event.type().equals(Event.TASK) && turn.id().equals(event.turn()))
            .allMatch(event -> event.publishedAt() != null);
  }

  private static boolean isBefore(@Nullable Instant at, Instant before) {
    return at != null && at.isBefore(before);
  }

  /** Comparison of one agent before and after. */
  private final class Comparison {
    private final String agent;
    private final Instant before;
    private final boolean whole;
    private final AgentRows was;
    private final AgentRows is;

    /**
     * Creates a comparison.
     *
     * @param whole true if the pruning completed
     */
    Comparison(String agent, Instant before, boolean whole, AgentRows was, AgentRows is) {
      this.agent = agent;
      this.before = before;
      this.whole = whole;
      this.was = was;
      this.is = is;
    }

    void all() {
      check(Objects.equals(was.head, is.head), "retention changed the head of %s", agent);
      check(was.timers.equals(is.timers), "retention took a timer of %s", agent);
      check(was.boxes.equals(is.boxes), "retention took cards that %s may read", agent);
      was.turns.forEach(this::turn);
      was.requests.forEach(this::request);
      stream();
    }

    private void turn(String id, OfTurn rows) {
      OfTurn now = Objects.requireNonNull(is.turns.get(id));
      boolean may = PruningHistory.isPrunable(rows, was.events, before);
      if (now.equals(rows)) {
        check(!(whole && may), "retention left %s, which is over", id);
        return;
      }
      check(may, "retention took %s of %s", id, rows);
      check(now.isGone(), "retention took half of %s", id);
      turns.add(id);
      of(was.events, id).stream()
          .filter(event -> event.type().equals(Event.TASK))
          .forEach(task -> boxes.add(String.valueOf(sim.read(task).get("output_box_id"))));
    }

    private void request(String key, Message row) {
      Message now = is.requests.get(key);
      boolean may =
          OVER.contains(row.status())
              && (row.turn() == null ? row.createdAt().isBefore(before) : hasTurn(row.turn()));
      if (row.equals(now)) {
        check(!(whole && may), "retention left request %s of %s, which is over", key, agent);
        return;
      }
      check(may && now == null, "I3 retention took request %s", row);
      rows.add(row.id());
    }

    /**
     * Checks that events are deleted from the first one on, without gaps, and never the last one.
     */
    private void stream() {
      int gone = was.events.size() - is.events.size();
      boolean rest = gone >= 0 && was.events.subList(gone, was.events.size()).equals(is.events);
      check(rest, "retention left a gap in the events of %s", agent);
      check(was.events.isEmpty() || !is.events.isEmpty(), "retention took all events of %s", agent);
      for (int i = 0; rest && i < was.events.size(); i++) {
        boolean may = mayGo(was.events.get(i));
        if (i < gone) {
          check(may, "retention took %s", was.events.get(i));
        } else {
          boolean last = i == was.events.size() - 1;
          check(i > gone || last || !(whole && may), "retention left %s", was.events.get(i));
        }
      }
      if (rest) {
        events.computeIfAbsent(agent, a -> new ArrayList<>()).addAll(was.events.subList(0, gone));
      }
    }

    private boolean mayGo(Event event) {
      return event.publishedAt() != null
          && event.createdAt().isBefore(before)
          && hasTurn(event.turn());
    }
  }
}
