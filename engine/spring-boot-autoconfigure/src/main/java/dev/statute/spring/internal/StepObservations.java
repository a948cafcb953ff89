package dev.statute.spring.internal;

import dev.statute.runtime.Listener;
import dev.statute.step.Cause;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Observations of steps, which become spans; the engine counts steps itself. A step is observed
 * after its commit, so an observation has no length; the time of the interpreter is its value
 * {@code took}.
 */
public final class StepObservations implements Listener {
  private final Supplier<@Nullable ObservationRegistry> registry;

  /** Creates a listener; the registry is asked for at each step, as it may come to be later. */
  public StepObservations(Supplier<@Nullable ObservationRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
    ObservationRegistry known = registry.get();
    if (known == null || known.isNoop()) {
      return;
    }
    for (Step step : steps) {
      Outcome outcome = step.outcome();
      Observation.createNotStarted("statute.step", known)
          .contextualName("statute step " + outcome.kind())
          .lowCardinalityKeyValue("chart", step.snapshot().chart().name())
          .lowCardinalityKeyValue("outcome", outcome.kind())
          .lowCardinalityKeyValue("cause", cause(step.cause()))
          .highCardinalityKeyValue("instance", instance)
          .highCardinalityKeyValue("from", String.join(",", outcome.from()))
          .highCardinalityKeyValue("to", String.join(",", outcome.configuration()))
          .highCardinalityKeyValue("took", took.toString())
          .start()
          .stop();
    }
  }

  private static String cause(Cause cause) {
    return cause.getClass().getSimpleName();
  }
}
