package dev.statute.turns;

import dev.statute.step.Outcome;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.Rows.Awaited;
import dev.statute.turns.Rows.BoxesRow;
import dev.statute.turns.Rows.Deliverable;
import dev.statute.turns.Rows.Event;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Rows.Turn;
import dev.statute.turns.TurnStore.Ahead;
import dev.statute.turns.Words.CallStatus;
import dev.statute.turns.Words.HeadStatus;
import dev.statute.turns.Words.InboxStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What workers do. Each says which turn and epoch it holds, and has lost it if that is over. */
class Workers {
  /** What is called, on the card of a call and in its event. */
  static final String TOOL = "tool";

  /** How many milliseconds a call is given, on its card. */
  static final String TIMEOUT = "timeout";

  private final Transactions transactions;
  private final Parts parts;

  Workers(Transactions transactions) {
    this.transactions = transactions;
    parts = transactions.parts();
  }

  /** A turn, or why there is none. */
  record Claimed(Ack ack, List<Assignment> assignments) {}

  CompletionStage<Claimed> claim(String agent, String worker) {
    return transactions.run(
        agent, Ahead.OUTPUT, round -> claim(round, worker), ack -> new Claimed(ack, List.of()));
  }

  private Claimed claim(Round round, String worker) {
    Claimed claimed = claimed(round, worker);
    if (claimed.assignments.isEmpty()) {
      round.abandon();
    }
    return claimed;
  }

  /**
   * Work after which the worker claims the agent's turn in the same transaction, if it then waits
   * for one. Nothing outside may happen between the two, so nothing is lost by it: whoever dies has
   * done both or neither.
   */
  Function<Round, Claimed> claiming(String worker, Function<Round, Ack> work) {
    return round -> {
      Ack ack = work.apply(round);
      if (round.isAbandoned() || round.isGhost()) {
        return new Claimed(ack, List.of());
      }
      transactions.settle(round);
      return new Claimed(ack, claimed(round, worker).assignments);
    };
  }

  /** Head and gate, then the rows, then the boxes, then the worker's loop may begin. */
  private Claimed claimed(Round round, String worker) {
    String id = round.draft().turn;
    Turn turn = id == null ? null : round.tx().turn(id);
    if (id == null || turn == null) {
      return none(Kind.IGNORED, "there is nothing to claim");
    }
    Message request = round.tx().message(turn.message());
    HeadStatus before = round.status();
    InboxStatus legal =
        before == HeadStatus.DISPATCHED ? InboxStatus.PENDING : InboxStatus.PROCESSING;
    if (request == null || (before != HeadStatus.SUSPENDED && request.status() != legal)) {
      return none(
          Kind.PROTOCOL_ERROR,
          "inbox row "
              + turn.message()
              + " of turn '"
              + id
              + "' is "
              + (request == null ? "missing" : request.status().word() + ", not " + legal.word()));
    }
    round.primitives().worker(worker);
    Outcome outcome =
        round.tell("Claim", Map.of("worker", worker, "owned", !round.draft().owner().isEmpty()));
    if (!(outcome instanceof Outcome.Taken)) {
      return none(Kind.IGNORED, "there is nothing to claim");
    }
    return new Claimed(
        new Ack(Kind.DONE, "claimed", request.id(), id), List.of(assignment(round, worker, id)));
  }

  private static Claimed none(Kind kind, String message) {
    return new Claimed(Ack.of(kind, message), List.of());
  }

  private Assignment assignment(Round round, String worker, String id) {
    Turn turn = Objects.requireNonNull(round.tx().turn(id));
    Message request = Objects.requireNonNull(round.tx().message(turn.message()));
    List<Message> batch =
        round.tx().messages(id).stream()
            .filter(row -> row.status() == InboxStatus.PROCESSING)
            .toList();
    BoxesRow boxes = round.draft().activeBoxes();
    Boxes reader = round.primitives().boxes();
    Object task = parts.codec().read(request.payload()).get("task");
    return new Assignment(
        new Lease(round.tx().agent(), id, round.draft().epoch, worker),
        turn.attempt(),
        Turns.plain(task),
        batch,
        boxes.context() == null ? List.of() : reader.read(boxes.context(), boxes.contextSeq()),
        reader.read(boxes.output(), reader.last(boxes.output())),
        round.tx().calls(id));
  }

  CompletionStage<Ack> heartbeat(Lease lease) {
    return gated(lease, round -> tell(round, lease, "Work", 0, false, Map.of()));
  }

  /** Adds cards to the turn's own box. */
  CompletionStage<Ack> write(Lease lease, Map<String, Map<String, ?>> cards) {
    return gated(
        lease,
        round -> {
          String box = round.draft().activeBoxes().output();
          boolean again = cards.keySet().stream().anyMatch(id -> round.tx().card(id) != null);
          if (again) {
            round.abandon();
            return new Ack(Kind.DUPLICATE, "the cards are there", null, lease.turn());
          }
          cards.forEach(
              (id, content) -> {
                Object type = content.get("type");
                append(
                    round, lease, box, id, type instanceof String named ? named : "note", content);
              });
          return tell(round, lease, "Work", 0, false, Map.of());
        });
  }

  private void append(
      Round round, Lease lease, String box, String id, String type, Map<String, ?> content) {
    round
        .primitives()
        .boxes()
        .append(
            box, id, type, lease.turn(), lease.epoch(), parts.codec().write(content), round.now());
  }

  /**
   * Calls tools: their cards, what is waited for, and the commands.
   *
   * @param suspends whether the turn waits for them and all that were called before
   */
  CompletionStage<Ack> call(Lease lease, String step, List<ToolCall> calls, boolean suspends) {
    List<String> ids = calls.stream().map(ToolCall::id).toList();
    List<String> cards = ids.stream().map(Workers::card).toList();
    return transactions.run(
        lease.agent(),
        new Ahead(List.of(), List.of(), ids, cards, List.of(), false),
        round -> {
          boolean known =
              !calls.isEmpty()
                  && calls.stream().allMatch(call -> isOf(round.tx().awaited(call.id()), lease));
          boolean waits = round.status() == HeadStatus.SUSPENDED;
          if (known && holds(round, lease) && (waits || !suspends)) {
            round.abandon();
            return new Ack(Kind.DUPLICATE, "it was called before", null, lease.turn());
          }
          if (!holds(round, lease)) {
            return lost(round, lease);
          }
          if (!known) {
            for (ToolCall call : calls) {
              if (!add(round, lease, step, call)) {
                round.abandon();
                return new Ack(
                    Kind.REFUSED,
                    "there is a call '" + call.id() + "' already; ids of calls are unique",
                    null,
                    lease.turn());
              }
            }
          }
          boolean submits =
              calls.stream().anyMatch(call -> call.tool().equals(ToolCall.SUBMIT_RESULT));
          if (!suspends) {
            return tell(round, lease, "Work", calls.size(), submits, Map.of());
          }
          long waiting =
              round.tx().calls(lease.turn()).stream().filter(c -> c.status().isOpen()).count();
          return tell(round, lease, "Suspend", calls.size(), submits, Map.of("waiting", waiting));
        },
        ack -> ack);
  }

  /** Id of the card that says what is called. */
  static String card(String call) {
    return "call-" + call;
  }

  private static boolean isOf(@Nullable Awaited call, Lease lease) {
    return call != null && call.turn().equals(lease.turn()) && call.epoch() == lease.epoch();
  }

  private boolean add(Round round, Lease lease, String step, ToolCall call) {
    String card = card(call.id());
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("call", call.id());
    content.put(TOOL, call.tool());
    content.put("arguments", call.arguments());
    content.put("after_execution", call.after().word());
    if (round.tx().card(card) != null) {
      return false;
    }
    Duration timeout = call.timeout();
    if (timeout != null) {
      content.put(TIMEOUT, timeout.toMillis());
    }
    Instant deadline = timeout == null ? Awaited.PATIENCE : round.now().plus(timeout);
    Awaited row =
        new Awaited(
            call.id(),
            lease.turn(),
            lease.agent(),
            lease.epoch(),
            step,
            call.after().word(),
            CallStatus.WAITING,
            deadline,
            card,
            null,
            null,
            null);
    append(round, lease, round.draft().activeBoxes().output(), card, "tool.call", content);
    if (!round.tx().add(row)) {
      return false;
    }
    round.emitIds(
        Event.TOOL_CALL, "turn", lease.turn(), "call", call.id(), "card", card, TOOL, call.tool());
    return true;
  }

  /**
   * Ends the turn.
   *
   * @param step the step that submits it, or null where it is delivered without a submit_result
   */
  CompletionStage<Ack> deliver(
      Lease lease, boolean success, Map<String, ?> result, @Nullable String step) {
    return gated(
        lease,
        round -> {
          Map<String, Object> content = new LinkedHashMap<>();
          content.put("result", result);
          round.primitives().delivering().content(content);
          Map<String, Object> facts = new LinkedHashMap<>();
          facts.put("outcome", success ? "success" : "failed");
          facts.put("missing", missing(round, lease, result));
          facts.put("step_calls", step == null ? 0L : calls(round, lease, step));
          return tell(round, lease, "Deliver", -1, step != null, facts);
        });
  }

  private static long calls(Round round, Lease lease, String step) {
    return round.tx().calls(lease.turn()).stream().filter(c -> step.equals(c.step())).count();
  }

  private long missing(Round round, Lease lease, Map<String, ?> result) {
    Turn turn = round.tx().turn(lease.turn());
    Message request = turn == null ? null : round.tx().message(turn.message());
    if (request == null
        || !(parts.codec().read(request.payload()).get("result_fields") instanceof List<?> all)) {
      return 0;
    }
    return all.stream()
        .map(String::valueOf)
        .filter(name -> !name.endsWith("?") && result.get(name) == null)
        .count();
  }

  private CompletionStage<Ack> gated(Lease lease, Function<Round, Ack> work) {
    return transactions.run(
        lease.agent(), round -> holds(round, lease) ? work.apply(round) : lost(round, lease));
  }

  /** Whether the worker still has what it says: the same turn, in the same epoch. */
  boolean holds(Round round, Lease lease) {
    return lease.turn().equals(round.draft().turn) && lease.epoch() == round.draft().epoch;
  }

  private static Ack lost(Round round, Lease lease) {
    Turn turn = round.tx().turn(lease.turn());
    Deliverable end = round.tx().deliverable(lease.turn());
    round.abandon();
    if (turn != null && end != null && turn.epoch() == lease.epoch()) {
      return new Ack(Kind.DUPLICATE, "the turn is delivered", turn.message(), lease.turn());
    }
    String message =
        "turn '" + lease.turn() + "' went on without epoch " + lease.epoch() + "; stop";
    return new Ack(Kind.LOST, message, null, lease.turn());
  }

  private Ack tell(
      Round round, Lease lease, String event, int calls, boolean submits, Map<String, ?> more) {
    round.primitives().worker(lease.worker());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("turn", lease.turn());
    facts.put("epoch", lease.epoch());
    facts.put("worker", lease.worker());
    facts.put("owner", round.draft().owner());
    if (calls >= 0) {
      facts.put("calls", (long) calls);
    }
    facts.put("submits", submits);
    facts.putAll(more);
    Outcome outcome = round.tell(event, facts);
    if (outcome instanceof Outcome.Taken) {
      return new Ack(Kind.DONE, "done", null, lease.turn());
    }
    if (outcome instanceof Outcome.Failed failed) {
      throw new ChartFault(failed.message());
    }
    round.abandon();
    String message = outcome instanceof Outcome.Blocked ? null : outcome.message();
    return new Ack(
        Kind.REFUSED,
        message == null ? "the turn is " + round.status().word() : message,
        null,
        lease.turn());
  }
}
