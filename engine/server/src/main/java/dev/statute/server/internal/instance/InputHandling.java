package dev.statute.server.internal.instance;

import dev.statute.json.InputLine;
import dev.statute.json.OutputLines;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.runtime.InstanceHandle;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.instance.StepCollector.HandledInput;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Handles input lines of an instance and returns the output lines of {@code run --output jsonl}:
 * the line of the input first, then those of steps that followed from it. Thread-safe.
 */
final class InputHandling {
  /** Codes of outcomes that the same input may not have later. */
  private static final Set<String> UNAVAILABLE =
      Set.of("stopped", "mailbox-full", "store", "fenced");

  private final ServerContext context;
  private final StepCollector collector;

  InputHandling(ServerContext context, StepCollector collector) {
    this.context = context;
    this.collector = collector;
  }

  /** Returns the reason why a line cannot be handled by a server; null if it can. */
  static @Nullable Problem problem(InputLine line) {
    if (line instanceof InputLine.Unreadable unreadable) {
      return unreadable.problem();
    }
    if (line.at() != null || line instanceof InputLine.Advance) {
      return Problem.error(
          "L110",
          new Place("body", line.number(), 1),
          "a server lives by its own clock, which no line sets",
          "leave 'at' and 'advance' out");
    }
    return null;
  }

  /**
   * Handles a line.
   *
   * @param key id of the input if its line has none
   * @param spawn chart of the instance that is begun if none is alive; null = none is begun
   * @param first whether no line of the request was handled before
   */
  CompletableFuture<List<String>> handle(
      InstanceHandle instance,
      InputLine line,
      @Nullable String key,
      @Nullable String spawn,
      boolean first) {
    Instant now = context.clock().now();
    Problem problem = problem(line);
    if (problem != null) {
      return done(
          new OutputLines()
              .unreadable(line.number(), now, problem, require(instance).configuration()));
    }
    if (line instanceof InputLine.Submit submit) {
      Input given = submit.input();
      Input input = key == null || given.id() != null ? given : given.withId(key);
      return send(instance, input, spawn, now)
          .thenApply(
              handled -> {
                requireAccepted(instance, handled.outcome(), first);
                return answer(instance, line.number(), input, handled);
              });
    }
    if (line instanceof InputLine.Query query) {
      return done(query(instance, query, now));
    }
    return done(new OutputLines().meta(line.number(), now, require(instance).configuration()));
  }

  private CompletableFuture<HandledInput> send(
      InstanceHandle instance, Input input, @Nullable String spawn, Instant now) {
    return collector.collect(
        instance.id(),
        () ->
            spawn == null
                ? instance.send(input)
                : context.engine().sendOrSpawn(instance.id(), spawn, input),
        now);
  }

  private static CompletableFuture<List<String>> done(String line) {
    return CompletableFuture.completedFuture(List.of(line));
  }

  @SuppressWarnings("ReferenceEquality") // equal outcomes of other steps do not count
  private List<String> answer(
      InstanceHandle instance, int number, Input input, HandledInput handled) {
    Outcome outcome = handled.outcome();
    List<String> lines = new ArrayList<>();
    boolean found = false;
    for (int i = 0; i < handled.steps().size(); i++) {
      Step step = handled.steps().get(i);
      found |= step.outcome() == outcome; // timers that were due come before it
      if (found) {
        lines.add(OutputLines.step(handled.seq() + i, number, handled.at(), step));
      }
    }
    if (lines.isEmpty()) {
      Step step = new Step(new Cause.External(input), outcome, require(instance));
      lines.add(OutputLines.step(handled.seq(), number, handled.at(), step));
    }
    return lines;
  }

  /**
   * Throws where the input did not reach the instance, or its step could not be kept. After other
   * lines of the request were handled, the answer is the outcome, so that theirs is not lost.
   */
  private static void requireAccepted(InstanceHandle instance, Outcome outcome, boolean first) {
    String code = String.valueOf(outcome.code());
    if (outcome instanceof Outcome.Rejected && code.equals("no-instance")) {
      throw ApiProblem.noInstance(instance.id());
    }
    boolean refused = outcome instanceof Outcome.Rejected || outcome instanceof Outcome.Failed;
    if (first && refused && UNAVAILABLE.contains(code)) {
      throw ApiProblem.of(503, code, String.valueOf(outcome.message()));
    }
  }

  private String query(InstanceHandle instance, InputLine.Query query, Instant now) {
    List<String> configuration = require(instance).configuration();
    OutputLines lines = new OutputLines();
    int number = query.number();
    Input about = query.about();
    if (about != null) {
      return lines.can(number, now, about, instance.can(about), configuration);
    }
    return switch (query.kind()) {
      case "enabled" -> lines.enabled(number, now, instance.enabled(), configuration);
      case "phases" -> lines.phases(number, now, instance.phases(), configuration);
      case "stuck" ->
          lines.stuck(number, now, Objects.requireNonNull(instance.stuck()), configuration);
      default -> lines.progress(number, now, instance.progress(), configuration);
    };
  }

  private static Snapshot require(InstanceHandle instance) {
    Snapshot snapshot = instance.snapshot();
    if (snapshot == null) {
      throw ApiProblem.noInstance(instance.id());
    }
    return snapshot;
  }
}
