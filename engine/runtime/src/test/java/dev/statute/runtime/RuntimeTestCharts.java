package dev.statute.runtime;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.yaml.YamlCharts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Charts for the tests of the runtime, and a recording listener. */
final class RuntimeTestCharts {
  private RuntimeTestCharts() {}

  static Chart chart(String yaml) {
    return Chart.compile(YamlCharts.load(new Source("test.yaml", yaml)).get()).get();
  }

  /** Returns a chart that counts events and emits the count. */
  static Chart counter() {
    return chart(
        """
        chart: counter
        data: { n: 0, last: -1 }
        states:
          counting:
            on:
              Add: { do: [ { assign: { n: data.n + 1 } } ] }
              Next: { do: [ { assign: { n: data.n + 1, last: event.i } }, { emit: { counted: { i: event.i } } } ] }
              Boom: { do: [ { fail: "'boom'" } ] }
              End: ended
          ended: { final: true, output: { n: data.n } }
        """);
  }

  /** Recorder of notifications, in order. */
  static final class ListenerLog implements Listener {
    private final List<String> all = Collections.synchronizedList(new ArrayList<>());

    List<String> all() {
      return List.copyOf(all);
    }

    void clear() {
      all.clear();
    }

    @Override
    public void onStep(String instance, Instant at, Step step) {
      all.add(instance + " " + step.outcome().kind());
    }

    @Override
    public void onStateChanged(String instance, String from, String to, @Nullable String reason) {
      all.add(instance + " " + from + " -> " + to + (reason == null ? "" : " (" + reason + ")"));
    }

    @Override
    public void onEmit(String instance, String type, Map<String, ?> data) {
      all.add(instance + " " + type + data);
    }

    @Override
    public void onFinding(String instance, ReportedFinding found) {
      all.add(instance + " " + found.finding().pattern());
    }

    @Override
    public void onFinished(String instance, Snapshot snapshot) {
      all.add(instance + " finished " + snapshot.configuration());
    }

    @Override
    public void onUndelivered(String instance, String to, String event) {
      all.add(instance + " could not reach " + to + " with " + event);
    }
  }
}
