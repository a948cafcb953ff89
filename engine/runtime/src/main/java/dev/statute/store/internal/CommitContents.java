package dev.statute.store.internal;

import dev.statute.problem.Place;
import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.ReportedFinding;
import dev.statute.step.Step;
import dev.statute.step.TakenTransition;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StreamEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Contents of a commit beside the snapshot: events of the stream, and effects that must survive a
 * crash. An effect's key, {@code <instance>/<revision>/<place>}, contains the revision that the
 * commit gives the instance; no other commit under this id ever has the same. Confined to one
 * thread.
 */
public final class CommitContents {
  private final String keyPrefix;
  private final Instant at;
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final List<StreamEvent> stream = new ArrayList<>();
  private final Set<String> settled = new LinkedHashSet<>();
  private final List<Effect> transientEffects = new ArrayList<>();
  private final Collection<Pending> previouslyPending;
  private long lastEvent;
  private int nextKey;

  /**
   * Creates empty contents.
   *
   * @param revision of the instance after the commit
   * @param lastEvent number of the last event of its stream so far
   * @param previouslyPending effects of the instance that are not settled before the commit
   */
  public CommitContents(
      String id, Instant at, long revision, long lastEvent, Collection<Pending> previouslyPending) {
    this.keyPrefix = id + "/" + revision + "/";
    this.at = at;
    this.lastEvent = lastEvent;
    this.previouslyPending = previouslyPending;
  }

  /**
   * Adds the stream events and effects of steps.
   *
   * @param additional effects beside those of the steps
   */
  public void addSteps(List<Step> steps, List<Effect> additional) {
    for (Step step : steps) {
      List<ReportedFinding> findings = step.outcome().trace().findings();
      List<Effect> effects = effects(step);
      findings.forEach(each -> addEvent("finding", finding(each), cause(step, each)));
      if (!effects.isEmpty()) {
        Map<String, ?> cause = cause(step);
        effects.forEach(effect -> addEffect(effect, cause));
      }
    }
    additional.forEach(effect -> addEffect(effect, Map.of()));
    if (isEnd(steps)) {
      Step last = steps.get(steps.size() - 1);
      addEvent("finished", Map.of("configuration", last.snapshot().configuration()), cause(last));
    }
  }

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

  /** Returns the effects of a step that happened; an ignored event may still be forwarded. */
  public static List<Effect> effects(Step step) {
    Outcome outcome = step.outcome();
    boolean real =
        outcome instanceof Outcome.Started
            || outcome instanceof Outcome.Taken
            || outcome instanceof Outcome.Ignored
            || outcome instanceof Outcome.Blocked
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

  private void addEffect(Effect effect, Map<String, ?> cause) {
    if (effect instanceof Effect.Emit emit) {
      addEvent(emit.type(), emit.data(), cause);
    } else if (effect instanceof Effect.StateChanged changed) {
      addEvent("state_changed", change(changed, cause), cause);
    } else if (effect instanceof Effect.Log) {
      transientEffects.add(effect);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      cancel(cancel);
    } else {
      addPending(effect);
    }
  }

  /** Adds an event to the stream. */
  public void addEvent(String type, Map<String, ?> data, Map<String, ?> cause) {
    stream.add(new StreamEvent(++lastEvent, at, type, data, cause));
  }

  private void addPending(Effect effect) {
    String key = keyPrefix + nextKey++;
    pending.put(key, new Pending(key, effect, at));
  }

  /** Settles an invocation of an earlier commit; drops one of this commit. */
  private void cancel(Effect.CancelInvoke cancel) {
    Pending unborn = invocation(cancel, pending.values());
    if (unborn != null) {
      pending.remove(unborn.key());
      return;
    }
    Pending begun = invocation(cancel, previouslyPending);
    if (begun != null) {
      settled.add(begun.key());
    }
    if (begun != null && begun.effect() instanceof Effect.Invoke invoke && invoke.chart() == null) {
      transientEffects.add(cancel);
    } else {
      addPending(cancel);
    }
  }

  private static @Nullable Pending invocation(Effect.CancelInvoke cancel, Collection<Pending> all) {
    for (Pending each : all) {
      if (each.effect() instanceof Effect.Invoke invoke
          && invoke.id().equals(cancel.id())
          && invoke.run() == cancel.run()) {
        return each;
      }
    }
    return null;
  }

  /** Returns states, reason, and event, {@code by} and rules of the cause. */
  private static Map<String, ?> change(Effect.StateChanged changed, Map<String, ?> cause) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from_state", changed.from());
    data.put("to_state", changed.to());
    data.put("reason", changed.reason());
    data.putAll(cause);
    data.remove("id");
    data.remove("place");
    return Collections.unmodifiableMap(data);
  }

  /** Returns event, id, actor, decisive rules and place of a step, as far as they are known. */
  private static Map<String, ?> cause(Step step) {
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
  private static Map<String, ?> cause(Step step, ReportedFinding found) {
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

  private static Map<String, ?> finding(ReportedFinding found) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("pattern", found.finding().pattern());
    data.put("identity", found.finding().identity());
    data.put("level", found.finding().level());
    data.put("count", (long) found.finding().count());
    data.put("reason", found.finding().reason());
    data.put("rule", found.rule());
    return Collections.unmodifiableMap(data);
  }

  /** Returns the new events of the instance's stream. */
  public List<StreamEvent> stream() {
    return Collections.unmodifiableList(stream);
  }

  /** Returns the number of the last event of the stream after the commit. */
  public long lastEvent() {
    return lastEvent;
  }

  /** Returns the effects that must survive a crash, in order. */
  public List<Pending> pending() {
    return List.copyOf(pending.values());
  }

  /** Returns the keys of earlier effects that the steps settle. */
  public Set<String> settled() {
    return Collections.unmodifiableSet(settled);
  }

  /** Returns the effects that need not survive a crash. */
  public List<Effect> transientEffects() {
    return Collections.unmodifiableList(transientEffects);
  }
}
