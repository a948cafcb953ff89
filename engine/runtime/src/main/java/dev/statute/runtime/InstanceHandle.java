package dev.statute.runtime;

import dev.statute.expr.ValueException;
import dev.statute.runtime.internal.actor.EngineContext;
import dev.statute.runtime.internal.actor.InstanceActor;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.thread.StepThreadGuard;
import dev.statute.runtime.internal.value.InputConversion;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Snapshot;
import dev.statute.step.StuckStatus;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Life;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Address of an instance. Inputs from one thread are handled in order; the future of an outcome
 * completes after the step is committed and its effects are under way. Every input gets exactly one
 * outcome; for a missing instance it is {@code rejected}, code {@code no-instance}. Thread-safe.
 */
public final class InstanceHandle {
  private final String id;
  private final EngineContext context;

  InstanceHandle(String id, EngineContext core) {
    this.id = id;
    this.context = core;
  }

  public String id() {
    return id;
  }

  /**
   * Sends an event, a move or a record. If another worker holds the instance, the input goes
   * through the inbox, and the future completes, without a trace, after that worker has handled it.
   * A value beyond the limits is {@code rejected}, code {@code value}.
   *
   * <p>In a transaction of the host that the store joins, the step is made on this thread and
   * becomes valid with the host's commit, and so do its effects and notifications; until then the
   * instance handles no other input. {@code rejected} with code {@code held} if another worker
   * holds the instance, {@code busy} if it stays occupied for seven seconds.
   *
   * @throws IllegalArgumentException if it contains a value unknown to charts
   */
  public CompletableFuture<Outcome> send(Input input) {
    Input plain;
    try {
      plain = InputConversion.convert(id, input);
    } catch (ValueException e) {
      return CompletableFuture.completedFuture(InputConversion.rejection(e));
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    ActorMessage message = new ActorMessage.Submitted(plain, outcome::complete);
    if (context.isStopped()) {
      outcome.complete(rejected("stopped", "the engine is closed"));
    } else if (!context.joinedSteps().handle(id, message) && !context.offer(id, message)) {
      outcome.complete(
          rejected(
              "mailbox-full",
              context.mailboxCapacity() + " inputs are waiting for '" + id + "'; try again later"));
    }
    return outcome;
  }

  public CompletableFuture<Outcome> send(String event) {
    return send(new Input.Event(event));
  }

  public CompletableFuture<Outcome> send(String event, Map<String, ?> data) {
    return send(new Input.Event(event, data));
  }

  /** Requests a move to a state. */
  public CompletableFuture<Outcome> move(String state) {
    return send(new Input.Move(state));
  }

  /** Reports an action of the agent; {@code type} is among the fields. */
  public CompletableFuture<Outcome> record(Map<String, ?> fields) {
    return send(new Input.Report(fields));
  }

  /**
   * Sends an input and waits for its outcome.
   *
   * @throws IllegalStateException if called from a listener, or elsewhere on the thread of a step,
   *     which would wait for itself; nothing is sent then
   */
  public Outcome ask(Input input) {
    if (StepThreadGuard.isStepThread()) {
      throw new IllegalStateException(
          "asking '" + id + "' here would wait for ever: steps run on this thread; use send");
    }
    return send(input).join();
  }

  public Outcome ask(String event) {
    return ask(new Input.Event(event));
  }

  public Outcome ask(String event, Map<String, ?> data) {
    return ask(new Input.Event(event, data));
  }

  /**
   * Puts an input into the inbox of the instance, which handles it once, in this process or another
   * one; also if the instance starts only later.
   *
   * @param input with an id, which identifies the event over repeated posts and sends
   * @return whether it is new, and its result if it is not; completes after the write to the store.
   *     Fails with a {@link StoreException} if the result of the write is unknown, or with code
   *     {@code value} if a value exceeds the limits
   * @throws IllegalArgumentException if it has no id, or contains a value unknown to charts
   */
  public CompletableFuture<Accepted> post(Input input) {
    Input plain;
    try {
      plain = InputConversion.convert(id, input);
    } catch (ValueException e) {
      return CompletableFuture.failedFuture(
          new StoreException(
              "value", String.valueOf(InputConversion.rejection(e).message()), null));
    }
    String event = plain.id();
    if (event == null) {
      throw new IllegalArgumentException(
          "an input that is posted needs an id, so that it can be posted again");
    }
    if (context.isStopped()) {
      return CompletableFuture.failedFuture(
          new StoreException("closed", "the engine is closed", null));
    }
    Entry entry = new Entry(id, event, plain, context.clock().now());
    CompletableFuture<Accepted> result = new CompletableFuture<>();
    try {
      Accepted joined = context.joinedSteps().accept(entry);
      if (joined != null) {
        return CompletableFuture.completedFuture(joined);
      }
      var unused =
          context
              .store()
              .accept(entry)
              .whenComplete(
                  (accepted, error) -> {
                    if (error == null && accepted.isNew()) {
                      context.acceptEntry(entry);
                    }
                    // a dependent stage may block, and this may be a thread of the store
                    context.runAsync(() -> complete(result, accepted, error));
                  });
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
    return result;
  }

  private static void complete(
      CompletableFuture<Accepted> result, Accepted accepted, @Nullable Throwable error) {
    if (error == null) {
      result.complete(accepted);
    } else {
      result.completeExceptionally(error);
    }
  }

  /** Returns the result of an event that was posted, or sent with an id; null = not handled yet. */
  public @Nullable Handled handled(String event) {
    return context.store().handled(id, event);
  }

  /** Returns the last committed snapshot; null if there is no such instance. */
  public @Nullable Snapshot snapshot() {
    InstanceActor actor = context.actor(id);
    Snapshot snapshot = actor == null ? null : actor.snapshot();
    if (snapshot != null && !snapshot.isDone()) {
      return snapshot;
    }
    Stored stored = context.store().load(id, context.charts()::chart);
    return stored == null ? null : stored.snapshot();
  }

  /** Returns the earlier lives of this id, oldest first, as far as they are kept. */
  public List<Life> lives() {
    return context.store().endedLives(id);
  }

  /** Returns the progress counters of the agent by name, see {@link Interpreter#progress}. */
  public Map<String, Long> progress() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : context.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? Map.of()
        : interpreter.progress(
            ClaimedInstance.rebind(interpreter, snapshot), context.clock().now());
  }

  /** Returns whether and why the agent is stuck now; null if there is no such instance. */
  public @Nullable StuckStatus stuck() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : context.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? null
        : interpreter.stuckStatus(
            ClaimedInstance.rebind(interpreter, snapshot), context.clock().now());
  }

  /** Returns the outcome that an input would have now; changes nothing. */
  public Outcome can(Input input) {
    Input plain;
    try {
      plain = InputConversion.convert(id, input);
    } catch (ValueException e) {
      return InputConversion.rejection(e);
    }
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : context.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? rejected("no-instance", "there is no instance '" + id + "'")
        : interpreter.can(
            ClaimedInstance.rebind(interpreter, snapshot), plain, context.clock().now());
  }

  /**
   * Returns the events and moves that the chart knows in its current state, each with the outcome
   * that it would have.
   */
  public List<PossibleInput> enabled() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : context.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? List.of()
        : interpreter.enabled(ClaimedInstance.rebind(interpreter, snapshot), context.clock().now());
  }

  /**
   * Subscribes to the events of the instance after number {@code after} (0 = all that are kept), in
   * order, each once, on a thread outside the instances, so that a slow consumer delays no
   * instance. A consumer resumes by the last number that it received, also in another process and
   * in the next life of the id.
   */
  public Subscription subscribe(long after, Consumer<StreamEvent> consumer) {
    return context.subscribe(id, after, consumer);
  }

  private Outcome rejected(String code, String message) {
    return new Outcome.Rejected(List.of(), code, message);
  }

  @Override
  public String toString() {
    return "instance " + id;
  }
}
