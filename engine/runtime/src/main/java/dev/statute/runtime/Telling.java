package dev.statute.runtime;

import dev.statute.step.Cause;
import dev.statute.step.Effect;
import dev.statute.step.Found;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StreamEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be told and done about steps once they are committed; all of it is known before, so
 * that the commit can hold it. An effect's key is made of the revision that the commit gives the
 * instance, which no other commit under this id ever has.
 */
final class Telling {
  private static final Logger LOG = LoggerFactory.getLogger(Telling.class);

  private final String id;
  private final Made made;
  private final String keys;
  private final Map<String, Pending> pending = new LinkedHashMap<>();
  private final List<StreamEvent> stream = new ArrayList<>();
  private final Set<String> settled;
  private final List<Effect> now = new ArrayList<>();
  private long lastEvent;
  private int number;

  private final Duration took;

  private Telling(String id, Made made, Hold before, Duration took) {
    this.took = took;
    this.id = id;
    this.made = made;
    this.keys = id + "/" + (before.revision() + 1) + "/";
    this.settled = new LinkedHashSet<>(made.settled());
    this.lastEvent = before.events();
  }

  /**
   * @param owed what the instance owed before
   * @param took how long the interpreter took
   */
  static Telling of(String id, Made made, Hold before, Collection<Pending> owed, Duration took) {
    Telling telling = new Telling(id, made, before, took);
    for (Step step : made.steps()) {
      telling.add(step, owed);
    }
    made.also().forEach(effect -> telling.effect(effect, owed));
    if (made.life().snapshot().isDone() && telling.isEnd()) {
      telling.end();
    }
    return telling;
  }

  private void add(Step step, Collection<Pending> owed) {
    for (Found found : step.outcome().trace().findings()) {
      event("finding", finding(found));
    }
    for (Effect effect : effects(step)) {
      effect(effect, owed);
    }
  }

  private void effect(Effect effect, Collection<Pending> owed) {
    if (effect instanceof Effect.Emit emit) {
      event(emit.type(), emit.data());
    } else if (effect instanceof Effect.StateChanged changed) {
      event("state_changed", change(changed));
    } else if (effect instanceof Effect.Log) {
      now.add(effect);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      cancel(cancel, owed);
    } else {
      owe(effect);
    }
  }

  private void event(String type, Map<String, ?> data) {
    stream.add(new StreamEvent(++lastEvent, made.at(), type, data));
  }

  private void owe(Effect effect) {
    String key = keys + number++;
    pending.put(key, new Pending(key, effect, made.at()));
  }

  /** What was begun need not be answered any more; what was not begun yet never is. */
  private void cancel(Effect.CancelInvoke cancel, Collection<Pending> owed) {
    Pending unborn = invocation(cancel, pending.values());
    if (unborn != null) {
      pending.remove(unborn.key());
      return;
    }
    Pending begun = invocation(cancel, owed);
    if (begun != null) {
      settled.add(begun.key());
    }
    if (begun != null && begun.effect() instanceof Effect.Invoke invoke && invoke.chart() == null) {
      now.add(cancel);
    } else {
      owe(cancel);
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

  /** Whether it ended in these steps; a record to a finished instance does not end it again. */
  private boolean isEnd() {
    return made.steps().stream()
        .anyMatch(
            step ->
                !step.outcome().trace().entered().isEmpty()
                    || step.cause() instanceof Cause.Cancelled);
  }

  private void end() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("configuration", made.life().snapshot().configuration());
    event("finished", Collections.unmodifiableMap(data));
    Parent parent = made.life().parent();
    boolean cancelled = made.steps().get(0).cause() instanceof Cause.Cancelled;
    if (parent != null && !cancelled) {
      Map<String, ?> answer = Reply.of(made.life().snapshot().output()).data();
      String event = "done.invoke." + parent.invocation();
      owe(new Effect.Send(event, answer, parent.instance(), parent.key()));
    }
  }

  boolean begins() {
    return !made.steps().isEmpty() && made.steps().get(0).cause() instanceof Cause.Start;
  }

  /** What the steps add to the instance's event stream. */
  List<StreamEvent> stream() {
    return stream;
  }

  /** Number of its last event afterwards. */
  long lastEvent() {
    return lastEvent;
  }

  /** The effects that must survive a crash, in order. */
  List<Pending> pending() {
    return List.copyOf(pending.values());
  }

  /** Keys of the effects that are settled with the steps. */
  Set<String> settled() {
    return settled;
  }

  /** The effects that need not survive one. */
  List<Effect> now() {
    return now;
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

  /** Tells the listeners, in order. Never throws. */
  void tell(Core core) {
    if (!made.steps().isEmpty()) {
      core.tell(listener -> listener.onHandled(id, made.at(), made.steps(), took));
    }
    for (Step step : made.steps()) {
      core.tell(listener -> listener.onStep(id, made.at(), step));
      step.outcome()
          .trace()
          .findings()
          .forEach(found -> core.tell(listener -> listener.onFinding(id, found)));
      effects(step).forEach(effect -> tell(core, effect));
    }
  }

  private void tell(Core core, Effect effect) {
    if (effect instanceof Effect.Emit emit) {
      core.tell(listener -> listener.onEmit(id, emit.type(), emit.data()));
    } else if (effect instanceof Effect.StateChanged changed) {
      core.tell(
          listener -> listener.onStateChanged(id, changed.from(), changed.to(), changed.reason()));
    }
  }

  static void each(List<Listener> listeners, Consumer<Listener> call) {
    for (Listener listener : listeners) {
      try {
        call.accept(listener);
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        LOG.warn("a listener threw; it is told the next thing all the same", e);
      }
    }
  }
}
