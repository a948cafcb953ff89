package dev.statute.guard.internal.session;

import dev.statute.step.ReportedFinding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Part of a supervised session that its instance does not hold: texts for the model that no reply
 * has carried yet, and calls that were refused. It is lost with the process; the counters of the
 * instance are not. Thread-safe.
 */
public final class GuardedSession {
  /** Prefix of each text for a model. */
  public static final String PREFIX = "Statute: ";

  private static final int MAX_TEXTS = 8;
  private static final int MAX_REFUSED = 64;

  private final Deque<String> texts = new ArrayDeque<>();
  private final Set<String> refused = new LinkedHashSet<>();
  private final Map<String, ReportedFinding> findings = new LinkedHashMap<>();
  private final OpenCalls openCalls = new OpenCalls();
  private String lastVeto = "";
  private @Nullable String lastReason;
  private @Nullable String halt;

  /** Adds a text for the model; of too many the oldest is dropped. */
  public synchronized void addText(String text) {
    String marked = text.startsWith(PREFIX) ? text : PREFIX + text;
    if (!texts.contains(marked)) {
      texts.add(marked);
    }
    if (texts.size() > MAX_TEXTS) {
      texts.remove();
    }
  }

  /** Returns whether texts for the model wait for a reply that carries them. */
  public synchronized boolean hasTexts() {
    return !texts.isEmpty();
  }

  /** Removes and returns the texts for the model. */
  public synchronized List<String> takeTexts() {
    List<String> taken = new ArrayList<>(texts);
    texts.clear();
    return taken;
  }

  public synchronized void addFinding(ReportedFinding finding) {
    findings.put(finding.rule(), finding);
    if (!finding.finding().pattern().equals("refused")) {
      lastReason = finding.finding().reason();
    }
  }

  /** Returns the newest finding of a rule, or null. */
  public synchronized @Nullable ReportedFinding finding(String rule) {
    return findings.get(rule);
  }

  /** Reason of the newest finding other than that of refused calls, or null. */
  public synchronized @Nullable String lastReason() {
    return lastReason;
  }

  /**
   * Adds a refused call.
   *
   * @param call vendor's id of the call; empty if it has none
   * @param veto text that the agent gets
   */
  public synchronized void addRefusal(String call, String veto) {
    lastVeto = veto;
    if (!call.isEmpty() && refused.add(call) && refused.size() > MAX_REFUSED) {
      refused.remove(refused.iterator().next());
    }
  }

  /** Returns whether a reported call is one that was refused, and its output is the veto. */
  public synchronized boolean isRefused(String call, Map<String, ?> fields) {
    return refused.contains(call)
        || (!lastVeto.isEmpty() && String.valueOf(fields.get("output")).contains(lastVeto));
  }

  /** Calls that were accepted and have no result yet. */
  public OpenCalls openCalls() {
    return openCalls;
  }

  public synchronized void halt(String reason) {
    halt = reason;
  }

  public synchronized void resume() {
    halt = null;
    texts.clear();
  }

  /** Reason of the halt, or null. */
  public synchronized @Nullable String halted() {
    return halt;
  }
}
