package dev.statute.guard.internal.session;

import dev.statute.collection.BoundedMap;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.step.Input;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
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
  private static final int MAX_TOLD = 2;
  private static final int MAX_REMEMBERED = 64;
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final int MAX_UNRECORDED = 32;
  private static final int MAX_FAULTS = 3;

  private final Deque<String> texts = new ArrayDeque<>();

  /** How often each text was told, with a sign in place of numbers. */
  private final Map<String, Integer> told = BoundedMap.ofRecentlyUsed(MAX_REMEMBERED);

  private final Map<String, ReportedFinding> findings = new LinkedHashMap<>();
  private final OpenCalls openCalls = new OpenCalls();
  private final RefusedCalls refusedCalls = new RefusedCalls();
  private final HookAnswers hookAnswers = new HookAnswers();
  private final Transcripts transcripts = new Transcripts();
  private @Nullable String lastReason;
  private @Nullable String toldRound;
  private @Nullable Map<String, ?> haltData;
  private final Deque<Input.Report> unrecorded = new ArrayDeque<>();
  private @Nullable String faulty;
  private int faults;

  /**
   * Adds a text for the model, which is told at most {@value #MAX_TOLD} times until the user
   * speaks, also with other numbers in it; of too many the oldest is dropped.
   */
  public synchronized void addText(String text) {
    String marked = text.startsWith(PREFIX) ? text : PREFIX + text;
    if (!texts.contains(marked)
        && told.merge(NUMBER.matcher(marked).replaceAll("#"), 1, Integer::sum) <= MAX_TOLD) {
      texts.add(marked);
    }
    if (texts.size() > MAX_TEXTS) {
      texts.remove();
    }
  }

  /**
   * Returns whether the model was told all that there was to tell before it chose a call.
   *
   * @param round round of parallel calls that the call belongs to, or null
   */
  public synchronized boolean isTold(@Nullable Object round) {
    return texts.isEmpty() && (round == null || !round.equals(toldRound));
  }

  /**
   * Removes and returns the texts for the model.
   *
   * @param round round of parallel calls with which they are told; empty if there is none
   */
  public synchronized List<String> takeTexts(String round) {
    if (!texts.isEmpty() && !round.isEmpty()) {
      toldRound = round;
    }
    return takeTexts();
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

  /** Calls that were refused. */
  public RefusedCalls refusedCalls() {
    return refusedCalls;
  }

  /** Answers to the hooks of calls. */
  public HookAnswers hookAnswers() {
    return hookAnswers;
  }

  /** Logs of the session. */
  public Transcripts transcripts() {
    return transcripts;
  }

  /** Calls that were accepted and have no result yet. */
  public OpenCalls openCalls() {
    return openCalls;
  }

  /**
   * Marks the session as halted.
   *
   * @param emitted data of the chart's event {@code halted}
   */
  public synchronized void halt(Map<String, ?> emitted) {
    haltData = emitted;
  }

  /** Data of the chart's event {@code halted}; empty if it was not seen. */
  public synchronized Map<String, ?> haltData() {
    return haltData == null ? Map.of() : haltData;
  }

  /**
   * Keeps a record that could not be recorded.
   *
   * @return false if an older one was dropped for it
   */
  public synchronized boolean addUnrecorded(Input.Report report) {
    unrecorded.add(report);
    if (unrecorded.size() > MAX_UNRECORDED) {
      unrecorded.remove();
      return false;
    }
    return true;
  }

  /** Removes and returns the oldest record that could not be recorded, or null. */
  public synchronized Input.@Nullable Report takeUnrecorded() {
    return unrecorded.poll();
  }

  /** Keeps a record that could not be recorded again, as the oldest one. */
  public synchronized void returnUnrecorded(Input.Report report) {
    unrecorded.addFirst(report);
  }

  /** Counts a try of a late record that failed by a fault; true if it was the last one. */
  synchronized boolean isTriedOut(Input.Report report) {
    faults = Objects.equals(report.id(), faulty) ? faults + 1 : 1;
    faulty = report.id();
    return faults >= MAX_FAULTS;
  }

  public synchronized void resume() {
    haltData = null;
    texts.clear();
    told.clear();
  }

  /** Lets all texts be told anew, as the user said something. */
  public synchronized void forgetTold() {
    told.clear();
  }

  /** Reason of the halt, or null. */
  public synchronized @Nullable String halted() {
    return haltData == null ? null : String.valueOf(haltData.get("reason"));
  }
}
