package dev.statute.spring.internal;

import dev.statute.Statute;
import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import dev.statute.step.Interpreter;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Endpoint {@code statute}: charts, the first instances, problems, and one instance by its id. */
@Endpoint(id = "statute")
public final class StatuteEndpoint {
  private static final int MAX_INSTANCES = 100;

  private final Engine engine;
  private final Statute statute;

  /** Creates the endpoint. */
  public StatuteEndpoint(Engine engine, Statute statute) {
    this.engine = engine;
    this.statute = statute;
  }

  /** Returns the overview. */
  @ReadOperation
  public Map<String, Object> overview() {
    Map<String, Object> overview = new LinkedHashMap<>();
    overview.put("charts", statute.charts().stream().map(StatuteEndpoint::chart).toList());
    overview.put("uses", engine.store().charts());
    overview.put("instances", instances());
    overview.put("problems", problems());
    overview.put("handlerFailures", engine.handlerFailures());
    overview.put("slowSteps", engine.slowSteps());
    overview.put("waitingMessages", engine.waitingMessages());
    overview.put("pendingEffects", engine.pendingEffects());
    return overview;
  }

  private static Map<String, Object> chart(Interpreter interpreter) {
    Map<String, Object> chart = new LinkedHashMap<>();
    chart.put("name", interpreter.chart().name());
    chart.put("version", interpreter.chart().version());
    chart.put("hash", interpreter.chart().hash());
    return chart;
  }

  private List<Map<String, @Nullable Object>> instances() {
    return engine.store().list(Filter.all(MAX_INSTANCES)).stream()
        .map(StatuteEndpoint::instance)
        .toList();
  }

  private static Map<String, @Nullable Object> instance(InstanceSummary summary) {
    Map<String, @Nullable Object> instance = new LinkedHashMap<>();
    instance.put("id", summary.id());
    instance.put("chart", summary.chart());
    instance.put("version", summary.version());
    instance.put("status", summary.status().name());
    instance.put("states", summary.configuration());
    instance.put("changed", summary.changed().toString());
    instance.put("due", summary.due() == null ? null : summary.due().toString());
    instance.put("waiting", summary.waiting());
    instance.put("owing", summary.owing());
    instance.put("reason", summary.reason());
    return instance;
  }

  private List<String> problems() {
    Stream<Problem> all = Stream.concat(statute.warnings().stream(), engine.warnings().stream());
    Stream<String> unknown =
        engine.unknownCharts().stream()
            .map(
                use ->
                    use.live()
                        + (use.live() == 1 ? " instance runs " : " instances run ")
                        + use.name()
                        + " "
                        + use.version()
                        + ", which is not registered; "
                        + (use.live() == 1 ? "it waits" : "they wait"));
    return Stream.concat(all.map(Problem::toString), unknown).toList();
  }

  /**
   * Returns the stored state of an instance, or null if there is none.
   *
   * @param instance its id, in parts between slashes
   */
  @ReadOperation
  public @Nullable Map<String, @Nullable Object> inspect(
      @Selector(match = Selector.Match.ALL_REMAINING) String... instance) {
    return engine.store().inspect(String.join("/", instance));
  }
}
