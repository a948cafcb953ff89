package dev.statute.jdbc;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Effects that were carried out: nobody waits until it is written, but whoever reads sees it. */
final class EffectSettlement {
  private static final Logger LOG = LoggerFactory.getLogger(EffectSettlement.class);

  private final StoreConnections core;
  private final Map<Long, CompletableFuture<Boolean>> open = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();

  EffectSettlement(StoreConnections core) {
    this.core = core;
  }

  void settle(String id, Set<String> keys) {
    List<StoreWrite.Change> changes =
        keys.stream()
            .map(key -> new StoreWrite.Change(WriteStatements.SETTLE_EFFECT, id, key))
            .toList();
    CompletableFuture<Boolean> done =
        core.write(id, SimpleWrite.all("settling effects of '" + id + "'", changes));
    Long number = last.incrementAndGet();
    open.put(
        number,
        done.handle(
            (ok, error) -> {
              open.remove(number);
              if (error != null) {
                LOG.warn("{}; they may be carried out once more", error.getMessage());
              }
              return true;
            }));
    if (done.isDone()) {
      open.remove(number); // it was over before it was put there
    }
  }

  /** Until all that was settled before is written, or has failed. */
  void await() {
    open.values().forEach(CompletableFuture::join);
  }
}
