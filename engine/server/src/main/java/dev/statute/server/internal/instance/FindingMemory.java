package dev.statute.server.internal.instance;

import dev.statute.runtime.Listener;
import dev.statute.step.ReportedFinding;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Last finding of each instance since the server started; bounded. Thread-safe. */
final class FindingMemory implements Listener {
  private static final int REMEMBERED = 100_000;

  private final Map<String, ReportedFinding> findings =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReportedFinding> eldest) {
          return size() > REMEMBERED;
        }
      };

  @Override
  public synchronized void onFinding(String instance, ReportedFinding found) {
    findings.put(instance, found);
  }

  /** Returns the last finding, or null. */
  synchronized @Nullable ReportedFinding last(String instance) {
    return findings.get(instance);
  }
}
