package dev.statute.spring.internal;

import dev.statute.runtime.Call;
import dev.statute.runtime.Handler;
import dev.statute.runtime.Reply;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.util.ClassUtils;

/** Observation of one attempt of a handler, which becomes a timer and a span. */
final class HandlerObservation {
  /** False without the optional library. */
  static final boolean IS_AVAILABLE =
      ClassUtils.isPresent(
          "io.micrometer.observation.ObservationRegistry",
          HandlerObservation.class.getClassLoader());

  private HandlerObservation() {}

  @SuppressWarnings("try") // the scope ends with the block
  static Reply observe(ObservationRegistry registry, Handler handler, Call call) throws Exception {
    Observation observation =
        Observation.createNotStarted("statute.handler", registry)
            .contextualName("statute " + call.handler())
            .lowCardinalityKeyValue("handler", call.handler())
            .highCardinalityKeyValue("instance", call.instance())
            .highCardinalityKeyValue("key", call.key())
            .highCardinalityKeyValue("attempt", String.valueOf(call.attempt()))
            .start();
    try (Observation.Scope scope = observation.openScope()) {
      return handler.handle(call);
    } catch (Exception | Error e) {
      observation.error(e);
      throw e;
    } finally {
      observation.stop();
    }
  }
}
