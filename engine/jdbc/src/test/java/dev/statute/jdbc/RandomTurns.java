package dev.statute.jdbc;

import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Box;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.Deliverable;
import dev.statute.turns.TurnRecords.EdgeRow;
import dev.statute.turns.TurnRecords.Event;
import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.Lineage;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Timer;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.CallStatus;
import dev.statute.turns.TurnStatuses.HeadStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.MessageType;
import dev.statute.turns.TurnStatuses.Phase;
import dev.statute.turns.TurnStatuses.Primitive;
import dev.statute.turns.TurnStatuses.ToolStatus;
import dev.statute.turns.TurnStatuses.TurnStatus;
import dev.statute.turns.TurnStore.ReadHints;
import dev.statute.turns.TurnTransaction;
import dev.statute.turns.TurnWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Draws transactions that read and write whatever there is, from so few keys that they meet again
 * and again. Every agent has rows of its own.
 */
final class RandomTurns {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Random random;
  private long number;

  RandomTurns(long seed) {
    random = new Random(seed);
  }

  /** What is done, and what is said to be looked at. */
  record Drawn(String agent, ReadHints ahead, TurnWork<List<String>> work) {}

  private interface Op extends Function<TurnTransaction, @Nullable Object> {}

  Drawn next(List<String> agents) {
    String agent = agents.get(random.nextInt(agents.size()));
    List<Op> ops = new ArrayList<>();
    // those that look at little may find that all of it is remembered
    for (int i = random.nextBoolean() ? random.nextInt(9) : random.nextInt(2); i >= 0; i--) {
      ops.add(op(agent));
    }
    int end = random.nextInt(8);
    return new Drawn(agent, ahead(agent), tx -> run(tx, ops, end));
  }

  private static List<String> run(TurnTransaction tx, List<Op> ops, int end) {
    List<String> said = new ArrayList<>();
    for (Op op : ops) {
      try {
        said.add(String.valueOf(op.apply(tx)));
      } catch (IllegalArgumentException e) {
        said.add("refused");
      }
    }
    if (end == 0) {
      tx.abandon();
    } else if (end == 1) {
      throw new IllegalStateException(String.join("\n", said));
    }
    return said;
  }

  private ReadHints ahead(String agent) {
    return random.nextBoolean()
        ? ReadHints.NONE
        : new ReadHints(
            List.of(),
            List.of(key()),
            List.of(call(agent)),
            List.of(card(agent)),
            List.of(box(agent)),
            random.nextBoolean());
  }

  private int few() {
    return 1 + random.nextInt(3);
  }

  private String key() {
    return "k" + few();
  }

  private String turn(String agent) {
    return agent + "-t" + few();
  }

  private String call(String agent) {
    return agent + "-c" + few();
  }

  private String card(String agent) {
    return agent + "-card" + random.nextInt(6);
  }

  private String box(String agent) {
    return agent + "-b" + few();
  }

  private Instant at() {
    return START.plusMillis(random.nextInt(4));
  }

  private <E> E of(E[] all) {
    return all[random.nextInt(all.length)];
  }

  private Op op(String agent) {
    return switch (random.nextInt(5)) {
      case 0 -> inbox(agent);
      case 1 -> turns(agent);
      case 2 -> boxes(agent);
      case 3 -> leaving(agent);
      default -> heads(agent);
    };
  }

  private Op heads(String agent) {
    String turn = turn(agent);
    String box = box(agent);
    int newEpoch = few();
    int newRev = few();
    Instant deadline = at();
    Instant updated = at();
    LongFunction<Head> ending =
        events ->
            new Head(
                agent,
                "chart",
                "hash",
                HeadStatus.SUSPENDED,
                "suspended",
                "{}",
                newEpoch,
                turn,
                newRev,
                events,
                1,
                deadline,
                null,
                new dev.statute.turns.TurnRecords.BoxesRow(null, 0, box),
                Lineage.NONE,
                updated);
    Head head = ending.apply(random.nextInt(4));
    long epoch = few();
    long rev = few();
    return switch (random.nextInt(4)) {
      case 0 -> tx -> tx.create(head);
      case 1 -> tx -> tx.put(head, epoch, rev);
      case 2 ->
          tx -> {
            Head before = tx.head();
            // with the event that is the last one, so that the agent can be remembered
            return before != null
                && tx.put(ending.apply(tx.lastEvent()), before.turnEpoch(), before.rev());
          };
      default -> TurnTransaction::head;
    };
  }

  private Op inbox(String agent) {
    int n = few();
    long id = Math.floorMod(agent.hashCode(), 1000) * 10L + n;
    boolean ofTurn = random.nextBoolean();
    Message message =
        new Message(
            id,
            agent,
            MessageType.TURN,
            "k" + n,
            null,
            ofTurn ? turn(agent) : null,
            ofTurn ? 1L : null,
            of(InboxStatus.values()),
            random.nextInt(3),
            "{}",
            new Lineage("trace", null, 1),
            null,
            at());
    InboxStatus expected = of(InboxStatus.values());
    String key = key();
    String turn = turn(agent);
    EdgeRow edge =
        new EdgeRow(
            ++number, id, of(Primitive.values()), of(Phase.values()), "a", null, "trace", at());
    return switch (random.nextInt(9)) {
      case 0, 1 -> tx -> tx.add(message);
      case 2 -> tx -> tx.change(message, expected);
      case 3 ->
          tx -> {
            Message before = tx.message(id);
            return before != null && tx.change(message, before.status());
          };
      case 4 -> tx -> tx.message(key);
      case 5 -> TurnTransaction::firstQueued;
      case 6 -> tx -> tx.messages(turn);
      case 7 -> tx -> tx.edges(id);
      default ->
          tx -> {
            tx.add(edge);
            return "";
          };
    };
  }

  private Op turns(String agent) {
    long message = Math.floorMod(agent.hashCode(), 1000) * 10L + few();
    Turn turn =
        new Turn(turn(agent), agent, message, few(), 1, of(TurnStatus.values()), at(), null);
    Awaited call =
        new Awaited(
            call(agent),
            turn(agent),
            agent,
            few(),
            null,
            "suspend",
            of(CallStatus.values()),
            at(),
            "card",
            null,
            random.nextBoolean() ? null : of(ToolStatus.values()),
            null);
    TurnStatus turnExpected = of(TurnStatus.values());
    CallStatus callExpected = of(CallStatus.values());
    return switch (random.nextInt(8)) {
      case 0 ->
          tx -> {
            tx.add(turn);
            return "";
          };
      case 1 ->
          tx -> {
            Turn before = tx.turn(turn.id());
            // the row that a turn carries out never changes
            return before != null
                && before.message() == turn.message()
                && tx.change(turn, turnExpected);
          };
      case 2 -> tx -> tx.turn(turn.id());
      case 3 -> tx -> tx.turnOf(message);
      case 4 -> tx -> tx.add(call);
      case 5 ->
          tx -> {
            Awaited before = tx.awaited(call.id());
            return before != null
                && before.turn().equals(call.turn())
                && tx.change(call, callExpected);
          };
      case 6 -> tx -> tx.awaited(call.id());
      default -> tx -> tx.calls(turn.id());
    };
  }

  private Op boxes(String agent) {
    String box = box(agent);
    @Nullable String writer = random.nextBoolean() ? null : turn(agent);
    @Nullable String expected = random.nextBoolean() ? null : turn(agent);
    Card card =
        new Card(card(agent), box, few(), "note", turn(agent), 1, "{\"n\":" + number + "}", at());
    return switch (random.nextInt(7)) {
      case 0 -> tx -> tx.box(box);
      case 1 -> tx -> tx.add(new Box(box, writer, null, 0));
      case 2 -> tx -> tx.hand(box, writer, expected);
      case 3 -> tx -> tx.card(card.id());
      case 4 -> tx -> tx.cards(box, card.seq(), 3);
      case 5 -> tx -> tx.lastCard(box);
      default -> tx -> tx.add(card);
    };
  }

  private Op leaving(String agent) {
    Deliverable deliverable = new Deliverable(turn(agent), card(agent), TurnStatus.SUCCESS);
    String id = "e" + ++number;
    String turn = turn(agent);
    String type = random.nextInt(3) == 0 ? "task" : "other";
    int gap = random.nextInt(5) == 0 ? random.nextInt(4) : 1;
    Instant at = at();
    Timer timer = new Timer(agent, "n" + few(), at(), random.nextBoolean() ? null : "why");
    return switch (random.nextInt(8)) {
      case 0 -> tx -> tx.deliverable(deliverable.turn());
      case 1 -> tx -> tx.add(deliverable);
      case 2, 3 ->
          tx -> tx.add(new Event(id, agent, tx.lastEvent() + gap, turn, 1, type, "{}", at, null));
      case 4 -> tx -> tx.add(new Event(id, agent, gap + 1, turn, 1, type, "{}", at, null));
      case 5 ->
          tx -> {
            tx.arm(timer);
            return "";
          };
      case 6 ->
          tx -> {
            tx.disarm(timer.name());
            return "";
          };
      default -> TurnTransaction::timers;
    };
  }
}
