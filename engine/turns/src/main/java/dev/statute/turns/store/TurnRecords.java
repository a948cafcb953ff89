package dev.statute.turns.store;

import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Records of a {@link TurnStore}, one per table. Instants count in milliseconds. Texts called
 * payload, content and data are opaque to the store. Enums of {@link TurnStatuses} are written as
 * their {@code word()}.
 */
public final class TurnRecords {
  private TurnRecords() {}

  /** Row of a turn store, besides heads and activities. */
  public sealed interface TurnRow
      permits Message, Turn, AwaitedCall, ExecutionEdge, Box, Card, Deliverable, Event, Timer {}

  /**
   * Origin of work.
   *
   * @param trace common id of the work that one request led to
   * @param parent id of the requesting step or turn, or null for the first
   * @param depth 0 for the first
   */
  public record Lineage(@Nullable String trace, @Nullable String parent, int depth) {
    public Lineage {
      if (depth < 0) {
        throw new IllegalArgumentException("a depth of " + depth + " is negative");
      }
    }

    /** Origin of work without a parent. */
    public static final Lineage NONE = new Lineage(null, null, 0);
  }

  /**
   * Lease of an agent's turn.
   *
   * @param owner the worker; null = not claimed yet
   * @param until end of the lease
   */
  public record AgentLease(@Nullable String owner, Instant until) {}

  /**
   * Boxes of a turn.
   *
   * @param context readable up to the start of the turn; null = none
   * @param contextSeq the last card of it that belongs to the turn
   * @param output written by the turn alone
   */
  public record TurnBoxes(@Nullable String context, long contextSeq, String output) {}

  /**
   * Head of an agent: its state, fenced by turn epoch and rev.
   *
   * @param chart name of its chart
   * @param chartHash content hash of that chart
   * @param chartState its active atomic states, separated by commas; for people and queries
   * @param data the chart's snapshot as text
   * @param turnEpoch the fence: rises with every lease, resume, stop and reap
   * @param turn id of the active turn; null exactly if idle
   * @param rev number of writes of the head; 1 for a new one
   * @param eventSeq number of the agent's last event
   * @param waiting number of awaited calls; more than 0 if suspended
   * @param resumeDeadline set if suspended: the first deadline of its calls
   * @param lease set if dispatched or running; if suspended, without an owner: deadline of the
   *     calls without a time of their own
   */
  public record Head(
      String agent,
      String chart,
      String chartHash,
      HeadStatus status,
      String chartState,
      String data,
      long turnEpoch,
      @Nullable String turn,
      long rev,
      long eventSeq,
      int waiting,
      @Nullable Instant resumeDeadline,
      @Nullable AgentLease lease,
      @Nullable TurnBoxes boxes,
      Lineage lineage,
      Instant updatedAt) {
    public Head {
      if ((status == HeadStatus.IDLE) != (turn == null)) {
        throw new IllegalArgumentException(status.word() + " with turn " + turn);
      }
      if (status == HeadStatus.SUSPENDED && (resumeDeadline == null || waiting <= 0)) {
        throw new IllegalArgumentException(
            "suspended until " + resumeDeadline + ", waiting for " + waiting);
      }
    }
  }

  /**
   * Row of the inbox.
   *
   * @param id increases with time: the order of requests
   * @param dedupKey unique per agent
   * @param correlation id of the call that a report answers
   * @param turn the turn that it became, or reports to
   * @param epoch the epoch of that turn at the time of writing
   * @param tries number of deferrals
   * @param outcome reason of its status, for people; null = none
   */
  public record Message(
      long id,
      String agent,
      MessageType type,
      String dedupKey,
      @Nullable String correlation,
      @Nullable String turn,
      @Nullable Long epoch,
      InboxStatus status,
      int tries,
      String payload,
      Lineage lineage,
      @Nullable String outcome,
      Instant createdAt)
      implements TurnRow {
    /** Returns this row with another status. */
    public Message withStatus(InboxStatus next, @Nullable String why) {
      return with(turn, epoch, next, tries, why);
    }

    /** Returns this row as part of a turn. */
    public Message assignedTo(String newTurn, long newEpoch, InboxStatus next) {
      return with(newTurn, newEpoch, next, tries, outcome);
    }

    /** Returns this row after one more deferral. */
    public Message deferred(@Nullable String why) {
      return with(turn, epoch, InboxStatus.DEFERRED, tries + 1, why);
    }

    private Message with(
        @Nullable String newTurn,
        @Nullable Long newEpoch,
        InboxStatus next,
        int newTries,
        @Nullable String why) {
      return new Message(
          id,
          agent,
          type,
          dedupKey,
          correlation,
          newTurn,
          newEpoch,
          next,
          newTries,
          payload,
          lineage,
          why,
          createdAt);
    }
  }

  /**
   * Turn of an agent.
   *
   * @param message its inbox row; a row has one turn
   * @param epoch the latest
   * @param attempt number of leases
   */
  public record Turn(
      String id,
      String agent,
      long message,
      long epoch,
      int attempt,
      TurnStatus status,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt)
      implements TurnRow {
    /** Returns this turn with another status. */
    public Turn with(
        long newEpoch,
        int newAttempt,
        TurnStatus next,
        @Nullable Instant started,
        @Nullable Instant ended) {
      return new Turn(id, agent, message, newEpoch, newAttempt, next, started, ended);
    }
  }

  /**
   * Tool call that a turn awaits.
   *
   * @param id of the call: unique, and the idempotency key of the tool
   * @param step the worker's step that made it
   * @param after {@code suspend} or {@code terminate}: as called, and once its result is applied as
   *     decided then
   * @param deadline of its own; {@link #DEFAULT_PATIENCE} = the chart's
   * @param callCard the card with the arguments
   * @param resultCard the card with the result
   * @param settledBy id of the inbox row that brought the result; gives the order of arrival
   */
  public record AwaitedCall(
      String id,
      String turn,
      String agent,
      long epoch,
      @Nullable String step,
      String after,
      CallStatus status,
      Instant deadline,
      String callCard,
      @Nullable String resultCard,
      @Nullable ToolStatus result,
      @Nullable Long settledBy)
      implements TurnRow {
    /** Deadline of a call without a time of its own. */
    public static final Instant DEFAULT_PATIENCE = Instant.EPOCH;

    /** Returns this call with another deadline. */
    public AwaitedCall withDeadline(Instant other) {
      return with(after, other);
    }

    /** Returns this call with the decided continuation. */
    public AwaitedCall withAfter(String by) {
      return with(by, deadline);
    }

    private AwaitedCall with(String newAfter, Instant newDeadline) {
      return new AwaitedCall(
          id,
          turn,
          agent,
          epoch,
          step,
          newAfter,
          status,
          newDeadline,
          callCard,
          resultCard,
          result,
          settledBy);
    }

    /** Returns this call with its result. */
    public AwaitedCall settled(
        CallStatus next,
        @Nullable String card,
        @Nullable ToolStatus how,
        @Nullable Long byMessage) {
      return new AwaitedCall(
          id, turn, agent, epoch, step, after, next, deadline, callCard, card, how, byMessage);
    }
  }

  /** Edge of the execution graph; unique by message, primitive and phase. */
  public record ExecutionEdge(
      long id,
      @Nullable Long message,
      Primitive primitive,
      Phase phase,
      @Nullable String source,
      @Nullable String target,
      @Nullable String trace,
      Instant createdAt)
      implements TurnRow {}

  /**
   * Box of cards.
   *
   * @param writer the only turn that may write to it now; null = none
   * @param forkedFrom the box that it continues, or null
   * @param forkedAt the last card of that box that belongs to it
   */
  public record Box(String id, @Nullable String writer, @Nullable String forkedFrom, long forkedAt)
      implements TurnRow {}

  /**
   * Card: an immutable statement, call, answer or deliverable.
   *
   * @param seq its number in its box, from 1 without gaps (a fork continues the numbers of its
   *     origin) except for pruned cards
   */
  public record Card(
      String id,
      String box,
      long seq,
      String type,
      @Nullable String turn,
      long epoch,
      String content,
      Instant createdAt)
      implements TurnRow {}

  /** End of a turn; unique by turn, and by card. */
  public record Deliverable(String turn, String card, TurnStatus outcome) implements TurnRow {
    public Deliverable {
      if (!outcome.isEnded()) {
        throw new IllegalArgumentException("a turn does not end " + outcome.word());
      }
    }
  }

  /**
   * Event of an agent in its outbox.
   *
   * @param seq per agent from 1 without gaps
   * @param type {@link #TASK}, {@link #TOOL_CALL}, or another change of a turn
   * @param payload ids and nothing else
   * @param publishedAt null = not yet
   */
  public record Event(
      String id,
      String agent,
      long seq,
      @Nullable String turn,
      long epoch,
      String type,
      String payload,
      Instant createdAt,
      @Nullable Instant publishedAt)
      implements TurnRow {
    /** Type of the end of a turn; unique by turn. */
    public static final String TASK = "task";

    /** Type of a command to a tool. */
    public static final String TOOL_CALL = "tool.call";

    /** Returns this event with its time of publication. */
    public Event publishedAt(@Nullable Instant at) {
      return new Event(id, agent, seq, turn, epoch, type, payload, createdAt, at);
    }
  }

  /** Timer of an agent; unique by agent and name. */
  public record Timer(String agent, String name, Instant dueAt, @Nullable String payload)
      implements TurnRow {}

  /** Published activity of an agent, for display only. */
  public record Signals(
      String agent, String activity, @Nullable String tool, int waiting, Instant at) {}
}
