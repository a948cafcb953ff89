package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.support.ExceptionHandling;
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
  private static final Logger LOG = LoggerFactory.getLogger(InstanceLoader.class);

  private final InstanceCell cell;
  private final EngineServices services;

  InstanceLoader(InstanceCell cell, EngineServices services) {
    this.cell = cell;
    this.services = services;
  }

  /** Claims the instance if it is free; the message follows the events in its inbox. */
  @Nullable CompletableFuture<@Nullable Void> claim(ActorMessage message) {
    Claim claim;
    Interpreter by = null;
    try {
      claim =
          services
              .store()
              .claim(
                  cell.id(), services.worker(), services.clock().now(), services.charts()::chart);
      if (claim instanceof Claim.Taken taken) {
        by = services.charts().find(taken.stored().snapshot().chart().hash());
      }
    } catch (Throwable e) {
      onUnreadable(message, e);
      return null;
    }
    if (claim instanceof Claim.Taken taken && by != null) {
      cell.enqueueFirst(message);
      String previous = taken.previous();
      if (previous != null) {
        services.listeners().forEach(listener -> listener.onTakeover(cell.id(), previous));
      }
      load(taken.stored(), by);
      return null;
    }
    if (claim instanceof Claim.Absent absent) {
      cell.enqueueFirst(message);
      cell.load(absent);
      return null;
    }
    cell.release();
    cell.resetEpoch();
    return forward(message, claim);
  }

  /** Passes a message on to the worker that has the instance. */
  private @Nullable CompletableFuture<@Nullable Void> forward(ActorMessage message, Claim claim) {
    CompletableFuture<@Nullable Void> stage =
        services.remoteInstances().handle(cell.id(), message, claim);
    if (stage == null || stage.isDone()) {
      cell.removeIfIdle();
      return null;
    }
    return stage.<@Nullable Void>handleAsync(
        (done, error) -> {
          cell.removeIfIdle();
          return null;
        },
        services.scheduler().executor());
  }

  private void load(Stored stored, Interpreter by) {
    cell.onInboxLoading();
    ClaimedInstance taken = ClaimedInstance.of(stored, by);
    if (cell.isOutdated(stored.epoch())) {
      cell.release(); // another worker held it since: the effects that run here are no longer valid
    }
    cell.load(taken, stored.pending());
    cell.enqueueInbox(stored.inbox());
    LoadedInstance life = taken.instance();
    if (life == null) {
      return;
    }
    cell.sleepUntilDue(life);
    Set<String> answered = cell.queue().answeredKeys();
    for (Pending each : stored.pending()) {
      if (!answered.contains(each.key())) {
        services.effects().execute(cell, life, each);
      }
    }
  }

  private void onUnreadable(ActorMessage message, Throwable error) {
    String code = error instanceof StoreException known ? known.code() : "store";
    boolean forGood = code.equals("unknown-chart") || code.equals("corrupted");
    if (!code.equals("unknown-chart")) {
      LOG.error("cannot read instance {}", cell.id(), error);
    } else if (services.unknownCharts().add(cell.id())) {
      LOG.warn("instance {} waits: {}", cell.id(), ExceptionHandling.message(error));
    }
    String text = "the instance cannot be read: " + ExceptionHandling.message(error);
    message.complete(new Outcome.Rejected(List.of(), forGood ? code : "store", text));
    cell.release();
    if (forGood) {
      cell.removeIfIdle();
      return;
    }
    if (message instanceof ActorMessage.Answer) {
      cell.enqueueFirst(message);
    }
    cell.retryLater();
  }
}
