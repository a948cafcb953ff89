package dev.statute.server.internal.page;

import dev.statute.policy.spi.ProgressTracker;
import dev.statute.server.internal.journal.JournalSession;
import dev.statute.session.SessionListener;
import dev.statute.session.SessionTimeline;
import dev.statute.session.SessionTimeline.FindingMark;
import dev.statute.session.SessionTimeline.TimelineEntry;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Timeline of an agent's session: its records as on the page of {@code scan}, the findings, and
 * what the chart emitted in response. Made from the decision log, and extended as the log grows.
 * Confined to one thread.
 */
final class AgentTimeline {
  private static final Set<String> RESPONSES =
      Set.of("hint", "recover", "question", "advice", "halted");

  private final JournalSession session;
  private final SessionTimeline timeline;
  private final List<Map<String, @Nullable Object>> responses = new ArrayList<>();

  /** Number of the step of each line of the log that is a record. */
  private final Map<Integer, Long> seqs = new HashMap<>();

  private long next;
  private @Nullable Long lastRecord;

  AgentTimeline(Interpreter interpreter, ProgressTracker tracker) {
    timeline = new SessionTimeline(tracker);
    session = new JournalSession(interpreter, SessionListener.all(timeline, new StepMarks()));
  }

  /** Plays what is new in the log. */
  void play(List<String> log) {
    session.play(log);
  }

  /**
   * Returns the timeline as JSON.
   *
   * @param after only steps after this number
   * @param most only this many records, the newest ones
   */
  Map<String, @Nullable Object> json(long after, int most) {
    List<TimelineEntry> entries = timeline.entries();
    int first = Math.max(0, entries.size() - most);
    List<Object> beats = new ArrayList<>();
    for (TimelineEntry entry : entries.subList(first, entries.size())) {
      if (seq(entry.line()) > after) {
        beats.add(beat(entry));
      }
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("last", next - 1);
    json.put("skipped", (long) first);
    json.put("complete", !session.isBroken());
    json.put("beats", beats);
    json.put(
        "marks",
        timeline.findings().stream()
            .filter(mark -> seq(mark.line()) > after)
            .map(this::mark)
            .toList());
    json.put(
        "responses",
        responses.stream().filter(each -> each.get("seq") instanceof Long s && s > after).toList());
    return json;
  }

  /** Returns the question that was emitted last; null if there is none. */
  @Nullable Map<String, @Nullable Object> question() {
    for (int i = responses.size() - 1; i >= 0; i--) {
      if ("question".equals(responses.get(i).get("emit"))) {
        return responses.get(i);
      }
    }
    return null;
  }

  private long seq(int line) {
    return seqs.getOrDefault(line, -1L);
  }

  private Map<String, @Nullable Object> beat(TimelineEntry entry) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("seq", seq(entry.line()));
    json.put("type", entry.type());
    json.put("tool", entry.tool());
    json.put("effect", entry.effect());
    json.put("value", entry.value());
    json.put("failed", entry.failed());
    json.put("summary", entry.summary());
    json.put("result", entry.result());
    return json;
  }

  private Map<String, @Nullable Object> mark(FindingMark mark) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("seq", seq(mark.line()));
    json.put("pattern", mark.pattern());
    json.put("level", mark.level());
    json.put("count", (long) mark.count());
    json.put("reason", mark.reason());
    json.put("rule", mark.rule());
    json.put("place", mark.place());
    json.put("evidence", mark.evidence().stream().map(this::seq).toList());
    return json;
  }

  /** Listener that notes the numbers of steps and the responses of the chart. */
  private final class StepMarks implements SessionListener {
    @Override
    public void step(int line, Instant at, Step step) {
      long seq = next++;
      if (step.cause() instanceof Cause.External asked && asked.input() instanceof Input.Report) {
        seqs.put(line, seq);
        lastRecord = seq;
      }
      for (Effect effect : step.outcome().trace().effects()) {
        if (effect instanceof Effect.Emit emit && RESPONSES.contains(emit.type())) {
          responses.add(response(seq, emit));
        }
      }
    }

    private Map<String, @Nullable Object> response(long seq, Effect.Emit emit) {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      Object text = emit.data().get("text");
      json.put("seq", seq);
      json.put("record", lastRecord);
      json.put("emit", emit.type());
      json.put("text", text == null ? emit.data().get("reason") : text);
      json.put("choices", emit.data().get("choices"));
      return json;
    }
  }
}
