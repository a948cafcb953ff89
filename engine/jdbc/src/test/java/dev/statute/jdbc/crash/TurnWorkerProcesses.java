package dev.statute.jdbc.crash;

import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.StoreAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** {@link TurnWorkerProcess}s on one store, and their answers. */
final class TurnWorkerProcesses implements AutoCloseable {
  private final StoreAddress place;
  private final List<ChildProcess> workers = new ArrayList<>();
  private final Set<String> delivered = ConcurrentHashMap.newKeySet();
  private final AtomicLong fenced = new AtomicLong();

  TurnWorkerProcesses(StoreAddress place) {
    this.place = place;
  }

  /** Starts another one, which is at work when this returns. */
  ChildProcess start() {
    return start(false);
  }

  /**
   * Starts another one.
   *
   * @param stands true if it stops in the middle of its first turn
   */
  ChildProcess start(boolean stands) {
    List<String> arguments =
        new ArrayList<>(List.of("hand-" + workers.size(), String.valueOf(stands)));
    arguments.addAll(place.arguments());
    ChildProcess child =
        new ChildProcess(
            TurnWorkerProcess.class,
            arguments,
            words -> {
              if (words[0].equals("delivered")) {
                delivered.add(words[1]);
              } else if (words[0].equals("lost")) {
                fenced.incrementAndGet();
              }
            });
    workers.add(child);
    child.await("ready", 1);
    return child;
  }

  /** Returns the turns with an acknowledged delivery. */
  Set<String> delivered() {
    return delivered;
  }

  /** Returns the number of lost turns reported to workers. */
  long fenced() {
    return fenced.get();
  }

  @Override
  public void close() {
    workers.forEach(ChildProcess::close);
  }
}
