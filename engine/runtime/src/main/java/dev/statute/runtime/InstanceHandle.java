package dev.statute.runtime;

import dev.statute.step.Answer;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Stored;
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
  private final Core core;

  InstanceHandle(String id, Core core) {
    this.id = id;
    this.core = core;
  }

  public String id() {
    return id;
  }

  /**
   * Sends an event, a move or a record.
   *
   * @throws IllegalArgumentException if it holds a value that a chart cannot
   */
  public CompletableFuture<Outcome> send(Input input) {
    Input plain = plain(input);
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    if (core.isStopped()) {
      outcome.complete(rejected("stopped", "the engine is closed"));
    } else if (!core.offer(id, new Message.Given(plain, outcome::complete))) {
      outcome.complete(
          rejected(
              "mailbox-full",
              core.capacity() + " inputs are waiting for '" + id + "'; try again later"));
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
    if (Inside.isHere()) {
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

  /** As last committed; null if there is no such instance. */
  public @Nullable Snapshot snapshot() {
    Cell cell = core.cell(id);
    Snapshot snapshot = cell == null ? null : cell.snapshot();
    if (snapshot != null) {
      return snapshot;
    }
    Stored stored = core.store().load(id, core.charts()::chart);
    return stored == null ? null : stored.snapshot();
  }

  /** The outcome an input would have now; changes nothing. */
  public Outcome can(Input input) {
    Snapshot snapshot = snapshot();
    Interpreter interpreter = snapshot == null ? null : core.charts().of(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? rejected("no-instance", "there is no instance '" + id + "'")
        : interpreter.can(snapshot, plain(input), core.clock().now());
  }

  /** All events and moves that mean something now, each with the outcome it would have. */
  public List<Answer> enabled() {
    Snapshot snapshot = snapshot();
    Interpreter interpreter = snapshot == null ? null : core.charts().of(snapshot.chart().hash());
    return snapshot == null || interpreter == null
        ? List.of()
        : interpreter.enabled(snapshot, core.clock().now());
  }

  /**
   * Follows the instance's events, from the one after {@code after} on (0 = all that are kept), in
   * order, on a thread of the engine. A consumer that was away goes on where it was by giving the
   * last number it saw.
   */
  public Subscription subscribe(long after, Consumer<StreamEvent> consumer) {
    Cell cell = core.open(id);
    cell.wake();
    return cell.events().follow(after, consumer, core.executor());
  }

  private Outcome rejected(String code, String message) {
    return new Outcome.Rejected(List.of(), code, message);
  }

  private static Input plain(Input input) {
    if (input instanceof Input.Event event) {
      Map<String, ?> data = event.data();
      return data == null ? event : new Input.Event(event.name(), Plain.map(data), event.id());
    }
    if (input instanceof Input.Move move) {
      Map<String, ?> data = move.data();
      return data == null
          ? move
          : new Input.Move(move.to(), move.reason(), Plain.map(data), move.id());
    }
    if (input instanceof Input.Report report) {
      return new Input.Report(Plain.map(report.fields()), report.id());
    }
    throw new IllegalArgumentException("no way to send " + input);
  }

  @Override
  public String toString() {
    return "instance " + id;
  }
}
