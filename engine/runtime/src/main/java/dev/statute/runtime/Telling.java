package dev.statute.runtime;

import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Found;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StreamEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be told and done about steps once they are committed; all of it is known before, so
 * that the commit can hold it.
 *
 * @param stream what they add to the instance's event stream
 * @param lastEvent number of its last event afterwards
 * @param pending the effects that must survive a crash
 * @param took how long the interpreter took
 */
record Telling(
    String id,
    List<Step> steps,
    Instant at,
    List<StreamEvent> stream,
    long lastEvent,
    List<Pending> pending,
    Duration took) {
  private static final Logger LOG = LoggerFactory.getLogger(Telling.class);

  static Telling of(String id, List<Step> steps, Instant at, long lastEvent, Duration took) {
    List<StreamEvent> stream = new ArrayList<>();
    List<Pending> pending = new ArrayList<>();
    long number = lastEvent;
    for (Step step : steps) {
      for (Found found : step.outcome().trace().findings()) {
        stream.add(new StreamEvent(++number, at, "finding", finding(found)));
      }
      int n = 0;
      for (Effect effect : effects(step)) {
        if (effect instanceof Effect.Emit emit) {
          stream.add(new StreamEvent(++number, at, emit.type(), emit.data()));
        } else if (effect instanceof Effect.StateChanged changed) {
          stream.add(new StreamEvent(++number, at, "state_changed", change(changed)));
        } else if (!(effect instanceof Effect.Log || effect instanceof Effect.CancelInvoke)) {
          pending.add(new Pending(key(id, step, n), effect, at));
        }
        n++;
      }
    }
    Snapshot after = steps.get(steps.size() - 1).snapshot();
    if (after.isDone() && changed(steps)) {
      Map<String, Object> end = new LinkedHashMap<>();
      end.put("configuration", after.configuration());
      stream.add(new StreamEvent(++number, at, "finished", Collections.unmodifiableMap(end)));
    }
    return new Telling(id, steps, at, stream, number, pending, took);
  }

  /** Whether anything was entered; a record to a finished instance does not end it again. */
  private static boolean changed(List<Step> steps) {
    return steps.stream().anyMatch(step -> !step.outcome().trace().entered().isEmpty());
  }

  boolean begins() {
    return steps.get(0).cause() instanceof Cause.Start;
  }

  static String key(String id, Step step, int n) {
    return id + "/" + step.snapshot().sequence() + "/" + n;
  }

  /** The effects of a step that was made real. */
  private static List<Effect> effects(Step step) {
    Outcome outcome = step.outcome();
    boolean real =
        outcome instanceof Outcome.Started
            || outcome instanceof Outcome.Taken
            || outcome instanceof Outcome.Recorded;
    return real ? outcome.trace().effects() : List.of();
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

  /** Tells everybody and has every effect carried out, in order. Never throws. */
  void tell(Cell cell, Core core) {
    cell.events().add(stream);
    each(core, listener -> listener.onHandled(id, at, steps, took));
    for (Step step : steps) {
      each(core, listener -> listener.onStep(id, at, step));
      step.outcome()
          .trace()
          .findings()
          .forEach(found -> each(core, listener -> listener.onFinding(id, found)));
      int n = 0;
      for (Effect effect : effects(step)) {
        String key = key(id, step, n++);
        if (effect instanceof Effect.Emit emit) {
          each(core, listener -> listener.onEmit(id, emit.type(), emit.data()));
        } else if (effect instanceof Effect.StateChanged changed) {
          each(
              core,
              listener ->
                  listener.onStateChanged(id, changed.from(), changed.to(), changed.reason()));
        } else {
          core.effects().carryOut(cell, key, effect);
        }
      }
    }
  }

  static void each(Core core, Consumer<Listener> call) {
    for (Listener listener : core.listeners()) {
      try {
        call.accept(listener);
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        LOG.warn("a listener threw; it is told the next thing all the same", e);
      }
    }
  }
}
