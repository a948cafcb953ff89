package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Router;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.effect.EffectOwner;
import dev.statute.runtime.internal.effect.HandlerInvocation;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.mailbox.SendDelivery;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor of committed effects. It never changes an instance: each answer is an event in its
 * mailbox, under the key of the effect, so that a second answer is a duplicate. Thread-safe.
 */
final class EffectExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(EffectExecutor.class);

  private final InstanceDirectory instances;
  private final HandlerRegistry handlers;
  private final ChildInstances children;
  private final EngineListeners listeners;
  private final @Nullable Router router;

  private EffectExecutor(
      InstanceDirectory instances,
      HandlerRegistry handlers,
      ChildInstances children,
      EngineListeners listeners,
      @Nullable Router router) {
    this.instances = instances;
    this.handlers = handlers;
    this.children = children;
    this.listeners = listeners;
    this.router = router;
  }

  static EffectExecutor of(
      EngineConfiguration configuration,
      EngineScheduler scheduler,
      EngineConfiguration.Recipients recipients,
      InstanceDirectory instances) {
    HandlerInvocation.Environment environment =
        new HandlerInvocation.Environment(
            configuration.executors().handlers(),
            configuration.executors().subscribers(),
            scheduler.timers(),
            configuration.clock());
    return new EffectExecutor(
        instances,
        new HandlerRegistry(
            recipients.handlers(), environment, scheduler, configuration.listeners(), instances),
        new ChildInstances(configuration.charts(), scheduler, instances),
        configuration.listeners(),
        recipients.router());
  }

  /** Returns the number of failures by handler. */
  Map<String, Long> failures() {
    return handlers.failures();
  }

  /** Stops the handlers that run for an instance. */
  void stop(String id) {
    handlers.stop(id);
  }

  /** Stops all handlers. */
  void stopAll() {
    handlers.stopAll();
  }

  /** Executes an effect that need not survive a crash. */
  void executeNow(String id, LoadedInstance life, Effect effect) {
    if (effect instanceof Effect.CancelInvoke cancel) {
      handlers.cancel(id, cancel.id(), cancel.run());
    } else if (effect instanceof Effect.Log log) {
      LoggerFactory.getLogger("dev.statute.log." + life.interpreter().chart().name())
          .info("{}: {}", id, log.message());
    } else {
      throw new IllegalArgumentException("no way to carry out " + effect);
    }
  }

  /** Executes a committed effect that is not settled; does nothing if it is under way. */
  void execute(EffectOwner owner, LoadedInstance life, Pending pending) {
    String id = owner.id();
    Effect effect = pending.effect();
    if (effect instanceof Effect.Call call) {
      handlers.call(new ReplyAddress(id, pending.key(), null, 0, "call." + call.handler()), call);
    } else if (effect instanceof Effect.Send send) {
      send(owner, life, pending, send);
    } else if (effect instanceof Effect.Invoke invoke) {
      invoke(owner, life, pending, invoke);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      String child = ChildInstances.id(id, cancel.id(), cancel.run());
      owner
          .outbox()
          .add(
              child,
              pending,
              then -> instances.enqueue(child, new ActorMessage.Cancel(pending.key(), then)));
    } else if (effect instanceof Effect.Forward forward) {
      String child = ChildInstances.id(id, forward.id(), forward.run());
      Input.Event event =
          new Input.Event(forward.event(), forward.data(), pending.key(), forward.sender());
      deliver(owner, pending, child, event, true);
    } else {
      throw new IllegalArgumentException("no way to carry out " + effect);
    }
  }

  private void invoke(
      EffectOwner owner, LoadedInstance life, Pending pending, Effect.Invoke invoke) {
    Long current = life.snapshot().invocations().get(invoke.id());
    if (current == null || current != invoke.run()) {
      owner.settleEffect(pending.key());
      return; // the state was left before the start
    }
    ReplyAddress caller =
        new ReplyAddress(
            owner.id(), pending.key(), invoke.id(), invoke.run(), "invoke." + invoke.id());
    String task = invoke.task();
    String chart = invoke.chart();
    if (task != null) {
      handlers.run(caller, task, invoke.with(), invoke.retry(), deadline(pending, invoke));
    } else if (chart != null) {
      children.spawn(owner, caller, invoke, chart, deadline(pending, invoke));
    }
  }

  /** Returns the deadline of an invocation; it counts from the commit. */
  private static @Nullable Instant deadline(Pending pending, Effect.Invoke invoke) {
    Duration timeout = invoke.timeout();
    return timeout == null ? null : pending.at().plus(timeout);
  }

  private void send(EffectOwner owner, LoadedInstance life, Pending pending, Effect.Send send) {
    Parent parent = life.parent();
    String to = send.to();
    boolean toParent = to.equals("#parent");
    if (toParent && parent == null) {
      route(owner, pending, send);
      return;
    }
    // The final answer of a child answers the effect that started it, and has the key of that
    // effect.
    boolean isAnswer = parent != null && parent.key().equals(send.id());
    String id = isAnswer && parent != null ? parent.key() : pending.key();
    String addressee = recipient(owner.id(), send, toParent ? parent : null);
    boolean back = parent != null && parent.instance().equals(addressee);
    Input.Sender sender =
        new Input.Sender(
            owner.id(),
            isAnswer ? null : send.id(),
            back && parent != null ? parent.invocation() : null);
    Input.Event event = new Input.Event(send.event(), send.data(), id, sender);
    deliver(owner, pending, addressee, event, isAnswer);
  }

  private static String recipient(String from, Effect.Send send, @Nullable Parent parent) {
    Long run = send.run();
    return parent != null
        ? parent.instance()
        : run == null ? send.to() : ChildInstances.id(from, send.to().substring(1), run);
  }

  /**
   * Delivers an event to an instance.
   *
   * @param mayBeGone true if the absence of the instance is no error
   */
  private void deliver(
      EffectOwner owner, Pending pending, String to, Input.Event event, boolean mayBeGone) {
    owner
        .outbox()
        .add(
            to,
            pending,
            then ->
                instances.enqueue(
                    to,
                    new ActorMessage.Sent(
                        event,
                        delivery ->
                            then.accept(
                                mayBeGone && delivery == SendDelivery.ABSENT
                                    ? SendDelivery.ARRIVED
                                    : delivery))));
  }

  /** Handles a message that left the outbox of an instance. */
  void onDelivered(EffectOwner owner, Pending pending, SendDelivery delivery) {
    if (pending.effect() instanceof Effect.Invoke) {
      return; // started; pending until the answer
    }
    if (delivery == SendDelivery.ABSENT
        && pending.effect() instanceof Effect.Send send
        && !send.to().equals("#parent")) {
      route(owner, pending, send);
    } else {
      owner.settleEffect(pending.key());
    }
  }

  private void route(EffectOwner owner, Pending pending, Effect.Send send) {
    String from = owner.id();
    if (router == null) {
      LOG.warn("{} sends {} to '{}', which is no instance here", from, send.event(), send.to());
      listeners.forEach(listener -> listener.onUndelivered(from, send.to(), send.event()));
    } else {
      try {
        router.route(from, send, pending.key());
      } catch (Throwable e) {
        LOG.warn("the router threw on {} from {} to '{}'", send.event(), from, send.to(), e);
      }
    }
    owner.settleEffect(pending.key());
  }

  /** Handles effects that need no answer any more. */
  void onSettled(Set<String> keys) {
    keys.forEach(children::clearDeadline);
  }
}
