package dev.statute.store;

import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.ReportedFinding;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Pending;
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
 * What steps leave behind in a store beside the snapshot: events of the stream, and effects that
 * must survive a crash. An effect's key, {@code <instance>/<revision>/<place>}, is made of the
 * revision that the commit gives the instance, which no other commit under this id ever has.
 * Confined to one thread.
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

  private CommitContents(
      String id, Instant at, long revision, long lastEvent, Collection<Pending> owed) {
    this.keyPrefix = id + "/" + revision + "/";
    this.at = at;
    this.lastEvent = lastEvent;
    this.previouslyPending = owed;
  }

  /**
   * @param revision of the instance after the commit
   * @param lastEvent number of the last event of its stream so far
   * @param owed what the instance owed before
   * @param also effects beside those of the steps
   */
  public static CommitContents of(
      String id,
      List<Step> steps,
      Instant at,
      long revision,
      long lastEvent,
      Collection<Pending> owed,
      List<Effect> also) {
    CommitContents written = new CommitContents(id, at, revision, lastEvent, owed);
    for (Step step : steps) {
      step.outcome().trace().findings().forEach(each -> written.event("finding", finding(each)));
      effects(step).forEach(effect -> written.effect(effect, step));
    }
    also.forEach(effect -> written.effect(effect, null));
    if (isEnd(steps)) {
      Snapshot after = steps.get(steps.size() - 1).snapshot();
      written.event("finished", Map.of("configuration", after.configuration()));
    }
    return written;
  }

  /**
   * The instance whose effect would have this key; null = it is the key of none. A key is {@code
   * <instance>/<revision>/<place>}.
   */
  static @Nullable String instanceOf(String key) {
    int place = beforeNumber(key, key.length());
    int revision = place < 0 ? -1 : beforeNumber(key, place);
    return revision < 0 ? null : key.substring(0, revision);
  }

  /** Where the slash is before a number that ends there; -1 if there is none. */
  private static int beforeNumber(String key, int end) {
    int start = end;
    while (start > 0 && key.charAt(start - 1) >= '0' && key.charAt(start - 1) <= '9') {
      start--;
    }
    return start < end && start > 0 && key.charAt(start - 1) == '/' ? start - 1 : -1;
  }

  /** The effects of a step that was made real; what nobody hears may still be forwarded. */
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

  /** Whether an instance ends in these steps; a record to a finished one does not end it again. */
  public static boolean isEnd(List<Step> steps) {
    return !steps.isEmpty()
        && steps.get(steps.size() - 1).snapshot().isDone()
        && steps.stream()
            .anyMatch(
                step ->
                    !step.outcome().trace().entered().isEmpty()
                        || step.cause() instanceof Cause.Cancelled);
  }

  private void effect(Effect effect, @Nullable Step step) {
    if (effect instanceof Effect.Emit emit) {
      event(emit.type(), emit.data());
    } else if (effect instanceof Effect.StateChanged changed) {
      event("state_changed", change(changed, step));
    } else if (effect instanceof Effect.Log) {
      transientEffects.add(effect);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      cancel(cancel);
    } else {
      addPending(effect);
    }
  }

  private void event(String type, Map<String, ?> data) {
    stream.add(new StreamEvent(++lastEvent, at, type, data));
  }

  private void addPending(Effect effect) {
    String key = keyPrefix + nextKey++;
    pending.put(key, new Pending(key, effect, at));
  }

  /** What was begun need not be answered any more; what was not begun yet never is. */
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

  /**
   * From where to where and why; the event, who brought it if it says {@code by}, and the rules.
   */
  private static Map<String, ?> change(Effect.StateChanged changed, @Nullable Step step) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from_state", changed.from());
    data.put("to_state", changed.to());
    data.put("reason", changed.reason());
    if (step != null) {
      cause(step.cause(), data);
      List<String> rules =
          step.outcome().trace().verdicts().stream()
              .filter(RankedVerdict::decisive)
              .map(each -> each.ruling().rule())
              .distinct()
              .toList();
      if (!rules.isEmpty()) {
        data.put("rule", String.join(", ", rules));
      }
    }
    return Collections.unmodifiableMap(data);
  }

  private static void cause(Cause cause, Map<String, @Nullable Object> data) {
    if (cause instanceof Cause.External asked) {
      Input input = asked.input();
      if (input instanceof Input.Event event) {
        cause(event.name(), event.payload(), data);
      } else if (input instanceof Input.Move move) {
        cause("move", move.payload(), data);
      } else if (input instanceof Input.Report report) {
        cause("record", report.fields(), data);
      }
    } else if (cause instanceof Cause.Undeferred recalled) {
      cause(recalled.event().name(), recalled.event().payload(), data);
    } else if (cause instanceof Cause.Timer timer) {
      data.put("event", timer.event() == null ? "timer " + timer.name() : timer.event());
    } else if (cause instanceof Cause.Sent sent) {
      cause(sent.event(), sent.data(), data);
    } else if (cause instanceof Cause.Finding stuck) {
      data.put("event", stuck.event());
    }
  }

  private static void cause(
      String event, Map<String, ?> payload, Map<String, @Nullable Object> data) {
    data.put("event", event);
    if (payload.get("by") instanceof String by) {
      data.put("by", by);
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

  /** What the steps add to the instance's event stream. */
  public List<StreamEvent> stream() {
    return Collections.unmodifiableList(stream);
  }

  /** Number of its last event afterwards. */
  public long lastEvent() {
    return lastEvent;
  }

  /** The effects that must survive a crash, in order. */
  public List<Pending> pending() {
    return List.copyOf(pending.values());
  }

  /** Keys of earlier effects that need not be carried out any more. */
  public Set<String> settled() {
    return Collections.unmodifiableSet(settled);
  }

  /** The effects that need not survive one. */
  public List<Effect> transientEffects() {
    return Collections.unmodifiableList(transientEffects);
  }
}
