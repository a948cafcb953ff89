package dev.statute.cli.internal.turn;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.input.InputDescription;
import dev.statute.json.DecisionLines;
import dev.statute.runtime.Call;
import dev.statute.runtime.Listener;
import dev.statute.step.Decision;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;

/** Printer of a worker's steps as results, and of its faults as notices. Thread-safe. */
final class WorkerListener implements Listener {
  private final Console console;
  private final boolean json;
  private final DecisionLines lines = DecisionLines.plain();
  private long seq;

  WorkerListener(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  @Override
  public synchronized void onStep(String instance, Instant at, Step step) {
    console.printLine(
        json
            ? lines.line(new Decision(seq++, instance, at, step, null))
            : stepLine(instance, step));
    console.out().flush();
  }

  @Override
  public void onHandlerFailed(Call call, Throwable error) {
    String firstLine = String.valueOf(error.getMessage()).lines().findFirst().orElse("");
    console.printNotice(
        "%s: handler '%s' failed, attempt %s: %s"
            .formatted(call.instance(), call.handler(), call.attempt(), firstLine));
  }

  @Override
  public void onSlowStep(String instance, Duration soFar) {
    console.printNotice(instance + ": its step has taken " + soFar.toSeconds() + " s so far");
  }

  @Override
  public void onParked(String instance, String reason) {
    console.printNotice(instance + " is parked: " + reason);
  }

  @Override
  public void onLateAnswer(String instance, String key, String event) {
    console.printNotice(instance + " does not wait for " + event + " (" + key + ") any more");
  }

  @Override
  public void onUndelivered(String instance, String to, String event) {
    console.printNotice(
        instance + " sends " + event + " to '" + to + "', which is no instance here");
  }

  private String stepLine(String instance, Step step) {
    String from = String.join(", ", step.outcome().from());
    String to = String.join(", ", step.outcome().configuration());
    String message = step.outcome().message();
    return instance
        + "  "
        + InputDescription.describe(step.cause())
        + "  "
        + step.outcome().kind()
        + "  "
        + (from.equals(to) || from.isEmpty() ? to : from + " → " + console.style().bold(to))
        + (message == null ? "" : "  " + message);
  }
}
