package dev.statute.store;

import dev.statute.step.Effect;
import dev.statute.step.Found;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Pending;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What steps leave behind in a store beside the snapshot.
 *
 * @param stream what they add to the instance's events
 * @param effects those that must be carried out even after a crash, under keys that are used once:
 *     {@code <instance>/<revision of the commit>/<place in it>}
 */
public record Written(List<StreamEvent> stream, List<Pending> effects) {

  /**
   * @param revision of the instance after the commit
   * @param lastEvent number of the last event of its stream so far
   */
  public static Written of(String id, List<Step> steps, Instant at, long revision, long lastEvent) {
    List<StreamEvent> stream = new ArrayList<>();
    List<Pending> effects = new ArrayList<>();
    long number = lastEvent;
    int n = 0;
    for (Step step : steps) {
      for (Found found : step.outcome().trace().findings()) {
        stream.add(new StreamEvent(++number, at, "finding", finding(found)));
      }
      for (Effect effect : effects(step)) {
        if (effect instanceof Effect.Emit emit) {
          stream.add(new StreamEvent(++number, at, emit.type(), emit.data()));
        } else if (effect instanceof Effect.StateChanged changed) {
          stream.add(new StreamEvent(++number, at, "state_changed", change(changed)));
        } else if (!(effect instanceof Effect.Log || effect instanceof Effect.CancelInvoke)) {
          effects.add(new Pending(key(id, revision, n), effect, at));
        }
        n++;
      }
    }
    Snapshot after = steps.get(steps.size() - 1).snapshot();
    if (after.isDone() && entered(steps)) {
      Map<String, Object> end = new LinkedHashMap<>();
      end.put("configuration", after.configuration());
      stream.add(new StreamEvent(++number, at, "finished", Collections.unmodifiableMap(end)));
    }
    return new Written(stream, effects);
  }

  /** The idempotency key of an effect. */
  public static String key(String id, long revision, int n) {
    return id + "/" + revision + "/" + n;
  }

  /** The effects of a step that was made real. */
  public static List<Effect> effects(Step step) {
    Outcome outcome = step.outcome();
    boolean real =
        outcome instanceof Outcome.Started
            || outcome instanceof Outcome.Taken
            || outcome instanceof Outcome.Recorded;
    return real ? outcome.trace().effects() : List.of();
  }

  /** Whether anything was entered; a record to a finished instance does not end it again. */
  private static boolean entered(List<Step> steps) {
    return steps.stream().anyMatch(step -> !step.outcome().trace().entered().isEmpty());
  }

  private static Map<String, ?> change(Effect.StateChanged changed) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from_state", changed.from());
    data.put("to_state", changed.to());
    data.put("reason", changed.reason());
    return Collections.unmodifiableMap(data);
  }

  private static Map<String, ?> finding(Found found) {
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
