package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.reference.RandomChartGenerator;
import dev.statute.yaml.YamlCharts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal behaviour of charts after export and import. */
@Tag("long")
class RoundTripTest {
  private static final Path CHARTS = Path.of(System.getProperty("statute.root"), "charts");
  private static final int GENERATED = Integer.getInteger("charts", 200);
  private static final long SEED = Long.getLong("seed", 11);

  private static final String EVERYTHING =
      """
      chart: everything
      version: 3
      settings: { limit: 2, patience: 30s, words: [a, "b c"] }
      data: { n: 0, list: [1, two, 2.5], map: { a: { b: true } }, text: "it's \\"odd\\" <&>", typed: { type: int, initial: 1 } }
      events: { go: { by: int }, again: {}, stop: { n: int? }, inner: {}, open.it: { "...": any }, late: {} }
      on_unhandled: reject
      initial: work
      on: { stop: { to: over, reason: "stopped at ${data.n}" } }
      always: { when: data.n > 50, to: over }
      entry: [ { assign: { n: data.n + 1, typed: data.typed + 1 } } ]
      exit: [ { log: "bye ${data.n}" } ]
      states:
        work:
          initial: { to: first, do: [ { emit: { begun: { at: data.n } } } ] }
          tags: [busy, "two words"]
          requires: [ data.n < 100 ]
          states:
            first:
              entry:
                - if: [ { when: data.n > 3, do: [ { raise: inner } ] }, { when: data.n > 2, do: [] }, { do: [ { log: "low ${size(settings.words)}" } ] } ]
                - each: { item: x, in: data.list, do: [ { append: { list: x } } ] }
                - { send: { event: late, after: 10s, id: later } }
              exit: [ { cancel: later }, { merge: { map: { c: 1 } } }, { remove: [ map.a ] } ]
              on:
                go: [ { when: event.by > settings.limit, to: second, do: [ { assign: { n: data.n + event.by } } ] }, { do: [ { assign: { n: data.n + 1 } } ] } ]
                inner: second
                late: { to: first, internal: true }
              after: { settings.patience: second }
            second: { defer: [ go ], on: { again: earlier, open.it: { do: [ { assign: { map.last: event } } ] } } }
            earlier: { history: shallow, initial: first }
        both:
          parallel: true
          states:
            left: { states: { l1: { on: { go: l2 } }, l2: { final: true, output: { n: data.n, deep: { list: [ data.n, 1 ] } } } } }
            right: { states: { r1: { on: { again: r2 } }, r2: { final: true } } }
          on: { done.state.both: over }
        over: { final: true, output: { n: data.n } }
      transitions:
        - { from: [first, second], on: "again, open", to: [l1, r1] }
        - { from: any, on: late, to: both }
      moves: { first: [ second, { to: over, when: data.n > 1 } ] }
      timers: { slow: { in: [first, l1], after: [1m, 2m], restart_on: [go], send: stop } }
      """;

  @Test
  void a_chart_with_every_feature_is_restored_unchanged() {
    ChartDefinition chart = YamlCharts.load(new Source("everything.yaml", EVERYTHING)).get();
    compare(chart, List.of("go", "again", "stop", "open.it", "late"), 200, new Random(SEED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat-actor", "nexora", "onevalet", "observer"})
  void a_shipped_chart_comes_back_as_it_was(String name) {
    ChartDefinition chart = YamlCharts.load(CHARTS.resolve(name + ".yaml")).get();
    List<String> events =
        chart.events() == null
            ? List.of("resources.exhausted", "resources.available", "close")
            : List.copyOf(chart.events().keySet());
    compare(chart, events, 100, new Random(SEED));
  }

  @Test
  void generated_charts_come_back_as_they_were() {
    for (int i = 0; i < GENERATED; i++) {
      Random random = new Random(SEED + i);
      ChartDefinition chart = new RandomChartGenerator(random).chart();
      if (Chart.compile(chart).value() != null) {
        compare(chart, RandomChartGenerator.EVENTS, 1, random);
      }
    }
  }

  private static void compare(ChartDefinition chart, List<String> events, int runs, Random random) {
    String document = ScxmlExport.toScxml(chart);
    String yaml = ScxmlImportTest.toYaml(new Source("back.scxml", document)).get();
    ChartDefinition back = YamlCharts.load(new Source("back.yaml", yaml)).get();
    for (int run = 0; run < runs; run++) {
      long seed = random.nextLong();
      assertThat(played(back, events, new Random(seed)))
          .as("seed %s of\n%s", seed, document)
          .isEqualTo(played(chart, events, new Random(seed)));
    }
  }

  /** Returns the outcomes of random events, moves and time, without places. */
  private static List<String> played(
      ChartDefinition definition, List<String> events, Random random) {
    Interpreter interpreter =
        Interpreter.of(
            Chart.compile(definition).get(),
            Policy.none("both forms of a chart are compared, not its rules"));
    Instant now = Instant.EPOCH;
    List<String> log = new ArrayList<>();
    Step begun = interpreter.start("i", Map.of(), now);
    List<Step> steps = interpreter.runToCompletion(begun, now);
    tell(steps, log);
    if (!(begun.outcome() instanceof Outcome.Started)) {
      return log;
    }
    List<String> states = new ArrayList<>(interpreter.chart().states());
    Snapshot at = steps.get(steps.size() - 1).snapshot();
    for (int i = 0; i < 15; i++) {
      now = now.plusSeconds(random.nextInt(20));
      Map<String, Object> data =
          random.nextBoolean() ? Map.of("by", (long) random.nextInt(5)) : Map.of();
      Input input =
          random.nextInt(6) == 0
              ? new Input.Move(states.get(random.nextInt(states.size())))
              : new Input.Event(events.get(random.nextInt(events.size())), data);
      steps = interpreter.handle(at, input, now);
      tell(steps, log);
      at = steps.get(steps.size() - 1).snapshot();
    }
    log.add(String.valueOf(at.data()));
    return log;
  }

  private static void tell(List<Step> steps, List<String> log) {
    for (Step step : steps) {
      Outcome outcome = step.outcome();
      log.add(
          outcome.kind()
              + " "
              + outcome.code()
              + " "
              + outcome.configuration()
              + " -"
              + outcome.trace().exited()
              + " +"
              + outcome.trace().entered()
              + " "
              + outcome.trace().effects());
    }
  }
}
