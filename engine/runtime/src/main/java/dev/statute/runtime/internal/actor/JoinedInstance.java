package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.store.HostTransaction;
import dev.statute.store.HostTransaction.Position;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Instance that is reserved for a transaction of the host. Its mailbox waits from the reservation
 * to the end of the transaction; in between, the thread of the transaction makes the steps. The
 * actor learns of them, and listeners and effects follow, only after the host's commit.
 *
 * <p>The host may roll back to a savepoint, which nobody reports. So the store is asked: before
 * each further step where the instance is now, and after the commit which steps are part of it;
 * later ones are dropped.
 */
final class JoinedInstance implements ActorMessage.Reservation {
  private static final Logger LOG = LoggerFactory.getLogger(JoinedInstance.class);

  private final String id;
  private final EngineServices services;
  private final HostTransaction transaction;
  private final Thread thread = Thread.currentThread();
  private final CompletableFuture<Boolean> reserved = new CompletableFuture<>();
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();
  private final List<JoinedStep> steps = new ArrayList<>();
  private @Nullable InstanceCell owner;
  private @Nullable Outcome refusal;
  private @Nullable StepCommitter committer;
  private @Nullable JoinedStep start;
  private boolean isLost;

  /**
   * Step in the transaction.
   *
   * @param after the instance after it
   * @param pending its effects that are not settled then
   * @param afterCommit what follows if it is part of the commit
   */
  private record JoinedStep(
      ClaimedInstance after, Map<String, Pending> pending, Runnable afterCommit) {
    boolean isPartOf(Position position) {
      return after.epoch() == position.epoch() && after.revision() <= position.revision();
    }
  }

  JoinedInstance(String id, EngineServices services, HostTransaction transaction) {
    this.id = id;
    this.services = services;
    this.transaction = transaction;
  }

  /** Receives the claimed instance; the mailbox continues when the stage completes. */
  @Nullable CompletableFuture<@Nullable Void> reserve(
      InstanceCell cell, StepCommitter by, ClaimedInstance now) {
    owner = cell;
    committer = by;
    Map<String, Pending> pending = new LinkedHashMap<>();
    cell.pendingEffects().forEach(each -> pending.put(each.key(), each));
    start = new JoinedStep(now, pending, () -> {});
    cell.setReservation(this);
    if (!reserved.complete(true)) { // publishes the fields to the host's thread
      cell.setReservation(null);
      return null; // the host waits no more
    }
    return end.<@Nullable Void>handleAsync(
        (committed, error) -> {
          finish(cell, Boolean.TRUE.equals(committed));
          return null;
        },
        services.scheduler().executor());
  }

  private void finish(InstanceCell cell, boolean committed) {
    cell.setReservation(null);
    if (!committed || steps.isEmpty()) {
      return;
    }
    boolean outer = services.watchdog().enterStep(id);
    try {
      dropRolledBack(committedPosition());
      steps.forEach(step -> step.afterCommit.run());
    } catch (Throwable e) {
      LOG.error("cannot read what a transaction committed to instance {}", id, e);
      cell.ringLater(); // the claim executes its effects
    } finally {
      if (isLost) {
        cell.invalidate();
      }
      services.watchdog().leaveStep(outer);
    }
  }

  private @Nullable Position committedPosition() {
    Stored stored = services.load(id);
    return stored == null ? null : new Position(stored.epoch(), stored.revision());
  }

  /** Drops the steps that are not part of a position, which the host rolled back. */
  private void dropRolledBack(@Nullable Position position) {
    if (steps.removeIf(step -> position == null || !step.isPartOf(position))) {
      LOG.debug("steps of instance {} were rolled back to a savepoint", id);
    }
  }

  private JoinedStep last(JoinedStep first) {
    return steps.isEmpty() ? first : steps.get(steps.size() - 1);
  }

  /** Receives the refusal of the reservation. */
  @Override
  public void complete(Outcome outcome) {
    refusal = outcome;
    reserved.complete(false);
  }

  /** Waits for the reservation; returns the refusal, or null if the instance is reserved. */
  @Nullable Outcome await(Duration limit) {
    try {
      return reserved.get(limit.toMillis(), TimeUnit.MILLISECONDS) ? null : refusal;
    } catch (TimeoutException | ExecutionException e) {
      return busy("it is busy, perhaps in another transaction");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return busy("the thread was interrupted");
    }
  }

  private @Nullable Outcome busy(String why) {
    if (!reserved.complete(false)) {
      return reserved.join() ? null : refusal; // it was reserved at the last moment
    }
    return new Outcome.Rejected(
        List.of(), "busy", "instance '" + id + "' could not join the transaction: " + why);
  }

  @Override
  public boolean isOpenHere() {
    return thread.equals(Thread.currentThread()) && !end.isDone();
  }

  /** Ends the reservation. From now on the state is read from the store. */
  void end(boolean committed) {
    if (owner != null) {
      owner.invalidate();
    }
    end.complete(committed);
  }

  /** Makes the step of a message in the transaction, and completes the message. */
  void execute(ActorMessage message) {
    StepCommitter by = committer;
    JoinedStep first = start;
    if (by == null || first == null) {
      throw new IllegalStateException("instance '" + id + "' is not reserved");
    }
    ClaimedInstance now = last(first).after;
    boolean outer = services.watchdog().enterStep(id);
    try {
      if (!steps.isEmpty()) {
        dropRolledBack(transaction.position(id));
      }
      JoinedStep before = last(first);
      now = before.after;
      Outcome refused = isLost ? fenced(now) : refusal(message, now);
      if (refused == null) {
        execute(message, by, before);
      } else {
        message.complete(refused);
      }
    } catch (StoreException e) {
      fail(message, now, "store", "the step could not be written", e);
    } catch (Throwable e) {
      fail(message, now, "internal", "the interpreter broke", e);
    } finally {
      services.watchdog().leaveStep(outer);
    }
  }

  private void execute(ActorMessage message, StepCommitter by, JoinedStep before) {
    ClaimedInstance now = before.after;
    PostCommitActions actions = by.makeSteps(message, now, before.pending.values());
    if (actions == null) {
      return;
    }
    if (actions.isUnchanged(now)) {
      steps.add(
          new JoinedStep(now, before.pending, () -> actions.notifyListeners(services.listeners())));
    } else if (transaction.commit(actions.toCommit()) == Committed.LOST) {
      message.complete(lostCommit(now, actions));
      return;
    } else {
      Map<String, Pending> pending = new LinkedHashMap<>(before.pending);
      actions.commit().settled().forEach(pending::remove);
      actions.commit().pending().forEach(each -> pending.put(each.key(), each));
      steps.add(
          new JoinedStep(
              actions.afterCommit(now),
              pending,
              () -> by.afterCommit(new ActorMessage.Wake(), now, actions)));
    }
    message.complete(actions.result().outcome());
  }

  /** Returns the outcome of a lost commit: its event was handled before, or the instance moved. */
  private Outcome lostCommit(ClaimedInstance now, PostCommitActions actions) {
    Handled given = actions.result().handled();
    LoadedInstance life = now.instance();
    Handled before = given == null ? null : transaction.handled(id, given.event());
    if (before != null && life != null) {
      return MessageProcessor.duplicate(life, before.outcome());
    }
    isLost = true;
    return fenced(now);
  }

  private void fail(
      ActorMessage message, ClaimedInstance now, String code, String what, Throwable error) {
    LOG.error("instance {}: {}", id, what, error);
    String text = what + ": " + ExceptionHandling.message(error);
    message.complete(StepCommitter.failed(now.configuration(), code, text));
  }

  private Outcome fenced(ClaimedInstance now) {
    return new Outcome.Rejected(
        now.configuration(),
        "fenced",
        "instance '" + id + "' was changed by another worker; repeat the transaction");
  }

  private @Nullable Outcome refusal(ActorMessage message, ClaimedInstance now) {
    if (message instanceof ActorMessage.Begin) {
      return null;
    }
    if (now.instance() == null) {
      return new Outcome.Rejected(List.of(), "no-instance", "there is no instance '" + id + "'");
    }
    boolean isAnswer =
        message instanceof ActorMessage.Submitted given
            && given.input() instanceof Input.Event event
            && event.id() != null
            && event.id().startsWith(id + "/")
            && ReplyAddress.isAnswer(event);
    return isAnswer
        ? new Outcome.Rejected(
            now.configuration(), "answer", "the answer of an effect cannot join a transaction")
        : null;
  }
}
