package dev.statute.guard.internal.session;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs of one session, by which it is known what the session has used: that of the agent and those
 * of its sub-agents, at most {@value #MAX}. Thread-safe.
 */
public final class Transcripts {
  private static final int MAX = 64;

  private static final Logger LOG = LoggerFactory.getLogger(Transcripts.class);

  private final Map<Path, Transcript> files = new LinkedHashMap<>();
  private final Set<Path> faulty = new HashSet<>();

  /**
   * Reads what was added to the logs, and adds the totals to a record.
   *
   * @param paths of logs that a hook names; those named before are known
   * @param record changed if a log says what was used
   */
  public synchronized void stamp(List<String> paths, Map<String, Object> record) {
    paths.forEach(this::add);
    long tokens = 0;
    double cost = 0;
    for (Map.Entry<Path, Transcript> each : files.entrySet()) {
      String fault = each.getValue().update();
      if (fault != null && faulty.add(each.getKey())) {
        LOG.warn(
            "{}, the log of a session, {}: budgets of tokens and cost do not count it",
            each.getKey(),
            fault);
      }
      tokens += each.getValue().tokens();
      cost += each.getValue().cost();
    }
    if (tokens > 0) {
      record.putIfAbsent("tokens_used", tokens);
    }
    if (cost > 0) {
      record.putIfAbsent("cost", cost);
    }
  }

  private void add(String path) {
    try {
      Path file = Path.of(path);
      if (file.isAbsolute() && files.size() < MAX) {
        files.computeIfAbsent(file.normalize(), Transcript::new);
      }
    } catch (InvalidPathException e) {
      // no file of this machine
    }
  }
}
