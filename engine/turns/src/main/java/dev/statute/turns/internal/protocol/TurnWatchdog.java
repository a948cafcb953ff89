package dev.statute.turns.internal.protocol;

import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.turns.Ack;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.ToolReport;
import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watchdog of turns without progress: queued requests, unclaimed turns, silent workers, missing
 * results, and timers. Every process may run one; each agent is one transaction, which leaves
 * changes by others alone.
 */
public final class TurnWatchdog {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWatchdog.class);

  private final TurnStore store;
  private final TurnTransactions transactions;
  private final TurnContext context;
  private final ReportWithoutHead headless;
  private final FairSelection timers = new FairSelection();
  private final FairSelection silent = new FairSelection();
  private final FairSelection overdue = new FairSelection();
  private final FairSelection queued = new FairSelection();

  public TurnWatchdog(TurnStore store, TurnTransactions transactions, ReportWithoutHead headless) {
    this.store = store;
    this.transactions = transactions;
    this.headless = headless;
    context = transactions.context();
  }

  /** Examines overdue agents, so many of each kind; returns the number examined. */
  public CompletionStage<Integer> tick(int atMost) {
    Instant now = context.now();
    CompletionStage<Integer> all = CompletableFuture.completedStage(0);
    Set<String> timed = new LinkedHashSet<>();
    for (Timer timer : timers.select(most -> store.due(now, most), Timer::agent, atMost)) {
      if (timer.name().startsWith(AgentTransaction.DEFERRED_PREFIX)) {
        all = checkNext(all, timers, timer.agent(), agent -> headless.retry(timer));
      } else {
        timed.add(timer.agent());
      }
    }
    for (String each : timed) {
      all = checkNext(all, timers, each, agent -> transactions.run(agent, round -> completed()));
    }
    for (String each : silent.select(most -> store.silent(now, most), agent -> agent, atMost)) {
      all = checkNext(all, silent, each, agent -> transactions.run(agent, this::silent));
    }
    for (String each : overdue.select(most -> store.overdue(now, most), agent -> agent, atMost)) {
      all = checkNext(all, overdue, each, agent -> transactions.run(agent, this::overdue));
    }
    for (String each : queued.select(store::queued, agent -> agent, atMost)) {
      all = checkNext(all, queued, each, agent -> transactions.run(agent, round -> completed()));
    }
    return all;
  }

  /** Tests for a store without requests that could be dispatched, as far as known. */
  public boolean isIdle() {
    return !queued.selectAny(store::queued);
  }

  /** Examines the next agent; a failure does not affect the others. */
  private static CompletionStage<Integer> checkNext(
      CompletionStage<Integer> before,
      FairSelection fairly,
      String agent,
      Function<String, CompletionStage<Ack>> look) {
    return before.thenCompose(
        count ->
            look.apply(agent)
                .handle(
                    (ack, error) -> {
                      record(fairly, agent, ack, error);
                      return count + 1;
                    }));
  }

  private static void record(
      FairSelection fairly, String agent, @Nullable Ack ack, @Nullable Throwable error) {
    if (error != null) {
      if (fairly.recordFailure(agent, ExceptionHandling.kind(error))) {
        LOG.warn("agent {} could not be examined", agent, error);
      }
    } else if (ack == null || TurnClaims.isSettled(ack)) {
      fairly.recordSuccess(agent);
    } else if (fairly.recordFailure(agent, ack.kind().name())) {
      LOG.warn("agent {} could not be examined: {}", agent, ack.message());
    }
  }

  private static Ack completed() {
    return Ack.of(Kind.DONE, "looked after");
  }

  private Ack silent(AgentTransaction round) {
    AgentLease lease = round.headDraft().lease;
    HeadStatus status = round.status();
    if (lease == null
        || lease.until().isAfter(round.now())
        || (status != HeadStatus.DISPATCHED && status != HeadStatus.RUNNING)) {
      return completed();
    }
    Turn turn = round.tx().turn(round.headDraft().activeTurn());
    if (turn == null) {
      throw new TurnChartException("turn " + round.headDraft().turn + " has no row");
    }
    return handleEvent(
        round, "Silent", Map.of("attempt", (long) turn.attempt(), "owned", lease.owner() != null));
  }

  /** Reports a timeout for each overdue call, then continues like any report. */
  private Ack overdue(AgentTransaction round) {
    Instant deadline = round.headDraft().resumeDeadline;
    if (round.status() != HeadStatus.SUSPENDED
        || deadline == null
        || deadline.isAfter(round.now())) {
      return completed();
    }
    String turn = round.headDraft().activeTurn();
    List<AwaitedCall> open =
        round.tx().calls(turn).stream().filter(call -> call.status().isOpen()).toList();
    if (open.isEmpty()) {
      return handleEvent(round, "Overdue", Map.of("waiting", 0L));
    }
    AgentLease lease = round.headDraft().lease;
    Instant others = lease == null ? deadline : lease.until();
    for (AwaitedCall call : open) {
      if (!turn.equals(round.headDraft().turn)) {
        break;
      }
      if (TurnRows.deadline(call, others).isAfter(round.now())) {
        continue;
      }
      Message row = round.tx().message(call.id());
      if (row == null) {
        timeOut(round, call);
      } else if (row.status() == InboxStatus.DEFERRED) {
        transactions.reports().handle(round, row);
      }
    }
    return completed();
  }

  private void timeOut(AgentTransaction round, AwaitedCall call) {
    ToolReport report =
        new ToolReport(
            call.agent(),
            call.turn(),
            call.epoch(),
            call.id(),
            "timeout-" + call.id(),
            Map.of("error", unanswered(round, call)),
            ToolStatus.TIMEOUT,
            null,
            "watchdog");
    transactions.reports().accept(round, report, MessageType.TIMEOUT);
  }

  private String unanswered(AgentTransaction round, AwaitedCall call) {
    Card card = round.tx().card(call.callCard());
    Object tool = card == null ? null : context.readLeniently(card.content()).get(CallCard.TOOL);
    return "nobody answered the call of '"
        + (tool == null ? call.id() : tool)
        + "' in time: no worker has this tool, or it took too long";
  }

  private static Ack handleEvent(AgentTransaction round, String event, Map<String, ?> facts) {
    AgentSteps.handleOrThrow(round, event, facts);
    return completed();
  }
}
