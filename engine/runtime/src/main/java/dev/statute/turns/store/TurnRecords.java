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
 * What a {@link TurnStore} keeps, one record per table. Instants count in milliseconds. Texts
 * called payload, content and data are opaque to the store. Enums of {@link TurnStatuses} are
 * written as their {@code word()}.
 */
public final class TurnRecords {
  private TurnRecords() {}

  /**
   * Where work comes from.
   *
   * @param trace of everything that one request led to
   * @param parent id of the step or turn that asked for it, or null for the first
   * @param depth 0 for the first
   */
  public record Lineage(@Nullable String trace, @Nullable String parent, int depth) {
    /**
     * @throws IllegalArgumentException if the depth is negative
     */
    public Lineage {
      if (depth < 0) {
        throw new IllegalArgumentException("a depth of " + depth + " is negative");
      }
    }

    /** Of work that comes from nowhere. */
    public static final Lineage NONE = new Lineage(null, null, 0);
  }

  /**
   * Who may work for an agent, until when.
   *
   * @param owner the worker; null = nobody has taken it yet
   * @param until after this instant it is silent
   */
  public record AgentLease(@Nullable String owner, Instant until) {}

  /**
   * The boxes a turn works with.
   *
   * @param context read-only, and only what was in it when the turn began; null = none
   * @param contextSeq the last card of it that belongs to the turn
   * @param output written by the turn alone
   */
  public record TurnBoxes(@Nullable String context, long contextSeq, String output) {}

  /**
   * The head of an agent: the gate of everything.
   *
   * @param chart name of its chart
   * @param chartHash content hash of that chart
   * @param chartState its active atomic states, comma between them; for people and queries
   * @param data the chart's snapshot as text
   * @param turnEpoch the fence: rises with every lease, resume, stop and reap
   * @param turn id of the active turn; null exactly if idle
   * @param rev how often the head was written; 1 for a new one
   * @param eventSeq number of the agent's last event
   * @param waiting how many calls it waits for; more than 0 if suspended
   * @param resumeDeadline set if suspended: when the first of its calls is given up
   * @param lease set if dispatched or running; if suspended, without an owner: when the calls are
   *     given up that were given no time of their own
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
   * A row of the inbox.
   *
   * @param id increases with time: the order of requests
   * @param dedupKey unique per agent
   * @param correlation id of the call that a report answers
   * @param turn the turn it became, or reports to
   * @param epoch the epoch of that turn it was written under
   * @param tries how often it was put off
   * @param outcome why it has its status, for people; null = nothing to say
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
      Instant createdAt) {
    /** The same further on. */
    public Message withStatus(InboxStatus next, @Nullable String why) {
      return new Message(
          id,
          agent,
          type,
          dedupKey,
          correlation,
          turn,
          epoch,
          next,
          tries,
          payload,
          lineage,
          why,
          createdAt);
    }

    /** The same as part of a turn. */
    public Message assignedTo(String newTurn, long newEpoch, InboxStatus next) {
      return new Message(
          id,
          agent,
          type,
          dedupKey,
          correlation,
          newTurn,
          newEpoch,
          next,
          tries,
          payload,
          lineage,
          outcome,
          createdAt);
    }

    /** The same, put off once more. */
    public Message deferred(@Nullable String why) {
      return new Message(
          id,
          agent,
          type,
          dedupKey,
          correlation,
          turn,
          epoch,
          InboxStatus.DEFERRED,
          tries + 1,
          payload,
          lineage,
          why,
          createdAt);
    }
  }

  /**
   * A turn.
   *
   * @param message the inbox row it carries out; a row has one turn
   * @param epoch the latest it had
   * @param attempt how often it was leased
   */
  public record Turn(
      String id,
      String agent,
      long message,
      long epoch,
      int attempt,
      TurnStatus status,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt) {
    /** The same further on. */
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
   * A tool call that a turn waits for.
   *
   * @param id of the call: unique, and the key under which the tool must not act twice
   * @param step the worker's step it was made in
   * @param after {@code suspend} or {@code terminate}: as the call said, and once its result is
   *     applied as that came to
   * @param deadline of its own; {@link #DEFAULT_PATIENCE} = as long as the chart says
   * @param callCard the card that says what is called
   * @param resultCard the card that says what came of it
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
      @Nullable Long settledBy) {
    /** The deadline of a call that was given no time of its own. */
    public static final Instant DEFAULT_PATIENCE = Instant.EPOCH;

    /** The same with another deadline. */
    public AwaitedCall withDeadline(Instant other) {
      return new AwaitedCall(
          id,
          turn,
          agent,
          epoch,
          step,
          after,
          status,
          other,
          callCard,
          resultCard,
          result,
          settledBy);
    }

    /** The same with what follows it in the end. */
    public AwaitedCall withAfter(String by) {
      return new AwaitedCall(
          id,
          turn,
          agent,
          epoch,
          step,
          by,
          status,
          deadline,
          callCard,
          resultCard,
          result,
          settledBy);
    }

    /** The same with what came of it. */
    public AwaitedCall settled(
        CallStatus next,
        @Nullable String card,
        @Nullable ToolStatus how,
        @Nullable Long byMessage) {
      return new AwaitedCall(
          id, turn, agent, epoch, step, after, next, deadline, callCard, card, how, byMessage);
    }
  }

  /** An edge of the execution graph; unique by message, primitive and phase. */
  public record ExecutionEdge(
      long id,
      @Nullable Long message,
      Primitive primitive,
      Phase phase,
      @Nullable String source,
      @Nullable String target,
      @Nullable String trace,
      Instant createdAt) {}

  /**
   * A box of cards.
   *
   * @param writer the turn that alone may write to it now; null = none
   * @param forkedFrom the box it continues, or null
   * @param forkedAt the last card of that box that belongs to it
   */
  public record Box(
      String id, @Nullable String writer, @Nullable String forkedFrom, long forkedAt) {}

  /**
   * A card: what was said, called, answered or delivered. Never changes.
   *
   * @param seq its place in its box, from 1 without gaps (a fork goes on where it was forked) but
   *     for cards that were dropped
   */
  public record Card(
      String id,
      String box,
      long seq,
      String type,
      @Nullable String turn,
      long epoch,
      String content,
      Instant createdAt) {}

  /** The end of a turn; unique by turn, and by card. */
  public record Deliverable(String turn, String card, TurnStatus outcome) {
    public Deliverable {
      if (!outcome.isEnded()) {
        throw new IllegalArgumentException("a turn does not end " + outcome.word());
      }
    }
  }

  /**
   * An event of an agent, on its way out.
   *
   * @param seq counts per agent from 1 without gaps
   * @param type {@link #TASK}, {@link #TOOL_CALL}, or what else became of a turn
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
      @Nullable Instant publishedAt) {
    /** The type of the end of a turn; unique by turn. */
    public static final String TASK = "task";

    /** The type of a command to a tool. */
    public static final String TOOL_CALL = "tool.call";

    /** The same, with the instant at which it left. */
    public Event publishedAt(@Nullable Instant at) {
      return new Event(id, agent, seq, turn, epoch, type, payload, createdAt, at);
    }
  }

  /** Something that must happen later; unique by agent and name. */
  public record Timer(String agent, String name, Instant dueAt, @Nullable String payload) {}

  /** What a worker lets be seen of an agent. Nothing is ever decided by it. */
  public record Signals(
      String agent, String activity, @Nullable String tool, int waiting, Instant at) {}
}
