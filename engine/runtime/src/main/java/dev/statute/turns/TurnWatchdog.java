package dev.statute.turns;

import dev.statute.step.Outcome;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.TurnRecords.Awaited;
import dev.statute.turns.TurnRecords.Card;
import dev.statute.turns.TurnRecords.LeaseRow;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnRecords.Timer;
import dev.statute.turns.TurnRecords.Turn;
import dev.statute.turns.TurnStatuses.HeadStatus;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.MessageType;
import dev.statute.turns.TurnStatuses.ToolStatus;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after turns that nobody hears of: requests that nobody dispatched, turns that nobody
 * claims, workers that are silent, results that do not come, and timers. Everybody may run one;
 * each agent is one transaction, and what others have done since is left alone.
 */
final class TurnWatchdog {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWatchdog.class);

  private final TurnStore store;
  private final TurnTransactions transactions;
  private final TurnContext parts;
  private final ReportWithoutHead headless;
  private final FairSelection timers = new FairSelection();
  private final FairSelection silent = new FairSelection();
  private final FairSelection overdue = new FairSelection();
  private final FairSelection queued = new FairSelection();

  TurnWatchdog(TurnStore store, TurnTransactions transactions, ReportWithoutHead headless) {
    this.store = store;
    this.transactions = transactions;
    this.headless = headless;
    parts = transactions.parts();
  }

  /** Looks at whoever needs it, so many of each kind; the value is how many it looked at. */
  CompletionStage<Integer> tick(int atMost) {
    Instant now = parts.now();
    CompletionStage<Integer> all = CompletableFuture.completedStage(0);
    Set<String> timed = new LinkedHashSet<>();
    for (Timer timer : timers.next(most -> store.due(now, most), Timer::agent, atMost)) {
      if (timer.name().startsWith(AgentTransaction.AGAIN)) {
        all = then(all, timers, timer.agent(), agent -> headless.again(timer));
      } else {
        timed.add(timer.agent());
      }
    }
    for (String each : timed) {
      all = then(all, timers, each, agent -> look(agent, round -> done()));
    }
    for (String each : silent.next(most -> store.silent(now, most), agent -> agent, atMost)) {
      all = then(all, silent, each, agent -> look(agent, this::silent));
    }
    for (String each : overdue.next(most -> store.overdue(now, most), agent -> agent, atMost)) {
      all = then(all, overdue, each, agent -> look(agent, this::overdue));
    }
    for (String each : queued.next(store::queued, agent -> agent, atMost)) {
      all = then(all, queued, each, agent -> look(agent, round -> done()));
    }
    return all;
  }

  /** Whether no request waits that could be dispatched, as far as is known. */
  boolean isIdle() {
    return !queued.any(store::queued);
  }

  /** One agent that cannot be looked at does not hide the others. */
  private static CompletionStage<Integer> then(
      CompletionStage<Integer> before,
      FairSelection fairly,
      String agent,
      Function<String, CompletionStage<Ack>> look) {
    return before.thenCompose(
        count ->
            look.apply(agent)
                .handle(
                    (ack, error) -> {
                      fairly.dealt(agent, error == null && TurnClaims.isDealtWith(ack));
                      if (error != null) {
                        LOG.warn("agent {} could not be looked after", agent, error);
                      } else if (!TurnClaims.isDealtWith(ack)) {
                        LOG.warn("agent {} could not be looked after: {}", agent, ack.message());
                      }
                      return count + 1;
                    }));
  }

  private CompletionStage<Ack> look(String agent, Function<AgentTransaction, Ack> work) {
    return transactions.run(agent, work);
  }

  private static Ack done() {
    return Ack.of(Kind.DONE, "looked after");
  }

  private Ack silent(AgentTransaction round) {
    LeaseRow lease = round.draft().lease;
    HeadStatus status = round.status();
    if (lease == null
        || lease.until().isAfter(round.now())
        || (status != HeadStatus.DISPATCHED && status != HeadStatus.RUNNING)) {
      return done();
    }
    Turn turn = round.tx().turn(round.draft().activeTurn());
    if (turn == null) {
      throw new ChartFault("turn " + round.draft().turn + " has no row");
    }
    return told(
        round, "Silent", Map.of("attempt", (long) turn.attempt(), "owned", lease.owner() != null));
  }

  /** One timeout for each open call whose time is up, then what any report leads to. */
  private Ack overdue(AgentTransaction round) {
    Instant deadline = round.draft().resumeDeadline;
    if (round.status() != HeadStatus.SUSPENDED
        || deadline == null
        || deadline.isAfter(round.now())) {
      return done();
    }
    String turn = round.draft().activeTurn();
    List<Awaited> open =
        round.tx().calls(turn).stream().filter(call -> call.status().isOpen()).toList();
    if (open.isEmpty()) {
      return told(round, "Overdue", Map.of("waiting", 0L));
    }
    LeaseRow lease = round.draft().lease;
    Instant others = lease == null ? deadline : lease.until();
    for (Awaited call : open) {
      if (!turn.equals(round.draft().turn)) {
        break;
      }
      if (TurnRows.deadline(call, others).isAfter(round.now())) {
        continue;
      }
      Message row = round.tx().message(call.id());
      if (row == null) {
        timeOut(round, call);
      } else if (row.status() == InboxStatus.DEFERRED) {
        transactions.reports().decide(round, row);
      }
    }
    return done();
  }

  private void timeOut(AgentTransaction round, Awaited call) {
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
    transactions.reports().take(round, report, MessageType.TIMEOUT);
  }

  private String unanswered(AgentTransaction round, Awaited call) {
    Card card = round.tx().card(call.callCard());
    Object tool =
        card == null ? null : transactions.reports().read(card.content()).get(WorkerProtocol.TOOL);
    return "nobody answered the call of '"
        + (tool == null ? call.id() : tool)
        + "' in time: no worker has this tool, or it took too long";
  }

  private static Ack told(AgentTransaction round, String event, Map<String, ?> facts) {
    Outcome outcome = round.tell(event, facts);
    if (outcome instanceof Outcome.Failed failed) {
      throw new ChartFault(failed.message());
    }
    return done();
  }
}
