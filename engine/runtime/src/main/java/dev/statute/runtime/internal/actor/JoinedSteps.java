package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.thread.StepThreadGuard;
import dev.statute.step.Outcome;
import dev.statute.store.HostTransaction;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Steps in transactions of the host, made on its thread. Each instance is reserved for the
 * transaction at its first message. Thread-safe.
 */
final class JoinedSteps {
  /**
   * Limit for the wait for an instance: two transactions that need two instances in opposite order
   * would wait for each other for ever, and no database sees it.
   */
  private static final Duration MAX_WAIT = Duration.ofSeconds(7);

  private final EngineServices services;
  private final InstanceDirectory instances;
  private final Map<HostTransaction, Map<String, JoinedInstance>> open = new ConcurrentHashMap<>();

  JoinedSteps(EngineServices services, InstanceDirectory instances) {
    this.services = services;
    this.instances = instances;
  }

  /** Makes the step of a message in the transaction of this thread, and completes the message. */
  void handle(HostTransaction transaction, String id, ActorMessage message) {
    if (StepThreadGuard.isStepThread()) {
      throw new IllegalStateException(
          "'" + id + "' cannot join a transaction here: steps run on this thread");
    }
    Map<String, JoinedInstance> reserved = reserved(transaction);
    JoinedInstance known = reserved.get(id);
    if (known == null) {
      JoinedInstance reservation = new JoinedInstance(id, services, transaction);
      instances.enqueue(id, reservation);
      Outcome refusal = reservation.await(MAX_WAIT);
      if (refusal != null) {
        message.complete(refusal);
        return;
      }
      reserved.put(id, reservation);
      known = reservation;
    }
    known.execute(message);
  }

  /** Puts an event into an inbox in the transaction of this thread. */
  Accepted accept(HostTransaction transaction, Entry entry) {
    Accepted accepted = transaction.accept(entry);
    if (accepted.isNew()) {
      transaction.onEnd(
          committed -> {
            if (committed) {
              services.doorbell().ringInbox(entry.instance()); // for another worker
              instances.open(entry.instance()); // reads what the commit left
            }
          });
    }
    return accepted;
  }

  private Map<String, JoinedInstance> reserved(HostTransaction transaction) {
    Map<String, JoinedInstance> known = open.get(transaction);
    if (known != null) {
      return known;
    }
    Map<String, JoinedInstance> created = new LinkedHashMap<>();
    transaction.onEnd(committed -> end(transaction, committed)); // the host's code: under no lock
    open.put(transaction, created);
    return created;
  }

  private void end(HostTransaction transaction, boolean committed) {
    Map<String, JoinedInstance> reserved = open.remove(transaction);
    if (reserved != null) {
      reserved.values().forEach(instance -> instance.end(committed));
    }
  }
}
