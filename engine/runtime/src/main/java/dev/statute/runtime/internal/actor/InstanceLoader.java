package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.value.ExceptionHandling;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claim of an instance for its actor, and loading of the stored state. */
final class InstanceLoader {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceActor.class);

  private final InstanceActor actor;
  private final EngineContext context;

  InstanceLoader(InstanceActor actor, EngineContext context) {
    this.actor = actor;
    this.context = context;
  }

  /** Claims the instance if it is free; the message follows the events in its inbox. */
  @Nullable CompletableFuture<@Nullable Void> claim(ActorMessage message) {
    Claim claim;
    Interpreter by = null;
    try {
      claim =
          context
              .store()
              .claim(actor.id(), context.worker(), context.clock().now(), context.charts()::chart);
      if (claim instanceof Claim.Taken taken) {
        by = context.charts().find(taken.stored().snapshot().chart().hash());
      }
    } catch (Throwable e) {
      onUnreadable(message, e);
      return null;
    }
    if (claim instanceof Claim.Taken taken && by != null) {
      actor.enqueueFirst(message);
      String previous = taken.previous();
      if (previous != null) {
        context.notifyListeners(listener -> listener.onTakeover(actor.id(), previous));
      }
      load(taken.stored(), by);
      return null;
    }
    if (claim instanceof Claim.Absent absent) {
      actor.enqueueFirst(message);
      actor.state().load(absent);
      return null;
    }
    actor.release();
    actor.state().resetEpoch();
    return context.remoteInstances().handle(actor, message, claim);
  }

  private void load(Stored stored, Interpreter by) {
    actor.onInboxLoading();
    ClaimedInstance taken = ClaimedInstance.of(stored, by);
    if (actor.state().isOutdated(stored.epoch())) {
      actor
          .release(); // another worker held it since: the effects that run here are no longer valid
    }
    actor.state().load(taken, stored.pending());
    actor.enqueueInbox(stored.inbox());
    LoadedInstance life = taken.instance();
    if (life == null) {
      return;
    }
    actor.sleepUntilDue(life);
    Set<String> answered = actor.queue().answeredKeys();
    for (Pending each : stored.pending()) {
      if (!answered.contains(each.key())) {
        context.effects().execute(actor, life, each);
      }
    }
  }

  private void onUnreadable(ActorMessage message, Throwable error) {
    String code = error instanceof StoreException known ? known.code() : "store";
    boolean forGood = code.equals("unknown-chart") || code.equals("corrupted");
    if (!code.equals("unknown-chart")) {
      LOG.error("cannot read instance {}", actor.id(), error);
    } else if (context.unknownCharts().add(actor.id())) {
      LOG.warn("instance {} waits: {}", actor.id(), ExceptionHandling.message(error));
    }
    String text = "the instance cannot be read: " + ExceptionHandling.message(error);
    message.complete(new Outcome.Rejected(List.of(), forGood ? code : "store", text));
    actor.release();
    if (forGood) {
      actor.removeIfIdle();
      return;
    }
    if (message instanceof ActorMessage.Answer) {
      actor.enqueueFirst(message);
    }
    actor.retryLater();
  }
}
