package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Router;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.mailbox.SendDelivery;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import java.time.Duration;
import java.time.Instant;
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

  private final EngineContext context;
  private final HandlerRegistry handlers;
  private final ChildInstances children;
  private final @Nullable Router router;

  EffectExecutor(EngineContext context, HandlerRegistry handlers, @Nullable Router router) {
    this.context = context;
    this.handlers = handlers;
    this.children = new ChildInstances(context);
    this.router = router;
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
  void execute(InstanceActor actor, LoadedInstance life, Pending pending) {
    String id = actor.id();
    Effect effect = pending.effect();
    if (effect instanceof Effect.Call call) {
      handlers.call(new ReplyAddress(id, pending.key(), null, 0, "call." + call.handler()), call);
    } else if (effect instanceof Effect.Send send) {
      send(actor, life, pending, send);
    } else if (effect instanceof Effect.Invoke invoke) {
      invoke(actor, life, pending, invoke);
    } else if (effect instanceof Effect.CancelInvoke cancel) {
      String child = ChildInstances.id(id, cancel.id(), cancel.run());
      actor
          .outbox()
          .add(
              child,
              pending,
              then -> context.enqueue(child, new ActorMessage.Cancel(pending.key(), then)));
    } else if (effect instanceof Effect.Forward forward) {
      String child = ChildInstances.id(id, forward.id(), forward.run());
      Input.Event event =
          new Input.Event(forward.event(), forward.data(), pending.key(), forward.sender());
      deliver(actor, pending, child, event, true);
    } else {
      throw new IllegalArgumentException("no way to carry out " + effect);
    }
  }

  private void invoke(
      InstanceActor actor, LoadedInstance life, Pending pending, Effect.Invoke invoke) {
    Long current = life.snapshot().invocations().get(invoke.id());
    if (current == null || current != invoke.run()) {
      actor.settleEffect(pending.key());
      return; // the state was left before the start
    }
    ReplyAddress caller =
        new ReplyAddress(
            actor.id(), pending.key(), invoke.id(), invoke.run(), "invoke." + invoke.id());
    String task = invoke.task();
    String chart = invoke.chart();
    if (task != null) {
      handlers.run(caller, task, invoke.with(), invoke.retry(), deadline(pending, invoke));
    } else if (chart != null) {
      children.spawn(actor, caller, invoke, chart, deadline(pending, invoke));
    }
  }

  /** Returns the deadline of an invocation; it counts from the commit. */
  private static @Nullable Instant deadline(Pending pending, Effect.Invoke invoke) {
    Duration timeout = invoke.timeout();
    return timeout == null ? null : pending.at().plus(timeout);
  }

  private void send(InstanceActor actor, LoadedInstance life, Pending pending, Effect.Send send) {
    Parent parent = life.parent();
    String to = send.to();
    boolean toParent = to.equals("#parent");
    if (toParent && parent == null) {
      route(actor, pending, send);
      return;
    }
    // The final answer of a child answers the effect that started it, and has the key of that
    // effect.
    boolean isAnswer = parent != null && parent.key().equals(send.id());
    String id = isAnswer && parent != null ? parent.key() : pending.key();
    String addressee = recipient(actor.id(), send, toParent ? parent : null);
    boolean back = parent != null && parent.instance().equals(addressee);
    Input.Sender sender =
        new Input.Sender(
            actor.id(),
            isAnswer ? null : send.id(),
            back && parent != null ? parent.invocation() : null);
    Input.Event event = new Input.Event(send.event(), send.data(), id, sender);
    deliver(actor, pending, addressee, event, isAnswer);
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
      InstanceActor actor, Pending pending, String to, Input.Event event, boolean mayBeGone) {
    actor
        .outbox()
        .add(
            to,
            pending,
            then ->
                context.enqueue(
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
  void onDelivered(InstanceActor actor, Pending pending, SendDelivery delivery) {
    if (pending.effect() instanceof Effect.Invoke) {
      return; // started; pending until the answer
    }
    if (delivery == SendDelivery.ABSENT
        && pending.effect() instanceof Effect.Send send
        && !send.to().equals("#parent")) {
      route(actor, pending, send);
    } else {
      actor.settleEffect(pending.key());
    }
  }

  private void route(InstanceActor actor, Pending pending, Effect.Send send) {
    String from = actor.id();
    if (router == null) {
      LOG.warn("{} sends {} to '{}', which is no instance here", from, send.event(), send.to());
      context.notifyListeners(listener -> listener.onUndelivered(from, send.to(), send.event()));
    } else {
      try {
        router.route(from, send, pending.key());
      } catch (Throwable e) {
        LOG.warn("the router threw on {} from {} to '{}'", send.event(), from, send.to(), e);
      }
    }
    actor.settleEffect(pending.key());
  }

  /** Handles effects that need no answer any more. */
  void onSettled(Set<String> keys) {
    keys.forEach(children::clearDeadline);
  }
}
