package dev.statute.runtime.internal.mailbox;

import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Parent;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Message in the mailbox of an instance. */
public sealed interface ActorMessage {
  /** Reports the outcome to the sender. */
  default void complete(Outcome outcome) {}

  /** Returns this message marked as tried before without a write. */
  default ActorMessage asRetry() {
    return this;
  }

  /**
   * Input of the host with its outcome callback.
   *
   * @param again true if it was tried before and nothing was written
   */
  record Submitted(Input input, Consumer<Outcome> outcome, boolean again) implements ActorMessage {
    public Submitted(Input input, Consumer<Outcome> outcome) {
      this(input, outcome, false);
    }

    @Override
    public void complete(Outcome result) {
      outcome.accept(result);
    }

    @Override
    public ActorMessage asRetry() {
      return new Submitted(input, outcome, true);
    }
  }

  /**
   * Event of the inbox.
   *
   * @param read true if it was read from the inbox; false if its sender passed it on directly
   */
  record Posted(Entry entry, boolean read) implements ActorMessage {}

  /**
   * Event from another instance, such as a child's answer, with its delivery callback.
   *
   * @param again true if it was tried before and nothing was written
   */
  record Sent(Input.Event event, Consumer<SendDelivery> delivery, boolean again)
      implements ActorMessage {
    public Sent(Input.Event event, Consumer<SendDelivery> delivery) {
      this(event, delivery, false);
    }

    @Override
    public void complete(Outcome outcome) {
      delivery.accept(SendDelivery.of(outcome));
    }

    @Override
    public ActorMessage asRetry() {
      return new Sent(event, delivery, true);
    }
  }

  /** Answer of a handler: an event with the key of the answered effect as id. */
  record Answer(String key, Input.Event event) implements ActorMessage {}

  /**
   * Start under this interpreter.
   *
   * @param hydrates whether it takes over from an earlier life what the chart names
   */
  record Begin(
      Interpreter interpreter,
      Map<String, ?> data,
      @Nullable Parent parent,
      boolean hydrates,
      Consumer<Outcome> outcome)
      implements ActorMessage {
    @Override
    public void complete(Outcome result) {
      outcome.accept(result);
    }
  }

  /** Continuation from a snapshot. */
  record Restore(Interpreter interpreter, Snapshot snapshot, Consumer<Outcome> outcome)
      implements ActorMessage {
    @Override
    public void complete(Outcome result) {
      outcome.accept(result);
    }
  }

  /** Cancellation by the parent. {@code key} is that of the cancelling effect. */
  record Cancel(String key, Consumer<SendDelivery> delivery) implements ActorMessage {
    @Override
    public void complete(Outcome outcome) {
      delivery.accept(SendDelivery.of(outcome));
    }
  }

  /** Reservation of the instance for a transaction of the host. */
  non-sealed interface Reservation extends ActorMessage {
    /** Tests for a transaction under way on the calling thread, which cannot wait for its end. */
    boolean isOpenHere();
  }

  /** Check for due timers and inbox events. */
  record Wake() implements ActorMessage {}

  /** Passivation, if nothing keeps the instance in memory. */
  record Rest() implements ActorMessage {}

  /** Removal. */
  record Forget(Consumer<Boolean> done) implements ActorMessage {
    @Override
    public void complete(Outcome outcome) {
      done.accept(false);
    }
  }
}
