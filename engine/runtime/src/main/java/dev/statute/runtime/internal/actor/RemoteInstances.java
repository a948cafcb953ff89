package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.mailbox.SendDelivery;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.runtime.support.FailureLog;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Route of messages for instances that another worker holds, or that are parked. Puts them into the
 * inbox, rings the doorbell, and completes the caller's future once the outcome is in the store or
 * this engine handles the event itself. Thread-safe.
 */
final class RemoteInstances {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteInstances.class);

  /**
   * Event of the inbox that ends an invoked instance; no chart can handle an event of this name.
   */
  private static final String CANCEL = "#cancel";

  /** Part of the work that may fail, before the id of the instance. */
  private static final String READING = "read the results of events of ";

  private static final Outcome STOPPED =
      new Outcome.Rejected(
          List.of(), "stopped", "the engine is closed; the event was accepted all the same");

  private final EngineConfiguration configuration;
  private final EngineScheduler scheduler;
  private final InstanceDoorbell doorbell;
  private final InstanceDirectory instances;
  private final FailureLog failures = new FailureLog(LOG);
  private final AtomicLong eventNumber = new AtomicLong();

  /** Callers that wait for the result of an event. */
  private final Map<Key, Consumer<Outcome>> outcomeCallbacks = new ConcurrentHashMap<>();

  private record Key(String instance, String event) {}

  RemoteInstances(
      EngineConfiguration configuration,
      EngineScheduler scheduler,
      InstanceDoorbell doorbell,
      InstanceDirectory instances) {
    this.configuration = configuration;
    this.scheduler = scheduler;
    this.doorbell = doorbell;
    this.instances = instances;
  }

  /** Tests for the parent's cancellation of its child. */
  static boolean isCancel(Entry entry, LoadedInstance life) {
    return life.parent() != null
        && entry.input() instanceof Input.Event event
        && event.name().equals(CANCEL)
        && entry.event().startsWith(life.parent().instance() + "/");
  }

  /** Routes a message; the next one may follow when the stage completes, null = at once. */
  @Nullable CompletableFuture<@Nullable Void> handle(String id, ActorMessage message, Claim claim) {
    if (message instanceof ActorMessage.Submitted given) {
      return forwardInput(id, given, claim);
    } else if (message instanceof ActorMessage.Sent sent) {
      return forwardEvent(id, sent.event(), sent.delivery());
    } else if (message instanceof ActorMessage.Cancel cancel) {
      return forwardEvent(id, new Input.Event(CANCEL, null, cancel.key()), cancel.delivery());
    } else if (message instanceof ActorMessage.Answer answer) {
      return forwardAnswer(id, answer);
    } else if (message instanceof ActorMessage.Posted) {
      doorbell.ringInbox(id);
    } else if (message instanceof ActorMessage.Begin begin) {
      begin(id, begin);
    } else if (message instanceof ActorMessage.Reservation) {
      message.complete(reservationRefusal(id, claim));
    } else {
      message.complete(existsRejection(id, List.of()));
    }
    return null;
  }

  private static Outcome reservationRefusal(String id, Claim claim) {
    String where =
        claim instanceof Claim.Parked aside
            ? "is set aside: " + aside.reason()
            : claim instanceof Claim.Held held
                ? "is held by worker " + held.by().name() + "; post the event instead"
                : "runs a chart that is not registered here";
    return new Outcome.Rejected(
        List.of(),
        claim instanceof Claim.Parked ? "parked" : "held",
        "the transaction cannot be joined: instance '" + id + "' " + where);
  }

  private @Nullable CompletableFuture<@Nullable Void> forwardInput(
      String id, ActorMessage.Submitted given, Claim claim) {
    if (claim instanceof Claim.Parked aside) {
      given.complete(
          new Outcome.Rejected(
              List.of(), "parked", "instance '" + id + "' is set aside: " + aside.reason()));
      return null;
    }
    Input input = given.input();
    String known = input.id();
    String event =
        known != null
            ? known
            : "send/" + configuration.worker().session() + "/" + eventNumber.incrementAndGet();
    if (scheduler.isStopped()) { // nobody would read the result
      given.complete(new Outcome.Rejected(List.of(), "stopped", "the engine is closed"));
      return null;
    }
    return accept(id, event, input.withId(event))
        .<@Nullable Void>handle(
            (accepted, error) -> {
              if (error != null) {
                complete(
                    given.outcome(),
                    new Outcome.Rejected(
                        List.of(),
                        "store",
                        "the event could not be accepted: "
                            + ExceptionHandling.message(ExceptionHandling.cause(error))));
              } else if (accepted.handled() != null) {
                complete(
                    given.outcome(),
                    new Outcome.Duplicate(List.of(), accepted.handled().outcome(), 0));
              } else {
                awaitResult(new Key(id, event), given.outcome());
              }
              return null;
            });
  }

  /**
   * Registers a caller, only after the acceptance: one that is registered earlier would get the
   * outcome of an event that was handled before, if a poll came first.
   */
  private void awaitResult(Key key, Consumer<Outcome> callback) {
    outcomeCallbacks.merge(key, callback, (one, other) -> one.andThen(other));
    if (scheduler.isStopped()) {
      complete(key, STOPPED);
    } else {
      // it may have been handled, and rung for, since the acceptance
      scheduler.execute(
          () ->
              failures.run(
                  READING + key.instance,
                  () -> {
                    if (configuration.store().handled(key.instance, key.event) != null) {
                      poll(key);
                    }
                  }));
    }
  }

  private CompletableFuture<@Nullable Void> forwardEvent(
      String id, Input.Event event, Consumer<SendDelivery> delivery) {
    return accept(id, String.valueOf(event.id()), event)
        .<@Nullable Void>handle(
            (accepted, error) -> {
              delivery.accept(error == null ? SendDelivery.ARRIVED : SendDelivery.FAILED);
              return null;
            });
  }

  private CompletableFuture<@Nullable Void> forwardAnswer(String id, ActorMessage.Answer answer) {
    return accept(id, answer.key(), answer.event())
        .<@Nullable Void>handle(
            (accepted, error) -> {
              if (error != null) {
                scheduler.afterPause(new TimerQueue.Sleeper(() -> instances.enqueue(id, answer)));
              }
              return null;
            });
  }

  private CompletableFuture<Accepted> accept(String id, String event, Input input) {
    CompletableFuture<Accepted> accepted;
    try {
      Entry entry = new Entry(id, event, input, configuration.clock().now());
      accepted = configuration.store().accept(entry).toCompletableFuture();
    } catch (Throwable e) {
      accepted = CompletableFuture.failedFuture(e);
    }
    return accepted.whenComplete(
        (done, error) -> {
          if (error != null) {
            LOG.warn("cannot put event {} into the inbox of {}", event, id, error);
          } else if (done.isNew()) {
            doorbell.ringInbox(id);
          }
        });
  }

  private void begin(String id, ActorMessage.Begin begin) {
    try {
      Stored stored = load(id);
      List<String> where = stored == null ? List.of() : stored.snapshot().configuration();
      boolean ours =
          stored != null && begin.parent() != null && begin.parent().equals(stored.parent());
      begin.complete(ours ? new Outcome.Started(where, Trace.NONE) : existsRejection(id, where));
    } catch (Throwable e) {
      LOG.error("cannot read instance {}", id, e);
      begin.complete(
          new Outcome.Rejected(
              List.of(), "store", "the instance cannot be read: " + ExceptionHandling.message(e)));
    }
  }

  private static Outcome existsRejection(String id, List<String> where) {
    return new Outcome.Rejected(
        where, "exists", "instance '" + id + "' is alive; end or forget it first");
  }

  /** Completes the callers of an event that this engine handled itself. */
  void onHandled(String id, Handled handled, Outcome outcome) {
    if (!outcomeCallbacks.isEmpty()) {
      complete(new Key(id, handled.event()), outcome);
    }
  }

  private void complete(Key key, Outcome outcome) {
    Consumer<Outcome> callback = outcomeCallbacks.remove(key);
    if (callback != null) {
      complete(callback, outcome);
    }
  }

  /** Completes a caller asynchronously, because this may be a thread of the store. */
  private void complete(Consumer<Outcome> callback, Outcome outcome) {
    scheduler.runAsync(() -> callback.accept(outcome));
  }

  /** Tests for a caller that waits for a result of the instance. */
  boolean isAwaited(String id) {
    return outcomeCallbacks.keySet().stream().anyMatch(key -> key.instance.equals(id));
  }

  /** Polls the store for awaited results: of one instance, or of all. */
  void poll(@Nullable String id) {
    Map<String, List<Key>> awaited =
        outcomeCallbacks.keySet().stream()
            .filter(key -> id == null || id.equals(key.instance))
            .collect(Collectors.groupingBy(Key::instance));
    if (id == null) {
      failures.retain(part -> awaited.containsKey(part.substring(READING.length())));
    }
    awaited.forEach( // an instance that cannot be read does not hold up the others
        (instance, keys) -> failures.run(READING + instance, () -> keys.forEach(this::poll)));
  }

  private void poll(Key key) {
    Handled handled = configuration.store().handled(key.instance, key.event);
    List<String> where = configuration(key.instance);
    if (handled != null) {
      complete(key, RemoteOutcomes.of(handled, where == null ? List.of() : where));
    } else if (where == null) {
      complete(
          key,
          new Outcome.Rejected(
              List.of(), "no-instance", "there is no instance '" + key.instance + "' any more"));
    }
  }

  /**
   * Returns the states of an instance, null if there is none; no states if its present chart is not
   * registered here.
   */
  private @Nullable List<String> configuration(String id) {
    try {
      Stored stored = load(id);
      return stored == null ? null : stored.snapshot().configuration();
    } catch (StoreException e) {
      if (e.code().equals("unknown-chart")) {
        return List.of();
      }
      throw e;
    }
  }

  private @Nullable Stored load(String id) {
    return configuration.store().load(id, configuration.charts()::chart);
  }

  /** Drops all callers. */
  void stop() {
    List.copyOf(outcomeCallbacks.keySet()).forEach(key -> complete(key, STOPPED));
  }
}
