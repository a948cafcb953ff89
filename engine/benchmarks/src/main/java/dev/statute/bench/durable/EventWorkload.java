package dev.statute.bench.durable;

import dev.statute.problem.Source;
import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.store.InstanceStore;
import dev.statute.yaml.YamlCharts;
import java.util.Map;

/** Events to instances in a store, each with an id and an outcome. */
final class EventWorkload implements DurableWorkload {
  private static final String CHART =
      """
      chart: relay
      states:
        one: { on: { flip: two } }
        two: { on: { flip: one } }
      """;

  private final InstanceStore store;
  private final Engine engine;
  private final ConcurrentLoad load;

  EventWorkload(InstanceStore store, int inFlight) {
    this.store = store;
    Chart chart = Chart.compile(YamlCharts.load(new Source("relay.yaml", CHART)).get()).get();
    engine = Engine.builder().chart(chart).store(store).build();
    for (int i = 0; i < inFlight; i++) {
      engine.spawn("relay-" + inFlight + "-" + i, "relay").join();
    }
    load =
        ConcurrentLoad.begin(
            inFlight, lane -> flips(engine.instance("relay-" + inFlight + "-" + lane)));
  }

  private static ConcurrentLoad.Lane flips(InstanceHandle instance) {
    return number ->
        instance
            .send(new Input.Event("flip", Map.of(), "flip-" + number))
            .thenAccept(EventWorkload::mustBeTaken);
  }

  private static void mustBeTaken(Outcome outcome) {
    if (!outcome.kind().equals("taken")) {
      throw new IllegalStateException("not taken: " + outcome);
    }
  }

  @Override
  public long done() {
    return load.done();
  }

  @Override
  public void end() throws Exception {
    load.end();
    engine.close();
    store.close();
  }
}
