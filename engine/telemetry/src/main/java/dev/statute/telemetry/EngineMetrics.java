package dev.statute.telemetry;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.runtime.Call;
import dev.statute.runtime.Engine;
import dev.statute.runtime.Listener;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.telemetry.internal.metric.MeterSet;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;

/**
 * Meters of an engine in a Micrometer registry. Add it to the engine as a listener, and {@link
 * #bind} the engine when it is built. Labels never hold ids of instances, and each meter has a
 * bounded number of series. Thread-safe.
 */
public final class EngineMetrics implements Listener {
  private static final int MAX_SERIES = 1000;
  private static final String NO_RULE = "none";
  private static final Duration[] STEP_TIMES = {
    Duration.ofNanos(100_000),
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofSeconds(1)
  };

  private final MeterRegistry registry;
  private final List<Engine> engines = new CopyOnWriteArrayList<>();
  private final MeterSet<Counter> decisions;
  private final MeterSet<Counter> findings;
  private final MeterSet<Timer> steps;
  private final MeterSet<Counter> finished;
  private final MeterSet<Counter> handlerFailures;
  private final Counter takeovers;
  private final Counter parked;
  private final Counter slowSteps;
  private final Counter undelivered;

  /** Creates meters in a registry. */
  public EngineMetrics(MeterRegistry registry) {
    this.registry = registry;
    decisions =
        counters(
            "statute.decisions",
            "Steps by outcome and by the rule that decided it",
            "outcome",
            "chart",
            "rule");
    findings =
        counters("statute.findings", "Findings that were reported", "level", "chart", "pattern");
    finished = counters("statute.instances.finished", "Instances that ended", "chart");
    handlerFailures =
        counters("statute.handler.failures", "Attempts of handlers that failed", "handler");
    steps = new MeterSet<>(MAX_SERIES, this::stepTimer, "chart");
    takeovers =
        counter("statute.takeovers", "Instances that were taken over from a worker that is gone");
    parked = counter("statute.instances.parked", "Instances that were parked after failures");
    slowSteps = counter("statute.steps.slow", "Steps that took longer than the limit");
    undelivered = counter("statute.sends.undelivered", "Sends without a receiver");
  }

  private MeterSet<Counter> counters(String name, String text, String... labels) {
    return new MeterSet<>(
        MAX_SERIES,
        tags -> Counter.builder(name).description(text).tags(tags).register(registry),
        labels);
  }

  private Counter counter(String name, String text) {
    return Counter.builder(name).description(text).register(registry);
  }

  private Timer stepTimer(Tags tags) {
    return Timer.builder("statute.step")
        .description("Time of the interpreter per input")
        .tags(tags)
        .serviceLevelObjectives(STEP_TIMES)
        .register(registry);
  }

  /** Adds gauges of the engine's present load; of several engines they show the sum. */
  public void bind(Engine engine) {
    engines.add(engine);
    gauge("statute.mailbox.messages", "Inputs that wait in mailboxes", Engine::waitingMessages);
    gauge("statute.effects.pending", "Committed effects not settled", Engine::pendingEffects);
    gauge("statute.instances.memory", "Instances in memory", Engine::instancesInMemory);
  }

  private void gauge(String name, String text, ToLongFunction<Engine> value) {
    Gauge.builder(name, () -> engines.stream().mapToLong(value).sum())
        .description(text)
        .register(registry);
  }

  @Override
  public void onHandled(String instance, Instant at, List<Step> all, Duration took) {
    if (!all.isEmpty()) {
      steps.get(chart(all.get(0))).record(took);
    }
  }

  @Override
  public void onStep(String instance, Instant at, Step step) {
    Outcome outcome = step.outcome();
    decisions.get(outcome.kind(), chart(step), rule(outcome)).increment();
    for (ReportedFinding found : outcome.trace().findings()) {
      findings.get(found.finding().level(), chart(step), found.finding().pattern()).increment();
    }
  }

  @Override
  public void onFinished(String instance, Snapshot snapshot) {
    finished.get(snapshot.chart().name()).increment();
  }

  @Override
  public void onHandlerFailed(Call call, Throwable error) {
    handlerFailures.get(call.handler()).increment();
  }

  @Override
  public void onTakeover(String instance, String previous) {
    takeovers.increment();
  }

  @Override
  public void onParked(String instance, String reason) {
    parked.increment();
  }

  @Override
  public void onSlowStep(String instance, Duration soFar) {
    slowSteps.increment();
  }

  @Override
  public void onUndelivered(String instance, String to, String event) {
    undelivered.increment();
  }

  private static String chart(Step step) {
    return step.snapshot().chart().name();
  }

  private static String rule(Outcome outcome) {
    if (outcome instanceof Outcome.Denied denied) {
      return denied.rule();
    }
    return outcome.trace().verdicts().stream()
        .filter(RankedVerdict::decisive)
        .findFirst()
        .map(verdict -> verdict.ruling().rule())
        .orElse(NO_RULE);
  }
}
