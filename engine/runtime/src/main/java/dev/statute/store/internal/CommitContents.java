package dev.statute.store.internal;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Place;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Step;
import dev.statute.step.TakenTransition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Contents of a commit that follow from steps: their effects, and the data of stream events. */
public final class CommitContents {
  private CommitContents() {}

  /** Returns the id of the instance in the key of an effect; null if it is no such key. */
  public static @Nullable String instanceOf(String key) {
    int place = beforeNumber(key, key.length());
    int revision = place < 0 ? -1 : beforeNumber(key, place);
    return revision < 0 ? null : key.substring(0, revision);
  }

  /** Returns the index of the slash before a number that ends there; -1 if there is none. */
  private static int beforeNumber(String key, int end) {
    int start = end;
    while (start > 0 && key.charAt(start - 1) >= '0' && key.charAt(start - 1) <= '9') {
      start--;
    }
    return start < end && start > 0 && key.charAt(start - 1) == '/' ? start - 1 : -1;
  }

  /**
   * Returns the effects of a step that happened; an ignored event may still be forwarded, and a
   * timer may emit whose event is deferred.
   */
  public static List<Effect> effects(Step step) {
    Outcome outcome = step.outcome();
    boolean real =
        outcome instanceof Outcome.Started
            || outcome instanceof Outcome.Taken
            || outcome instanceof Outcome.Ignored
            || outcome instanceof Outcome.Blocked
            || outcome instanceof Outcome.Deferred
            || outcome instanceof Outcome.Recorded;
    return real ? outcome.trace().effects() : List.of();
  }

  /** Tests for the end of an instance in these steps; a record to an ended one does not count. */
  public static boolean isEnd(List<Step> steps) {
    return !steps.isEmpty()
        && steps.get(steps.size() - 1).snapshot().isDone()
        && steps.stream()
            .anyMatch(
                step ->
                    !step.outcome().trace().entered().isEmpty()
                        || step.cause() instanceof Cause.Cancelled);
  }

  /** Returns the states and the reason of a change. */
  public static Map<String, ?> change(Effect.StateChanged changed) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from_state", changed.from());
    data.put("to_state", changed.to());
    data.put("reason", changed.reason());
    return Collections.unmodifiableMap(data);
  }

  /** Returns event, id, actor, decisive rules and place of a step, as far as they are known. */
  public static Map<String, ?> cause(Step step) {
    Map<String, Object> all = new LinkedHashMap<>();
    cause(step.cause(), all);
    Place place = null;
    for (TakenTransition each : step.outcome().trace().transitions()) {
      place = place == null ? each.place() : place;
    }
    Set<String> rules = new LinkedHashSet<>();
    for (RankedVerdict each : step.outcome().trace().verdicts()) {
      if (each.decisive()) {
        rules.add(each.ruling().rule());
        place = place == null ? each.ruling().place() : place;
      }
    }
    put(all, "rule", rules.isEmpty() ? null : String.join(", ", rules));
    put(all, "place", place == null ? null : place.toString());
    return Collections.unmodifiableMap(all);
  }

  /** Returns the cause of a finding: that of its step, with its own rule. */
  public static Map<String, ?> cause(Step step, ReportedFinding found) {
    Map<String, Object> all = new LinkedHashMap<>();
    cause(step.cause(), all);
    all.put("rule", found.rule());
    put(all, "place", found.place() == null ? null : found.place().toString());
    return Collections.unmodifiableMap(all);
  }

  private static void cause(Cause cause, Map<String, Object> all) {
    if (cause instanceof Cause.External asked) {
      Input input = asked.input();
      if (input instanceof Input.Event event) {
        cause(event, all);
      } else if (input instanceof Input.Move move) {
        cause("move", move.id(), move.payload(), all);
      } else if (input instanceof Input.Report report) {
        cause("record", report.id(), report.fields(), all);
      }
    } else if (cause instanceof Cause.Undeferred recalled) {
      cause(recalled.event(), all);
    } else if (cause instanceof Cause.Timer timer) {
      all.put("event", timer.event() == null ? "timer " + timer.name() : timer.event());
    } else if (cause instanceof Cause.Sent sent) {
      cause(sent.event(), sent.id(), sent.data(), all);
    } else if (cause instanceof Cause.Finding stuck) {
      all.put("event", stuck.event());
    }
  }

  private static void cause(Input.Event event, Map<String, Object> all) {
    cause(event.name(), event.id(), event.payload(), all);
    Input.Sender sender = event.sender();
    if (sender != null && sender.origin() != null) {
      all.putIfAbsent("by", sender.origin());
    }
  }

  private static void cause(
      String event, @Nullable String id, Map<String, ?> payload, Map<String, Object> all) {
    all.put("event", event);
    put(all, "id", id);
    put(all, "by", payload.get("by") instanceof String by ? by : null);
  }

  private static void put(Map<String, Object> all, String key, @Nullable String value) {
    if (value != null) {
      all.put(key, value);
    }
  }

  public static Map<String, ?> finding(ReportedFinding found) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("pattern", found.finding().pattern());
    data.put("identity", found.finding().identity());
    data.put("level", found.finding().level());
    data.put("count", (long) found.finding().count());
    data.put("reason", found.finding().reason());
    data.put("rule", found.rule());
    return Collections.unmodifiableMap(data);
  }
}
