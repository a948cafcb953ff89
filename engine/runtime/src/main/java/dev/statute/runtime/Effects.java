package dev.statute.runtime;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what committed steps ask of the host. Nothing here touches an instance: whatever
 * comes back is an event in its mailbox, under the key of the effect, so that a second answer is a
 * duplicate. Thread-safe.
 */
final class Effects {
  private static final Logger LOG = LoggerFactory.getLogger(Effects.class);
  private static final Set<String> UNHEARD = Set.of("stopped", "store", "fenced");

  private final Core core;
  private final Jobs jobs;
  private final Children children;
  private final @Nullable Router router;

  Effects(Core core, Jobs jobs, @Nullable Router router) {
    this.core = core;
    this.jobs = jobs;
    this.children = new Children(core);
    this.router = router;
  }

  void carryOut(Cell cell, String key, Effect effect) {
    String id = cell.id();
    if (effect instanceof Effect.Call call) {
      jobs.call(new Asker(id, key, null, 0, "call." + call.handler()), call);
    } else if (effect instanceof Effect.Send send) {
      send(cell, key, send);
    } else if (effect instanceof Effect.Invoke invoke) {
      invoke(cell, key, invoke);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      jobs.cancel(id, cancel.id(), cancel.run());
      children.cancel(Children.id(id, cancel.id(), cancel.run()));
    } else if (effect instanceof Effect.Forward forward) {
      Effect.Send copy = new Effect.Send(forward.event(), forward.data(), "", null);
      deliver(id, key, copy, Children.id(id, forward.id(), forward.run()), false);
    } else if (effect instanceof Effect.Log log) {
      Interpreter by = cell.interpreter();
      String chart = by == null ? "" : by.chart().name();
      LoggerFactory.getLogger("dev.statute.log." + chart).info("{}: {}", id, log.message());
    } else {
      throw new IllegalArgumentException("no way to carry out " + effect);
    }
  }

  /** Carries out again what was committed and not settled when the instance was last in memory. */
  void again(Cell cell, List<Pending> pending) {
    for (Pending each : pending) {
      if (!jobs.isRunning(each.key())) {
        carryOut(cell, each.key(), each.effect());
      }
    }
  }

  private void invoke(Cell cell, String key, Effect.Invoke invoke) {
    Snapshot snapshot = cell.snapshot();
    Long current = snapshot == null ? null : snapshot.invocations().get(invoke.id());
    if (current == null || current != invoke.run()) {
      core.store().settle(cell.id(), Set.of(key));
      return; // its state was left again before it could begin
    }
    Asker asker = new Asker(cell.id(), key, invoke.id(), invoke.run(), "invoke." + invoke.id());
    String task = invoke.task();
    String chart = invoke.chart();
    if (task != null) {
      jobs.run(asker, task, invoke.with(), invoke.retry(), invoke.timeout());
    } else if (chart != null) {
      children.begin(asker, invoke, chart);
    }
  }

  private void send(Cell cell, String key, Effect.Send send) {
    Parent parent = cell.parent();
    if (!send.to().equals("#parent")) {
      deliver(cell.id(), key, send, send.to(), true);
    } else if (parent != null) {
      deliver(cell.id(), key, send, parent.instance(), false);
    } else {
      route(cell.id(), key, send);
    }
  }

  private void deliver(String from, String key, Effect.Send send, String to, boolean routed) {
    Input.Event event = new Input.Event(send.event(), send.data(), key);
    core.put(to, new Message.Given(event, outcome -> delivered(from, key, send, routed, outcome)));
  }

  private void delivered(
      String from, String key, Effect.Send send, boolean routed, Outcome outcome) {
    String code = outcome instanceof Outcome.Rejected ? outcome.code() : null;
    if ("no-instance".equals(code) && routed) {
      route(from, key, send);
    } else if (code == null || !UNHEARD.contains(code)) {
      core.store().settle(from, Set.of(key));
    }
  }

  private void route(String from, String key, Effect.Send send) {
    if (router == null) {
      LOG.warn("{} sends {} to '{}', which is no instance here", from, send.event(), send.to());
      Telling.each(core, listener -> listener.onUndelivered(from, send.to(), send.event()));
    } else {
      try {
        router.route(from, send, key);
      } catch (RuntimeException e) {
        LOG.warn("the router threw on {} from {} to '{}'", send.event(), from, send.to(), e);
      }
    }
    core.store().settle(from, Set.of(key));
  }

  /** An instance ended. */
  void ended(Cell cell, Snapshot snapshot) {
    Telling.each(core, listener -> listener.onFinished(cell.id(), snapshot));
    Parent parent = cell.parent();
    if (parent != null) {
      children.ended(parent, cell.id(), snapshot);
    }
  }

  /** An instance is gone. */
  void stop(String instance) {
    jobs.stop(instance);
  }

  void stopAll() {
    jobs.stopAll();
  }
}
