package dev.statute.cli.internal.store;

import dev.statute.store.InstanceStore;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registration of this process as a worker of a store, until it is closed. */
final class StoreLease implements AutoCloseable {
  private static final Duration DURATION = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(StoreLease.class);

  private final InstanceStore store;
  private final Worker worker;
  private final Timer heartbeat;
  private boolean failed;

  StoreLease(InstanceStore store, String name) {
    this.store = store;
    this.worker = Worker.here(name);
    // releases the claims of killed runs at once
    List<Worker> unused = store.retireDead();
    Instant now = Instant.now();
    store.enlist(worker, now, now.plus(DURATION));
    heartbeat = new Timer("statute-lease", true);
    long third = DURATION.toMillis() / 3;
    heartbeat.schedule(
        new TimerTask() {
          @Override
          public void run() {
            renew();
          }
        },
        third,
        third);
  }

  /** Renews the registration. What the store throws never ends the timer of further beats. */
  void renew() {
    Instant now = Instant.now();
    try {
      store.renew(worker, now, now.plus(DURATION));
    } catch (StoreException e) {
      // tried again at the next beat; if the lease expires, the fence rejects our commits
    } catch (RuntimeException | Error e) {
      if (!failed) {
        LOG.error("the registration of {} cannot be renewed; it is tried again", worker.name(), e);
      }
      failed = true;
    }
  }

  Worker worker() {
    return worker;
  }

  @Override
  public void close() {
    heartbeat.cancel();
    store.retire(worker);
  }
}
