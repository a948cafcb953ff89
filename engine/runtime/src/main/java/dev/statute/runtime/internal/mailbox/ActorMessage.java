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

/** What can lie in the mailbox of an instance. */
public sealed interface ActorMessage {
  /** Says to whoever brought it what came of it. */
  default void complete(Outcome outcome) {}

  /** The same, of which is known that it was tried before and nothing was written. */
  default ActorMessage asRetry() {
    return this;
  }

  /**
   * Something to handle, and who wants to know what came of it.
   *
   * @param again whether it was tried before and nothing was written
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
   * An event of the inbox.
   *
   * @param read whether it was found there, rather than brought by who put it there
   */
  record Posted(Entry entry, boolean read) implements ActorMessage {}

  /**
   * What another instance sends, a child's answer among it; it is told whether it arrived.
   *
   * @param again whether it was tried before and nothing was written
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

  /** What a handler came to: an event whose id is the key of the effect that it answers. */
  record Answer(String key, Input.Event event) implements ActorMessage {}

  /** Begin, under this interpreter. */
  record Begin(
      Interpreter interpreter,
      Map<String, ?> data,
      @Nullable Parent parent,
      Consumer<Outcome> outcome)
      implements ActorMessage {
    @Override
    public void complete(Outcome result) {
      outcome.accept(result);
    }
  }

  /** Go on from this snapshot. */
  record Restore(Interpreter interpreter, Snapshot snapshot, Consumer<Outcome> outcome)
      implements ActorMessage {
    @Override
    public void complete(Outcome result) {
      outcome.accept(result);
    }
  }

  /**
   * End: whoever invoked it does not need it any more. {@code key} is of the effect that says so.
   */
  record Cancel(String key, Consumer<SendDelivery> delivery) implements ActorMessage {
    @Override
    public void complete(Outcome outcome) {
      delivery.accept(SendDelivery.of(outcome));
    }
  }

  /** Something may be due, or wait in the inbox. */
  record Wake() implements ActorMessage {}

  /** Let go of it if nothing keeps it in memory. */
  record Rest() implements ActorMessage {}

  /** Be gone. */
  record Forget(Consumer<Boolean> done) implements ActorMessage {
    @Override
    public void complete(Outcome outcome) {
      done.accept(false);
    }
  }
}
