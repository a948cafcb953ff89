package dev.statute.turns;

import dev.statute.turns.internal.protocol.ToolReports;
import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.AwaitedCall;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import dev.statute.turns.store.TurnStatuses.CallStatus;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.TurnStatus;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwarding store that checks every committed head: its previous state, its new state, and the
 * actor.
 */
final class HeadHistoryStore extends ForwardingTurnStore {
  private final List<String> violations = new ArrayList<>();
  private final List<String> pending = new ArrayList<>();
  private @Nullable Lease actor;
  private boolean abandoned;

  private long commits;

  HeadHistoryStore(TurnStore real) {
    super(real);
  }

  List<String> violations() {
    return violations;
  }

  /** Returns the number of commits with a head. */
  long commits() {
    return commits;
  }

  /** Sets the worker of the following calls, by its lease; null = no lease. */
  @Nullable Lease actor(@Nullable Lease lease) {
    Lease before = actor;
    actor = lease;
    return before;
  }

  @Override
  public <T> CompletionStage<T> transact(String agent, Function<TurnTransaction, T> work) {
    return super.transact(
        agent,
        tx -> {
          pending.clear();
          abandoned = false;
          T value = work.apply(tx);
          if (!abandoned) {
            violations.addAll(pending);
          }
          return value;
        });
  }

  @Override
  protected TurnTransaction wrap(TurnTransaction tx) {
    return new ForwardingTurnTransaction(tx) {
      /** True if the time of a call was restarted. */
      private boolean extended;

      @Override
      public void abandon() {
        abandoned = true;
        super.abandon();
      }

      @Override
      public boolean add(Card card) {
        Head head = super.head();
        TurnBoxes boxes = head == null ? null : head.boxes();
        check(
            boxes == null
                || head == null
                || !card.box().equals(boxes.context())
                || !String.valueOf(card.turn()).equals(head.turn()),
            () -> "I5 " + card.turn() + " writes into its context " + card.box());
        return super.add(card);
      }

      @Override
      public boolean update(AwaitedCall call, CallStatus expected) {
        AwaitedCall before = super.awaited(call.id());
        extended |= before != null && !before.deadline().equals(call.deadline());
        return super.update(call, expected);
      }

      @Override
      public boolean update(Message row, InboxStatus expected) {
        extended |= ToolReports.PARTIAL.equals(row.outcome());
        return super.update(row, expected);
      }

      @Override
      public boolean update(Head head, long turnEpoch, long rev) {
        Head before = super.head();
        boolean done = super.update(head, turnEpoch, rev);
        if (done && before != null) {
          commits++;
          checkChange(this, before, head, extended);
        }
        return done;
      }
    };
  }

  private void checkChange(TurnTransaction tx, Head before, Head after, boolean extended) {
    check(
        after.rev() == before.rev() + 1, () -> "I2 rev " + before.rev() + " became " + after.rev());
    check(
        after.turnEpoch() >= before.turnEpoch(),
        () -> "I6 epoch " + before.turnEpoch() + " became " + after.turnEpoch());
    Lease lease = actor;
    if (lease != null) {
      check(
          lease.turn().equals(before.turn()) && lease.epoch() == before.turnEpoch(),
          () ->
              "I2 " + lease + " wrote where " + before.turn() + "/" + before.turnEpoch() + " was");
      check(
          lease.worker().equals(owner(before)),
          () -> "I1 " + lease + " wrote for " + owner(before));
    }
    String turn = before.turn();
    if (turn != null && !turn.equals(after.turn())) {
      checkEnd(tx, before, turn);
    }
    if (turn != null && turn.equals(after.turn())) {
      checkTransition(tx, before, after, turn, extended);
    }
  }

  private void checkEnd(TurnTransaction tx, Head before, String turn) {
    check(tx.deliverable(turn) != null, () -> "I5 " + turn + " ended without a deliverable");
    Turn row = Objects.requireNonNull(tx.turn(turn));
    boolean fenced = row.epoch() > before.turnEpoch();
    boolean working =
        before.status() == HeadStatus.RUNNING || before.status() == HeadStatus.DISPATCHED;
    if (actor == null && (working || row.status() == TurnStatus.STOPPED)) {
      check(fenced, () -> "I2 " + turn + " was ended from outside without a new epoch");
    }
  }

  private void checkTransition(
      TurnTransaction tx, Head before, Head after, String turn, boolean extended) {
    boolean resumed =
        before.status() == HeadStatus.SUSPENDED && after.status() == HeadStatus.RUNNING;
    if (resumed) {
      check(
          after.turnEpoch() > before.turnEpoch(), () -> "I2 " + turn + " resumed in its old epoch");
      for (AwaitedCall call : tx.calls(turn)) {
        check(!call.status().isOpen(), () -> "resumed with call " + call.id() + " open");
        check(
            call.epoch() != before.turnEpoch() || !call.after().equals("terminate"),
            () -> "resumed after call " + call.id() + ", which ends the turn");
      }
    }
    if (before.status() == HeadStatus.SUSPENDED
        && after.status() == HeadStatus.SUSPENDED
        && before.waiting() == after.waiting()
        && !extended) {
      check(
          !Objects.requireNonNull(after.resumeDeadline()).isAfter(before.resumeDeadline()),
          () -> "the deadline of " + turn + " moved without a result");
    }
    check(
        !(before.status() == HeadStatus.RUNNING && after.status() == HeadStatus.DISPATCHED),
        () -> "I1 " + turn + " ran and is leased again");
    if (before.turnEpoch() == after.turnEpoch() && !owner(before).isEmpty()) {
      check(
          owner(after).isEmpty() || owner(after).equals(owner(before)),
          () -> "I1 " + turn + " went from " + owner(before) + " to " + owner(after));
    }
  }

  private static String owner(Head head) {
    AgentLease lease = head.lease();
    return lease == null || lease.owner() == null ? "" : lease.owner();
  }

  private void check(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      pending.add(otherwise.get());
    }
  }
}
