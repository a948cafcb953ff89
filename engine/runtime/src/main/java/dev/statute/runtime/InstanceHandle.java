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
 * The address of an instance. What is sent from one thread is handled in that order; the future of
 * an outcome completes after the step is committed and its effects are under way. Every input gets
 * exactly one outcome; an instance that is not there answers {@code rejected}, code {@code
 * no-instance}. Thread-safe.
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
   * Sends an event, a move or a record. If another worker holds the instance, it goes through the
   * inbox: its outcome is told when that one has handled it, without a trace. What does not keep to
   * the limits of values is {@code rejected}, code {@code value}.
   *
   * @throws IllegalArgumentException if it holds a value that a chart cannot
   */
  public CompletableFuture<Outcome> send(Input input) {
    Input plain;
    try {
      plain = InputConversion.convert(id, input);
    } catch (ValueException e) {
      return CompletableFuture.completedFuture(InputConversion.rejection(e));
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    if (context.isStopped()) {
      outcome.complete(rejected("stopped", "the engine is closed"));
    } else if (!context.offer(id, new ActorMessage.Submitted(plain, outcome::complete))) {
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

  /** Asks for a state. */
  public CompletableFuture<Outcome> move(String state) {
    return send(new Input.Move(state));
  }

  /** Reports something the agent did; {@code type} is among the fields. */
  public CompletableFuture<Outcome> record(Map<String, ?> fields) {
    return send(new Input.Report(fields));
  }

  /**
   * Sends, and waits for what comes of it.
   *
   * @throws IllegalStateException if called from a listener, or where else a step would have to
   *     wait for another one; nothing is sent then
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
   * Puts an input into the inbox of the instance, which handles it once, now or later, here or in
   * another process, whatever happens meanwhile; also if it begins only later.
   *
   * @param input with an id, which makes it one event however often it is posted or sent
   * @return whether it is new, and if it is not, what came of it; complete when that is in the
   *     store. Fails with a {@link StoreException} if nobody knows; code {@code value} if it does
   *     not keep to the limits of values
   * @throws IllegalArgumentException if it has no id, or holds a value that a chart cannot
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
    CompletableFuture<Accepted> told = new CompletableFuture<>();
    try {
      var unused =
          context
              .store()
              .accept(entry)
              .whenComplete(
                  (accepted, error) -> {
                    if (error == null && accepted.isNew()) {
                      context.acceptEntry(entry);
                    }
                    // what waits for it may block, and this may be a thread of the store
                    context.runAsync(() -> complete(told, accepted, error));
                  });
    } catch (Throwable e) {
      told.completeExceptionally(e);
    }
    return told;
  }

  private static void complete(
      CompletableFuture<Accepted> told, Accepted accepted, @Nullable Throwable error) {
    if (error == null) {
      told.complete(accepted);
    } else {
      told.completeExceptionally(error);
    }
  }

  /** What came of an event that was posted, or sent with an id; null = nothing yet. */
  public @Nullable Handled handled(String event) {
    return context.store().handled(id, event);
  }

  /** As last committed; null if there is no such instance. */
  public @Nullable Snapshot snapshot() {
    InstanceActor cell = context.actor(id);
    Snapshot snapshot = cell == null ? null : cell.snapshot();
    if (snapshot != null && !snapshot.isDone()) {
      return snapshot;
    }
    Stored stored = context.store().load(id, context.charts()::chart);
    return stored == null ? null : stored.snapshot();
  }

  /** The earlier lives of this id, oldest first, as far as they are kept. */
  public List<Life> lives() {
    return context.store().endedLives(id);
  }

  /** The counters of the agent's progress by name, as {@link Interpreter#progress} has them. */
  public Map<String, Long> progress() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : context.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? Map.of()
        : interpreter.progress(
            ClaimedInstance.rebind(interpreter, snapshot), context.clock().now());
  }

  /** Whether the agent is stuck as things stand, and why; null if there is no such instance. */
  public @Nullable StuckStatus stuck() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : context.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? null
        : interpreter.stuckStatus(
            ClaimedInstance.rebind(interpreter, snapshot), context.clock().now());
  }

  /** The outcome an input would have now; changes nothing. */
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

  /** All events and moves that mean something now, each with the outcome it would have. */
  public List<PossibleInput> enabled() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : context.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? List.of()
        : interpreter.enabled(ClaimedInstance.rebind(interpreter, snapshot), context.clock().now());
  }

  /**
   * Follows the instance's events, from the one after {@code after} on (0 = all that are kept), in
   * order, each once, on a thread that is no instance's: a slow one holds up nobody. A consumer
   * that was away goes on where it was by giving the last number it saw, in another process too,
   * and into the next life of the id.
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
