package dev.statute.turns.internal.protocol;

import dev.statute.step.Outcome;
import dev.statute.turns.Ack;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.ToolReport;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStore.ReadHints;
import dev.statute.turns.store.TurnTransaction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reports of results: their rows, the facts that rules judge, and the answers. */
public final class ToolReports {
  /** Status of a partial result. */
  public static final String PARTIAL = "partial";

  private final TurnContext context;

  public ToolReports(TurnContext parts) {
    this.context = parts;
  }

  /**
   * Returns the read hints of a report: earlier rows, its call, both cards, their box.
   *
   * @param claims true if a worker claims the turn with it
   */
  static ReadHints readHints(ToolReport report, boolean claims) {
    String call = report.call();
    List<String> calls = call == null ? List.of() : List.of(call);
    List<String> cards = new ArrayList<>();
    calls.forEach(id -> cards.add(CallCard.id(id)));
    if (report.cardId() != null) {
      cards.add(report.cardId());
    }
    return new ReadHints(List.of(), calls, calls, cards, List.of(box(report.turn())), claims);
  }

  /** Returns the id of the box of a turn's results. */
  private static String box(String turn) {
    return "results-" + turn;
  }

  /** Accepts a report and lets the chart decide, in one transaction. */
  public Ack accept(AgentTransaction round, ToolReport said, MessageType type) {
    TurnTransaction tx = round.tx();
    ToolReport report = said.status() == ToolStatus.PARTIAL ? partial(said) : said;
    String call = report.call();
    AwaitedCall awaited = call == null ? null : tx.awaited(call);
    String key = key(report, awaited);
    Message earlier = tx.message(key);
    if (earlier != null
        && earlier.type() == MessageType.TIMEOUT
        && type == MessageType.TOOL_RESULT) {
      return acceptLate(round, report, key);
    }
    if (earlier != null) {
      round.abandon();
      return new Ack(Kind.DUPLICATE, "it was reported before", earlier.id(), report.turn());
    }
    store(tx, report);
    Message row = row(round, report, type, key, InboxStatus.PENDING, null);
    if (tx.add(row).id() != row.id()) {
      throw new WriteConflict("report " + key);
    }
    new TurnRows(round).edge(row.id(), Primitive.REPORT, Phase.REQUEST, report.by(), report.turn());
    return handle(round, row);
  }

  /**
   * Returns the dedup key of a report: equal answers to one call of one turn and epoch are one
   * report. A report with another turn or epoch must not take the place of the right one.
   */
  private static String key(ToolReport report, @Nullable AwaitedCall awaited) {
    if (awaited != null
        && awaited.turn().equals(report.turn())
        && awaited.epoch() == report.epoch()) {
      return report.status() == ToolStatus.PARTIAL
          ? awaited.id() + ":partial:" + report.cardId()
          : awaited.id();
    }
    return String.join(
        ":",
        "report",
        report.turn(),
        Long.toString(report.epoch()),
        Objects.requireNonNullElse(report.call(), ""),
        Objects.requireNonNullElse(report.cardId(), ""));
  }

  /**
   * Returns a partial report with a card of its own, identified by its content: the card of the
   * final result follows.
   */
  private ToolReport partial(ToolReport report) {
    String card = report.cardId();
    Map<String, ?> result = report.result();
    if (card == null || result == null || !card.equals(ToolReport.cardId(report.call()))) {
      return report;
    }
    CRC32C sum = new CRC32C();
    sum.update(context.codec().write(result).getBytes(StandardCharsets.UTF_8));
    return report.forCall(card + "-" + Long.toHexString(sum.getValue()));
  }

  /** Stores a report after the timeout of its call, without effect. */
  private Ack acceptLate(AgentTransaction round, ToolReport report, String key) {
    TurnTransaction tx = round.tx();
    Message row =
        row(
            round,
            report,
            MessageType.TOOL_RESULT,
            key + ":late",
            InboxStatus.SKIPPED,
            "after its timeout");
    Message existing = tx.add(row);
    if (existing.id() != row.id()) {
      round.abandon();
      return new Ack(Kind.DUPLICATE, "it was reported before", existing.id(), report.turn());
    }
    store(tx, report);
    new TurnRows(round).edge(row.id(), Primitive.REPORT, Phase.REQUEST, report.by(), report.turn());
    return new Ack(Kind.LATE, "its time was up", row.id(), report.turn());
  }

  private void store(TurnTransaction tx, ToolReport report) {
    String card = report.cardId();
    Map<String, ?> result = report.result();
    if (card != null && result != null && tx.card(card) == null) {
      store(tx, report.turn(), card, report.call(), report.status(), result, context);
    }
  }

  /** Stores the card of a result in the box of the turn's results. */
  public static void store(
      TurnTransaction tx,
      String turn,
      String card,
      @Nullable String call,
      ToolStatus status,
      Map<String, ?> result,
      TurnContext parts) {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    content.put("call", call);
    content.put("status", status.word());
    content.put("result", result);
    new CardBoxes(tx, parts.ids())
        .append(box(turn), card, "tool.result", turn, 0, parts.codec().write(content), parts.now());
  }

  private Message row(
      AgentTransaction round,
      ToolReport report,
      MessageType type,
      String key,
      InboxStatus status,
      @Nullable String outcome) {
    Map<String, @Nullable Object> payload = new LinkedHashMap<>();
    payload.put("card", report.cardId());
    payload.put("status", report.status().word());
    payload.put("after", report.after());
    payload.put("by", report.by());
    return new Message(
        context.ids().number(),
        round.tx().agent(),
        type,
        key,
        report.call(),
        report.turn(),
        report.epoch(),
        status,
        0,
        context.codec().write(payload),
        round.headDraft().lineage,
        outcome,
        round.now());
  }

  /** Sends the chart the event that a call is still running. */
  public Ack extend(AgentTransaction round, String call, Duration time) {
    AwaitedCall awaited = round.tx().awaited(call);
    String turn = round.headDraft().turn;
    if (awaited == null
        || !awaited.turn().equals(turn)
        || awaited.epoch() != round.headDraft().epoch
        || !awaited.status().isOpen()) {
      round.abandon();
      return Ack.of(Kind.IGNORED, "nobody waits for call '" + call + "'");
    }
    Outcome outcome =
        AgentSteps.handleOrThrow(round, "Progress", Map.of("call", call, "wait", time.toMillis()));
    if (outcome instanceof Outcome.Taken) {
      return new Ack(Kind.DONE, "extended", null, turn);
    }
    round.abandon();
    String message = outcome instanceof Outcome.Blocked ? null : outcome.message();
    return new Ack(
        Kind.REFUSED, message == null ? "its chart extends no calls" : message, null, turn);
  }

  /** Lets the chart decide about a pending or deferred row. */
  Ack handle(AgentTransaction round, Message row) {
    AgentSteps.handleOrThrow(round, "Report", ReportFacts.eventData(round, row));
    Message after = round.tx().message(row.id());
    if (after != null && after.status() == row.status() && after.tries() == row.tries()) {
      after = row.withStatus(InboxStatus.SKIPPED, "nobody takes it");
      if (!round.tx().update(after, row.status())) {
        throw new WriteConflict("inbox row " + row.id());
      }
    }
    if (after == null) {
      throw new WriteConflict("inbox row " + row.id());
    }
    return ack(after);
  }

  private static Ack ack(Message row) {
    String why = row.outcome() == null ? "applied" : row.outcome();
    Kind kind =
        switch (row.status()) {
          case CONSUMED ->
              row.outcome() == null || row.outcome().equals(PARTIAL) ? Kind.DONE : Kind.IGNORED;
          case DEFERRED -> Kind.PUT_OFF;
          case ERROR -> Kind.MALFORMED;
          case SKIPPED, QUEUED, PENDING, PROCESSING -> Kind.IGNORED;
        };
    return new Ack(kind, why, row.id(), row.turn());
  }
}
