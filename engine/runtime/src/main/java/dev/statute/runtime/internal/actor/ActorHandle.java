package dev.statute.runtime.internal.actor;

import dev.statute.expr.ValueException;
import dev.statute.runtime.InstanceHandle;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.thread.StepThreadGuard;
import dev.statute.runtime.internal.value.ValueConversion;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Snapshot;
import dev.statute.step.StuckStatus;
import dev.statute.store.HostTransaction;
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

/** Address of an instance in the mailboxes and the store of an {@link ActorEngine}. */
final class ActorHandle implements InstanceHandle {
  private final String id;
  private final EngineServices services;
  private final ActorDirectory actors;
  private final JoinedSteps joinedSteps;

  ActorHandle(String id, EngineServices services, ActorDirectory actors, JoinedSteps joinedSteps) {
    this.id = id;
    this.services = services;
    this.actors = actors;
    this.joinedSteps = joinedSteps;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public CompletableFuture<Outcome> send(Input input) {
    Input plain;
    try {
      plain = ValueConversion.input(id, input);
    } catch (ValueException e) {
      return CompletableFuture.completedFuture(ValueConversion.rejection(e));
    }
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    ActorMessage message = new ActorMessage.Submitted(plain, outcome::complete);
    if (services.scheduler().isStopped()) {
      outcome.complete(rejected("stopped", "the engine is closed"));
      return outcome;
    }
    HostTransaction transaction = services.store().hostTransaction();
    if (transaction != null) {
      joinedSteps.handle(transaction, id, message);
    } else if (!actors.offer(id, message)) {
      outcome.complete(
          rejected(
              "mailbox-full",
              services.limits().mailboxCapacity()
                  + " inputs are waiting for '"
                  + id
                  + "'; try again later"));
    }
    return outcome;
  }

  @Override
  public CompletableFuture<Outcome> send(String event) {
    return send(new Input.Event(event));
  }

  @Override
  public CompletableFuture<Outcome> send(String event, Map<String, ?> data) {
    return send(new Input.Event(event, data));
  }

  @Override
  public CompletableFuture<Outcome> move(String state) {
    return send(new Input.Move(state));
  }

  @Override
  public CompletableFuture<Outcome> record(Map<String, ?> fields) {
    return send(new Input.Report(fields));
  }

  @Override
  public Outcome ask(Input input) {
    if (StepThreadGuard.isStepThread()) {
      throw new IllegalStateException(
          "asking '" + id + "' here would wait for ever: steps run on this thread; use send");
    }
    return send(input).join();
  }

  @Override
  public Outcome ask(String event) {
    return ask(new Input.Event(event));
  }

  @Override
  public Outcome ask(String event, Map<String, ?> data) {
    return ask(new Input.Event(event, data));
  }

  @Override
  public CompletableFuture<Accepted> post(Input input) {
    Input plain;
    try {
      plain = ValueConversion.input(id, input);
    } catch (ValueException e) {
      return CompletableFuture.failedFuture(
          new StoreException(
              "value", String.valueOf(ValueConversion.rejection(e).message()), null));
    }
    String event = plain.id();
    if (event == null) {
      throw new IllegalArgumentException(
          "an input that is posted needs an id, so that it can be posted again");
    }
    if (services.scheduler().isStopped()) {
      return CompletableFuture.failedFuture(
          new StoreException("closed", "the engine is closed", null));
    }
    Entry entry = new Entry(id, event, plain, services.clock().now());
    CompletableFuture<Accepted> result = new CompletableFuture<>();
    try {
      HostTransaction transaction = services.store().hostTransaction();
      if (transaction != null) {
        return CompletableFuture.completedFuture(joinedSteps.accept(transaction, entry));
      }
      var unused =
          services
              .store()
              .accept(entry)
              .whenComplete(
                  (accepted, error) -> {
                    if (error == null && accepted.isNew()) {
                      acceptEntry(entry);
                    }
                    // a dependent stage may block, and this may be a thread of the store
                    services.scheduler().runAsync(() -> complete(result, accepted, error));
                  });
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
    return result;
  }

  /** Delivers an event that was just put into the inbox. */
  private void acceptEntry(Entry entry) {
    if (!actors.offer(id, new ActorMessage.Posted(entry, false))) {
      actors.open(id); // read from the inbox once there is room
    }
  }

  private static void complete(
      CompletableFuture<Accepted> result, Accepted accepted, @Nullable Throwable error) {
    if (error == null) {
      result.complete(accepted);
    } else {
      result.completeExceptionally(error);
    }
  }

  @Override
  public @Nullable Handled handled(String event) {
    return services.store().handled(id, event);
  }

  @Override
  public @Nullable Snapshot snapshot() {
    InstanceActor actor = actors.find(id);
    Snapshot snapshot = actor == null ? null : actor.cell().snapshot();
    if (snapshot != null && !snapshot.isDone()) {
      return snapshot;
    }
    Stored stored = services.load(id);
    return stored == null ? null : stored.snapshot();
  }

  @Override
  public List<Life> lives() {
    return services.store().endedLives(id);
  }

  /** Snapshot of a registered chart, with its interpreter. */
  private record CurrentSnapshot(Interpreter interpreter, Snapshot snapshot) {}

  /** Returns the snapshot; null if there is no instance or its chart is not registered. */
  private @Nullable CurrentSnapshot current() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter =
        snapshot == null ? null : services.charts().find(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? null
        : new CurrentSnapshot(interpreter, ClaimedInstance.rebind(interpreter, snapshot));
  }

  @Override
  public Map<String, ?> phases() {
    CurrentSnapshot current = current();
    return current == null
        ? Map.of()
        : current.interpreter().phases(current.snapshot(), services.clock().now());
  }

  @Override
  public Map<String, Long> progress() {
    CurrentSnapshot current = current();
    return current == null
        ? Map.of()
        : current.interpreter().progress(current.snapshot(), services.clock().now());
  }

  @Override
  public @Nullable StuckStatus stuck() {
    CurrentSnapshot current = current();
    return current == null
        ? null
        : current.interpreter().stuckStatus(current.snapshot(), services.clock().now());
  }

  @Override
  public Outcome can(Input input) {
    Input plain;
    try {
      plain = ValueConversion.input(id, input);
    } catch (ValueException e) {
      return ValueConversion.rejection(e);
    }
    CurrentSnapshot current = current();
    return current == null
        ? rejected("no-instance", "there is no instance '" + id + "'")
        : current.interpreter().can(current.snapshot(), plain, services.clock().now());
  }

  @Override
  public List<PossibleInput> enabled() {
    CurrentSnapshot current = current();
    return current == null
        ? List.of()
        : current.interpreter().enabled(current.snapshot(), services.clock().now());
  }

  @Override
  public Subscription subscribe(long after, Consumer<StreamEvent> consumer) {
    return services.subscriptions().subscribe(id, after, consumer);
  }

  private Outcome rejected(String code, String message) {
    return new Outcome.Rejected(List.of(), code, message);
  }

  @Override
  public String toString() {
    return "instance " + id;
  }
}
