package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.value.ExceptionHandling;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.store.HostTransaction;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Pending;
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
 */
final class JoinedInstance implements ActorMessage.Reservation {
  private static final Logger LOG = LoggerFactory.getLogger(JoinedInstance.class);

  private final String id;
  private final EngineContext context;
  private final HostTransaction transaction;
  private final Thread thread = Thread.currentThread();
  private final CompletableFuture<Boolean> reserved = new CompletableFuture<>();
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private @Nullable Outcome refusal;
  private @Nullable StepCommitter committer;
  private @Nullable ClaimedInstance claimed;
  private boolean isLost;

  JoinedInstance(String id, EngineContext context, HostTransaction transaction) {
    this.id = id;
    this.context = context;
    this.transaction = transaction;
  }

  /** Receives the claimed instance; the mailbox continues when the stage completes. */
  @Nullable CompletableFuture<@Nullable Void> reserve(
      InstanceActor owner, StepCommitter by, ClaimedInstance now) {
    committer = by;
    claimed = now;
    owner.state().pendingEffects().forEach(each -> pending.put(each.key(), each));
    owner.setReservation(this);
    if (!reserved.complete(true)) { // publishes the fields to the host's thread
      owner.setReservation(null);
      return null; // the host waits no more
    }
    return end.<@Nullable Void>handleAsync(
        (committed, error) -> {
          finish(owner, Boolean.TRUE.equals(committed));
          return null;
        },
        context.executor());
  }

  private void finish(InstanceActor owner, boolean committed) {
    owner.setReservation(null);
    boolean outer = context.enterStep(id);
    try {
      if (committed) {
        afterCommit.forEach(Runnable::run);
      }
    } finally {
      if (!committed || isLost) {
        owner.invalidate();
      }
      context.leaveStep(outer);
    }
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

  /** Tests for a transaction under way on the calling thread, which cannot wait for its end. */
  boolean isOpenHere() {
    return thread.equals(Thread.currentThread()) && !end.isDone();
  }

  /** Ends the reservation. */
  void end(boolean committed) {
    end.complete(committed);
  }

  /** Makes the step of a message in the transaction, and completes the message. */
  void execute(ActorMessage message) {
    StepCommitter by = committer;
    ClaimedInstance now = claimed;
    if (by == null || now == null) {
      throw new IllegalStateException("instance '" + id + "' is not reserved");
    }
    Outcome refused = isLost ? fenced(now) : refusal(message, now);
    if (refused != null) {
      message.complete(refused);
      return;
    }
    boolean outer = context.enterStep(id);
    try {
      execute(message, by, now);
    } catch (StoreException e) {
      fail(message, now, "store", "the step could not be written", e);
    } catch (Throwable e) {
      fail(message, now, "internal", "the interpreter broke", e);
    } finally {
      context.leaveStep(outer);
    }
  }

  private void execute(ActorMessage message, StepCommitter by, ClaimedInstance now) {
    PostCommitActions actions = by.makeSteps(message, now, pending.values());
    if (actions == null) {
      return;
    }
    if (actions.isUnchanged(now)) {
      afterCommit.add(() -> actions.notifyListeners(context));
    } else if (transaction.commit(actions.toCommit()) == Committed.LOST) {
      isLost = true;
      message.complete(fenced(now));
      return;
    } else {
      claimed = actions.afterCommit(now);
      actions.commit().settled().forEach(pending::remove);
      actions.commit().pending().forEach(each -> pending.put(each.key(), each));
      afterCommit.add(() -> by.afterCommit(new ActorMessage.Wake(), now, actions));
    }
    message.complete(actions.result().outcome());
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
