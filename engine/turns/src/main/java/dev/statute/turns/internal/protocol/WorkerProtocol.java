package dev.statute.turns.internal.protocol;

import dev.statute.step.Outcome;
import dev.statute.turns.Ack;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.Lease;
import dev.statute.turns.ToolCall;
import dev.statute.turns.internal.protocol.TurnAssignment.Claimed;
import dev.statute.turns.internal.result.ResultCheck;
import dev.statute.turns.internal.result.ResultField;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Deliverable;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStore.ReadHints;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of workers. Each names its turn and epoch, and is refused as lost if these have moved on.
 */
public class WorkerProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerProtocol.class);

  private final TurnTransactions transactions;
  private final TurnContext turnContext;
  private final TurnAssignment assignment;
  private final ResultSchema schema;

  public WorkerProtocol(TurnTransactions transactions) {
    this.transactions = transactions;
    turnContext = transactions.context();
    assignment = new TurnAssignment(turnContext);
    schema = new ResultSchema(turnContext);
  }

  CompletionStage<Claimed> claim(String agent, String worker) {
    return transactions.run(agent, ReadHints.OUTPUT, round -> claim(round, worker), Claimed::new);
  }

  private Claimed claim(AgentTransaction round, String worker) {
    Claimed claimed = assignment.claim(round, worker);
    if (claimed.assignments().isEmpty()) {
      round.abandon();
    }
    return claimed;
  }

  /**
   * Returns work after which the worker claims the agent's waiting turn in the same transaction.
   * Both happen or neither, also in a crash.
   */
  Function<AgentTransaction, Claimed> claimAfter(
      String worker, Function<AgentTransaction, Ack> work) {
    return round -> {
      Ack ack = work.apply(round);
      if (round.isAbandoned() || round.isHeadless()) {
        return new Claimed(ack);
      }
      transactions.settle(round);
      return new Claimed(ack, assignment.claim(round, worker).assignments());
    };
  }

  public CompletionStage<Ack> heartbeat(Lease lease) {
    return runAsHolder(lease, round -> handleEvent(round, lease, "Work", 0, false, Map.of()));
  }

  /** Adds cards to the turn's own box. */
  public CompletionStage<Ack> write(Lease lease, Map<String, Map<String, ?>> cards) {
    return runAsHolder(
        lease,
        round -> {
          String box = round.headDraft().activeBoxes().output();
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
          return handleEvent(round, lease, "Work", 0, false, Map.of());
        });
  }

  private void append(
      AgentTransaction round,
      Lease lease,
      String box,
      String id,
      String type,
      Map<String, ?> content) {
    round
        .boxes()
        .append(
            box,
            id,
            type,
            lease.turn(),
            lease.epoch(),
            turnContext.codec().write(content),
            round.now());
  }

  /**
   * Calls tools: writes their cards, awaited calls, and commands.
   *
   * @param suspends true if the turn waits for them and all earlier ones
   */
  public CompletionStage<Ack> callTools(
      Lease lease, String step, List<ToolCall> calls, boolean suspends) {
    List<String> ids = calls.stream().map(ToolCall::id).toList();
    List<String> cards = ids.stream().map(CallCard::id).toList();
    return transactions.run(
        lease.agent(),
        new ReadHints(List.of(), List.of(), ids, cards, List.of(), false),
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
            if (!calls.isEmpty() && isNewStep(round, lease, step)) {
              round.emitIds("step", "turn", lease.turn(), "step", step, "phase", "started");
            }
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
          long steps = TurnAssignment.steps(round.tx().calls(lease.turn()));
          boolean submits =
              calls.stream().anyMatch(call -> call.tool().equals(ToolCall.SUBMIT_RESULT));
          if (!suspends) {
            return handleEvent(round, lease, "Work", calls.size(), submits, Map.of("steps", steps));
          }
          long waiting =
              round.tx().calls(lease.turn()).stream().filter(c -> c.status().isOpen()).count();
          Map<String, Object> facts = Map.of("waiting", waiting, "steps", steps);
          return handleEvent(round, lease, "Suspend", calls.size(), submits, facts);
        },
        ack -> ack);
  }

  /** Tests for a step without earlier calls. */
  private static boolean isNewStep(AgentTransaction round, Lease lease, String step) {
    return round.tx().calls(lease.turn()).stream()
        .noneMatch(call -> call.epoch() == lease.epoch() && step.equals(call.step()));
  }

  private static boolean isOf(@Nullable AwaitedCall call, Lease lease) {
    return call != null && call.turn().equals(lease.turn()) && call.epoch() == lease.epoch();
  }

  private boolean add(AgentTransaction round, Lease lease, String step, ToolCall call) {
    String card = CallCard.id(call.id());
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("call", call.id());
    content.put(CallCard.TOOL, call.tool());
    content.put("arguments", call.arguments());
    content.put("after_execution", call.after().word());
    if (round.tx().card(card) != null) {
      return false;
    }
    Duration timeout = call.timeout();
    if (timeout != null) {
      content.put(CallCard.TIMEOUT, timeout.toMillis());
    }
    Instant deadline = timeout == null ? AwaitedCall.DEFAULT_PATIENCE : round.now().plus(timeout);
    AwaitedCall row =
        new AwaitedCall(
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
    append(round, lease, round.headDraft().activeBoxes().output(), card, "tool.call", content);
    if (!round.tx().add(row)) {
      return false;
    }
    round.emitIds(
        Event.TOOL_CALL,
        "turn",
        lease.turn(),
        "call",
        call.id(),
        "card",
        card,
        CallCard.TOOL,
        call.tool());
    return true;
  }

  /**
   * Ends the turn.
   *
   * @param step the submitting step, or null without a submit_result
   */
  public CompletionStage<Ack> deliver(
      Lease lease, boolean success, Map<String, ?> result, @Nullable String step) {
    return runAsHolder(
        lease,
        round -> {
          Map<String, Object> content = new LinkedHashMap<>();
          content.put("result", result);
          List<ResultField> required = success ? schema.fields(round, lease) : List.of();
          ResultCheck check = ResultCheck.check(required, result);
          if (!required.isEmpty()) {
            content.put("fields", check.fields());
          }
          round.setResult(content, step);
          Map<String, Object> facts = new LinkedHashMap<>();
          facts.put("outcome", success ? "success" : "failed");
          facts.put("missing", (long) check.missing().size());
          facts.put("mistyped", required.isEmpty() ? 0L : (long) check.mismatched().size());
          facts.put("step_calls", step == null ? 0L : calls(round, lease, step));
          Ack ack = handleEvent(round, lease, "Deliver", -1, step != null, facts);
          if (ack.kind() == Kind.REFUSED) {
            LOG.debug(
                "turn {}: {}; missing {}, wrong {}",
                lease.turn(),
                ack.message(),
                check.missing(),
                check.mismatched());
          }
          return ack;
        });
  }

  private static long calls(AgentTransaction round, Lease lease, String step) {
    return round.tx().calls(lease.turn()).stream().filter(c -> step.equals(c.step())).count();
  }

  private CompletionStage<Ack> runAsHolder(Lease lease, Function<AgentTransaction, Ack> work) {
    return transactions.run(
        lease.agent(), round -> holds(round, lease) ? work.apply(round) : lost(round, lease));
  }

  /** Tests for a valid lease: the same turn, in the same epoch. */
  public boolean holds(AgentTransaction round, Lease lease) {
    return lease.turn().equals(round.headDraft().turn) && lease.epoch() == round.headDraft().epoch;
  }

  private static Ack lost(AgentTransaction round, Lease lease) {
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

  private Ack handleEvent(
      AgentTransaction round,
      Lease lease,
      String event,
      int calls,
      boolean submits,
      Map<String, ?> more) {
    round.setWorker(lease.worker());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("turn", lease.turn());
    facts.put("epoch", lease.epoch());
    facts.put("worker", lease.worker());
    facts.put("owner", round.headDraft().leaseOwner());
    if (calls >= 0) {
      facts.put("calls", (long) calls);
    }
    facts.put("submits", submits);
    facts.putAll(more);
    Outcome outcome = AgentSteps.handleOrThrow(round, event, facts);
    if (outcome instanceof Outcome.Taken) {
      return new Ack(Kind.DONE, "done", null, lease.turn());
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
