package dev.statute.server.internal.instance;

import dev.statute.collection.BoundedMap;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.runtime.Listener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Last finding of each instance since the server started; bounded. Thread-safe. */
final class FindingMemory implements Listener {
  private static final int REMEMBERED = 100_000;

  private final Map<String, ReportedFinding> findings = BoundedMap.ofRecentlyUsed(REMEMBERED);

  @Override
  public synchronized void onFinding(String instance, ReportedFinding found) {
    findings.put(instance, found);
  }

  /** Returns the last finding, or null. */
  synchronized @Nullable ReportedFinding last(String instance) {
    return findings.get(instance);
  }
}
