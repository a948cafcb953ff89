package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.RuleVerdict;
import dev.statute.runtime.Engine;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any number of layers of rules above those that a chart names. */
class RuleLayersTest {
  @TempDir private Path folder;
  private Path chart = Path.of("");

  @BeforeEach
  void write_a_chart_with_rules_of_its_own() throws IOException {
    chart =
        write(
            "lamp.yaml",
            """
            chart: lamp
            policies: [{ pack: lamp, disable: ["never"] }]
            settings: { most: 1 }
            states: { off: { on: { press: on, reset: off } }, on: { final: true } }
            """);
    write(
        "lamp.drl",
        rule("r", "press", "Deny", "\"chart\"") + rule("never", "reset", "Deny", "\"\""));
    write("lamp.pack.yaml", "settings: { most: { type: int, default: 1, doc: \"\" } }\n");
  }

  private static String rule(String name, String event, String verdict, String reason) {
    return """
        rule "%s"
        when
          $t : Transition( event == "%s" )
        then
          insert( new %s($t, %s) );
        end
        """
        .formatted(name, event, verdict, reason);
  }

  private Path layer(String name, String verdict) throws IOException {
    return write(name + "/lamp.drl", rule("r", "press", verdict, "\"" + name + "\""));
  }

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    String head = name.endsWith(".drl") ? "package p\nimport dev.statute.policy.*\n" : "";
    return Files.writeString(file, head + content);
  }

  private static ChartLoader over(List<Path> layers) {
    ChartLoader loader = Statute.loader();
    for (Path layer : layers) {
      loader = loader.rules(layer);
    }
    return loader;
  }

  private Outcome ask(ChartLoader loader, String event) {
    try (Statute statute = loader.load(chart);
        Engine engine = statute.engine().sameThread().build()) {
      engine.spawn("l", "lamp").join();
      return engine.instance("l").ask(event);
    }
  }

  /** Returns the layer, rule and reason of the deciding verdict. */
  private static List<String> decisive(Outcome outcome) {
    return outcome.trace().verdicts().stream()
        .filter(RankedVerdict::decisive)
        .map(RankedVerdict::ruling)
        .map(r -> r.layer() + " " + r.rule() + " " + r.verdict().reason())
        .toList();
  }

  @Test
  void each_layer_outvotes_the_one_before_and_the_trace_names_all() throws IOException {
    List<String> names = List.of("company", "department", "team", "group", "person");
    List<Path> layers = new ArrayList<>();
    assertThat(ask(over(layers), "press")).isInstanceOf(Outcome.Denied.class);
    for (int i = 0; i < names.size(); i++) {
      boolean permits = i % 2 == 0;
      layers.add(layer(names.get(i), permits ? "Permit" : "Deny").getParent());
      Outcome outcome = ask(over(layers), "press");
      assertThat(outcome).isInstanceOf(permits ? Outcome.Taken.class : Outcome.Denied.class);
      assertThat(decisive(outcome))
          .containsExactly(names.get(i) + " " + names.get(i) + "#r " + names.get(i));
      List<String> all = new ArrayList<>(List.of("chart"));
      all.addAll(names.subList(0, i + 1));
      assertThat(outcome.trace().verdicts())
          .extracting(each -> each.ruling().layer().name())
          .containsExactlyElementsOf(all);
    }
    assertThat(decisive(ask(over(layers).onlyRules(), "press")))
        .containsExactly("person person#r person");
  }

  @Test
  void a_layer_without_a_verdict_leaves_the_decision_to_those_below() throws IOException {
    Path quiet = write("quiet/other.drl", rule("r", "reset", "Ignore", "\"quiet\""));
    List<Path> layers = List.of(layer("company", "Permit"), quiet);
    assertThat(decisive(ask(over(layers), "press"))).containsExactly("lamp lamp#r company");
    assertThat(decisive(ask(over(layers), "reset"))).containsExactly("other other#r quiet");
  }

  @Test
  void a_rule_that_the_chart_disables_stays_so_below_any_number_of_layers() throws IOException {
    assertThat(ask(Statute.loader(), "reset")).isInstanceOf(Outcome.Taken.class);
    List<Path> layers = List.of(layer("company", "Deny"), layer("team", "Deny"));
    assertThat(ask(over(layers), "reset")).isInstanceOf(Outcome.Taken.class);
  }

  @Test
  void nothing_but_the_order_of_the_layers_decides() throws IOException {
    Random random = new Random(7);
    Map<Path, String> verdicts = new LinkedHashMap<>();
    for (int i = 0; i < 5; i++) {
      String verdict = List.of("Permit", "Deny", "Ignore").get(i % 3);
      verdicts.put(layer("layer" + i, verdict), verdict);
    }
    for (int round = 0; round < 20; round++) {
      List<Path> layers = new ArrayList<>(verdicts.keySet());
      Collections.shuffle(layers, random);
      layers = layers.subList(0, 1 + random.nextInt(layers.size()));
      Path last = layers.get(layers.size() - 1);
      List<RuleVerdict> decisive =
          ask(over(layers), "press").trace().verdicts().stream()
              .filter(RankedVerdict::decisive)
              .map(RankedVerdict::ruling)
              .toList();
      assertThat(decisive).as("%s", layers).hasSize(1);
      assertThat(decisive.get(0).verdict().getClass().getSimpleName())
          .as("%s", layers)
          .isEqualTo(verdicts.get(last));
      assertThat(Path.of(decisive.get(0).place().file())).isEqualTo(last);
    }
  }

  @Test
  void settings_of_the_last_layer_count_and_a_profile_stands_over_all() throws IOException {
    List<Path> layers = new ArrayList<>();
    for (String name : List.of("company", "team", "person")) {
      layers.add(layer(name, "Permit").getParent());
      String limits = "{ %s: %s.0, all: 0.0 }".formatted(name, layers.size());
      write(
          name + "/pack.yaml",
          "settings:\n  limits: { type: map, default: %s }\n  least: { type: int, default: %s }\n"
              .formatted(limits, layers.size()));
    }
    write("rules/profiles/busy.yaml", "least: 9\n");
    try (Statute plain = over(layers).load(chart);
        Statute busy = over(layers).profile("busy").load(chart)) {
      assertThat(plain.chart("lamp").chart().settings().num("least")).isEqualTo(3);
      assertThat(plain.chart("lamp").chart().settings().value("limits"))
          .isEqualTo(Map.of("company", 1.0, "team", 2.0, "person", 3.0, "all", 0.0));
      assertThat(busy.chart("lamp").chart().settings().num("least")).isEqualTo(9);
    }
    Collections.reverse(layers);
    try (Statute reversed = over(layers).load(chart)) {
      assertThat(reversed.chart("lamp").chart().settings().num("least")).isEqualTo(1);
    }
  }
}
