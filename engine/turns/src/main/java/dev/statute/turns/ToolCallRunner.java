package dev.statute.turns;

import dev.statute.runtime.Call;
import dev.statute.runtime.Handler;
import dev.statute.runtime.Reply;
import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.store.StoreException;
import dev.statute.turns.internal.protocol.CallCard;
import dev.statute.turns.internal.result.ValueMaps;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnStore.ClaimedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tool calls of a worker, and the other events that it publishes. A call is complete once its
 * result is reported; until then it is held, so that no other worker executes it. Thread-safe.
 */
final class ToolCallRunner {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWorker.class);
  private static final int BATCH = 100;

  /** Placeholder for a report that the worker with the tool makes. */
  private static final ToolReport HANDLED_ELSEWHERE =
      ToolReport.of("", "", 0, "", ToolStatus.CANCELED, Map.of());

  private final Turns turns;
  private final TurnStore store;
  private final TurnWorkerBuilder settings;
  private final WorkerSignals signals;
  private final Runnable wakeUp;
  private final Map<String, HeldCall> held = new ConcurrentHashMap<>();
  private Instant lastHeartbeat = Instant.MIN;

  ToolCallRunner(Turns turns, TurnWorkerBuilder settings, WorkerSignals signals, Runnable wakeUp) {
    this.signals = signals;
    this.turns = turns;
    this.settings = settings;
    this.wakeUp = wakeUp;
    store = turns.dependencies().store();
  }

  /** Claims events to be published. */
  void claim(Instant now) {
    int room = settings.concurrency() - held.size();
    boolean calls = !settings.tools().isEmpty() && room > 0;
    List<String> left = new ArrayList<>();
    try {
      for (ClaimedEvent one :
          store.claimEvents(
              event -> !isCall(event) || (calls && hasTool(event)),
              now,
              now.plus(settings.lease()),
              calls ? room : BATCH)) {
        submit(one.event());
        if (isCall(one.event())) {
          HeldCall call = new HeldCall(one);
          held.put(one.event().id(), call);
          start(call);
        } else {
          left.add(one.event().id());
        }
      }
    } finally {
      if (!left.isEmpty()) {
        store.markPublished(left, now);
        wakeUp.run();
      }
    }
  }

  private static boolean isCall(Event event) {
    return event.type().equals(Event.TOOL_CALL);
  }

  /** Tests for a call of a registered tool, according to its event. */
  private boolean hasTool(Event event) {
    Object tool = turns.readValues(event.payload()).get(CallCard.TOOL);
    return tool == null || settings.tools().containsKey(String.valueOf(tool));
  }

  /** Publishes calls of tools without a worker once they are no longer awaited. */
  void releaseExpired(Instant now) {
    List<String> left = new ArrayList<>();
    for (Event event : store.unpublished(BATCH)) {
      if (isCall(event)
          && !hasTool(event)
          && !event.createdAt().plus(settings.heartbeatInterval()).isAfter(now)
          && asked(event).isOver()) {
        submit(event);
        left.add(event.id());
      }
    }
    store.markPublished(left, now);
  }

  /** Publishes an event; an exception of a listener affects no other event. */
  private void submit(Event event) {
    try {
      settings.eventListener().accept(event);
    } catch (Throwable e) {
      LOG.warn("a listener threw on event {}; it continues with the next", event.id(), e);
    }
  }

  /** Starts a call. Without a free thread, the call is claimed again after its hold expires. */
  private void start(HeldCall call) {
    try {
      settings.executor().execute(() -> run(call));
    } catch (Throwable e) {
      LOG.warn("a call of agent {} cannot start; it is tried again", call.event().agent(), e);
      held.remove(call.event().id());
      call.ending.markEnded();
    }
  }

  private void run(HeldCall call) {
    ToolReport report;
    try {
      report = report(call);
    } catch (Throwable e) {
      LOG.warn("a call of agent {} cannot be read; it is tried again", call.event().agent(), e);
      held.remove(call.event().id());
      call.ending.markEnded();
      return;
    }
    if (report == null) {
      onReported(call);
    } else if (report.equals(HANDLED_ELSEWHERE)) {
      // without the tool here: a worker that has it claims the call after the hold expires
      finish(call);
    } else if (call.ending.isRequested()) {
      // interrupted because this worker closes: another one gets the call at once
      release(call);
    } else {
      submit(call, report);
    }
  }

  /** Awaited call, if there is one, and the card with its arguments. */
  private record CallState(@Nullable AwaitedCall call, @Nullable Card card, int waiting) {
    boolean isOver() {
      return call == null || !call.status().isOpen();
    }
  }

  private CallState asked(Event event) {
    String id = String.valueOf(turns.codec().read(event.payload()).get("call"));
    return store
        .transact(
            event.agent(),
            tx -> {
              AwaitedCall call = tx.awaited(id);
              Head head = tx.head();
              tx.abandon();
              return new CallState(
                  call,
                  call == null ? null : tx.card(call.callCard()),
                  head == null ? 0 : head.waiting());
            })
        .toCompletableFuture()
        .join();
  }

  private @Nullable ToolReport report(HeldCall held) {
    Event event = held.event();
    TurnCodec codec = turns.codec();
    CallState asked = asked(event);
    AwaitedCall call = asked.call();
    if (call == null || asked.isOver()) {
      return null;
    }
    String id = call.id();
    Card card = asked.card();
    Map<String, @Nullable Object> content = card == null ? Map.of() : codec.read(card.content());
    String tool = String.valueOf(content.get(CallCard.TOOL));
    Handler handler = settings.tools().get(tool);
    if (handler == null) {
      return HANDLED_ELSEWHERE;
    }
    signals.begin(event.agent(), tool, asked.waiting());
    Duration longest = settings.toolTimes().get(tool);
    if (longest != null) {
      Instant limit = turns.dependencies().clock().now().plus(longest);
      held.extension = new HeldCall.Extension(id, limit);
    }
    try {
      Reply reply =
          handler.handle(
              new Call(
                  event.agent(),
                  tool,
                  ValueMaps.toMap(content.get("arguments")),
                  id,
                  held.taken.time(),
                  held.ending));
      return reply == null
          ? ReplyReports.failure(call, "the tool gave no reply")
          : ReplyReports.of(call, reply);
    } catch (Throwable e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      LOG.warn("tool '{}' failed on call {} of agent {}", tool, id, event.agent(), e);
      return ReplyReports.failure(call, TurnRunner.text(e));
    } finally {
      signals.end(event.agent(), tool, asked.waiting() - 1);
    }
  }

  private void submit(HeldCall call, ToolReport report) {
    CompletableFuture<Ack> answer;
    try {
      answer = turns.report(report).toCompletableFuture();
    } catch (Throwable e) {
      answer = CompletableFuture.failedFuture(e);
    }
    var unused =
        answer.whenComplete(
            (ack, error) -> {
              if (error == null) {
                LOG.debug("call {}: {}", report.call(), ack.message());
                settle(call, report);
              } else {
                onReportFailed(call, report, error);
              }
            });
  }

  /** Ends a reported call on a thread of its own, as this may be one of the store. */
  private void settle(HeldCall call, ToolReport report) {
    try {
      settings.executor().execute(() -> onReported(call));
    } catch (Throwable e) {
      LOG.warn("no thread to end call {}; it is reported again soon", report.call(), e);
      call.unreported = report;
    }
  }

  /**
   * Handles a failed report like {@link TurnRunner}: a result that no text can represent fails its
   * call.
   */
  private void onReportFailed(HeldCall call, ToolReport report, Throwable error) {
    Throwable cause = ExceptionHandling.cause(error);
    if (cause instanceof StoreException
        || call.failures.incrementAndGet() < TurnRunner.MAX_FAILURES) {
      LOG.warn("call {} is reported again soon", report.call(), error);
      call.unreported = report;
    } else if (report.status() == ToolStatus.FAILED) {
      LOG.error("call {} cannot be reported; its deadline ends it", report.call(), error);
      onReported(call);
    } else {
      LOG.warn("the result of call {} cannot be reported", report.call(), error);
      call.failures.set(0);
      Map<String, ?> why = Map.of("error", TurnRunner.text(cause));
      submit(
          call,
          new ToolReport(
              report.agent(),
              report.turn(),
              report.epoch(),
              report.call(),
              report.cardId(),
              why,
              ToolStatus.FAILED,
              null,
              report.by()));
    }
  }

  private void onReported(HeldCall call) {
    try {
      store.markPublished(List.of(call.event().id()), turns.dependencies().clock().now());
    } catch (Throwable e) {
      LOG.warn("event {} could not be marked; it is read again", call.event().id(), e);
    }
    finish(call);
  }

  private void release(HeldCall call) {
    try {
      store.extendClaims(List.of(call.event().id()), Instant.EPOCH);
    } catch (Throwable e) {
      LOG.debug("event {} is free when its claim expires", call.event().id(), e);
    }
    finish(call);
  }

  private void finish(HeldCall call) {
    held.remove(call.event().id());
    call.ending.markEnded();
    wakeUp.run();
  }

  /** Extends the holds, and repeats reports that failed. */
  void heartbeat(Instant now) {
    for (HeldCall call : held.values()) {
      ToolReport unreported = call.unreported;
      if (unreported != null) {
        call.unreported = null;
        submit(call, unreported);
      }
    }
    if (!held.isEmpty() && !now.isBefore(lastHeartbeat.plus(settings.heartbeatInterval()))) {
      lastHeartbeat = now;
      store.extendClaims(List.copyOf(held.keySet()), now.plus(settings.lease()));
      held.values().forEach(each -> extend(each, now));
    }
  }

  /** Extends the wait of the turn for a running tool, within the tool's limit. */
  private void extend(HeldCall each, Instant now) {
    HeldCall.Extension extension = each.extension;
    if (extension != null && now.isBefore(extension.limit())) {
      var unused =
          turns
              .extend(each.event().agent(), extension.call(), settings.lease())
              .whenComplete(
                  (ack, error) -> {
                    if (error != null) {
                      LOG.warn("call {} is extended again soon", extension.call(), error);
                    }
                  });
    }
  }

  /** Returns the stop signals of the running calls. */
  Stream<StopSignal> endings() {
    return held.values().stream().map(one -> one.ending);
  }
}
