package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.write.SimpleWrite;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.WriteStatement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settlement of executed effects: written without waiting, but visible to readers. */
public final class EffectSettlement {
  private static final Logger LOG = LoggerFactory.getLogger(EffectSettlement.class);

  private final StoreConnections connections;
  private final Map<Long, CompletableFuture<Boolean>> pending = new ConcurrentHashMap<>();
  private final AtomicLong sequence = new AtomicLong();

  public EffectSettlement(StoreConnections core) {
    this.connections = core;
  }

  public void settle(String id, Set<String> keys) {
    List<StoreWrite.RowChange> changes =
        keys.stream()
            .map(key -> new StoreWrite.RowChange(WriteStatement.SETTLE_EFFECT, id, key))
            .toList();
    CompletableFuture<Boolean> done =
        connections.write(
            id, SimpleWrite.unconditional("settling effects of '" + id + "'", changes));
    Long number = sequence.incrementAndGet();
    pending.put(
        number,
        done.handle(
            (ok, error) -> {
              pending.remove(number);
              if (error != null) {
                LOG.warn("{}; they may be carried out once more", error.getMessage());
              }
              return true;
            }));
    if (done.isDone()) {
      pending.remove(number); // it finished before it was added
    }
  }

  /** Waits until all earlier settlements are written, or have failed. */
  public void awaitPending() {
    pending.values().forEach(CompletableFuture::join);
  }
}
