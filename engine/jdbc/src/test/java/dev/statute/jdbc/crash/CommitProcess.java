package dev.statute.jdbc.crash;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.StoreAddress;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.Worker;
import java.time.Instant;
import java.util.concurrent.CompletionException;

/**
 * Process that counts instances up until it is killed, and prints acknowledgements: {@code acked ID
 * REVISION}. After a lost commit it prints {@code fenced ID}, and ends.
 */
public final class CommitProcess {
  private CommitProcess() {}

  /**
   * Arguments: name of the worker, number of instances, and the {@link StoreAddress} of the store.
   */
  public static void main(String[] args) throws InterruptedException {
    JdbcStore store = StoreAddress.parse(args, 2).open();
    Worker worker = new Worker(args[0], args[0] + "-" + ProcessHandle.current().pid());
    store.enlist(worker, Instant.now(), Instant.now().plusSeconds(2));
    Thread[] threads = new Thread[Integer.parseInt(args[1])];
    for (int k = 0; k < threads.length; k++) {
      String id = "i" + k;
      threads[k] = new Thread(() -> count(store, id, worker));
      threads[k].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ChildProcess.print("ended");
    store.close();
  }

  private static void count(JdbcStore store, String id, Worker worker) {
    Claim claim = store.claim(id, worker, Instant.now(), CounterInstances::chartOf);
    Snapshot snapshot;
    long epoch;
    long revision;
    if (claim instanceof Claim.Taken taken) {
      snapshot = taken.stored().snapshot();
      epoch = taken.stored().epoch();
      revision = taken.stored().revision();
    } else {
      snapshot = CounterInstances.start(id);
      epoch = 0;
      revision = 0;
      if (CounterInstances.write(store, snapshot, 0, 0, worker).join() != Committed.DONE) {
        ChildProcess.print("fenced " + id);
        return;
      }
      epoch = 1;
      revision = 1;
    }
    while (true) {
      snapshot = CounterInstances.next(snapshot);
      if (!isDone(store, snapshot, epoch, revision, worker)) {
        ChildProcess.print("fenced " + id);
        return;
      }
      revision++;
      ChildProcess.print("acked " + id + " " + revision);
    }
  }

  /** Tests for success; after a lost connection it reads again. */
  private static boolean isDone(
      JdbcStore store, Snapshot snapshot, long epoch, long revision, Worker worker) {
    for (int n = 0; ; n++) {
      try {
        return CounterInstances.write(store, snapshot, epoch, revision, worker).join()
            == Committed.DONE;
      } catch (CompletionException e) {
        if (n == 50) {
          throw e;
        }
      }
    }
  }
}
