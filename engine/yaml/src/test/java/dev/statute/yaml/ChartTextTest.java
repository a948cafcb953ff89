package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.yaml.internal.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of a chart, which stores keep: it is the same chart, without its parents. */
class ChartTextTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root", "../.."));

  static List<Path> shippedCharts() throws IOException {
    try (Stream<Path> files =
        Stream.concat(Files.walk(ROOT.resolve("charts")), Files.walk(ROOT.resolve("samples")))) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> isWhole(YamlCharts.load(file).value()))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shippedCharts")
  void the_text_of_a_shipped_chart_is_the_same_chart(Path file) {
    ChartDefinition chart = YamlCharts.load(file).get();
    assertThat(hash(YamlCharts.load(new Source("text", text(chart))))).isEqualTo(hash(chart));
    String written = TreeWriter.write(YamlTree.read(new Source("text", text(chart))).get());
    assertThat(hash(YamlCharts.load(new Source("written", written)))).isEqualTo(hash(chart));
  }

  @Test
  void charts_are_found() throws IOException {
    assertThat(shippedCharts()).hasSizeGreaterThan(10);
  }

  @Test
  void a_file_is_kept_as_it_is_and_a_child_with_all_of_its_parents() {
    String base =
        "chart: base # why\ndata: { zip: '0123', n: 1.50, t: 'a: b', e: '', l: [] }\nstates: { a: {} }\n";
    ChartDefinition parent = YamlCharts.load(new Source("base.yaml", base)).get();
    assertThat(parent.text()).isEqualTo(base);
    ChartDefinition child =
        YamlCharts.load(
                new Source("child.yaml", "extends: base.yaml\nchart: child\nstates: { b: {} }\n"),
                name -> new Source(name.value(), base))
            .get();
    assertThat(child.text())
        .isEqualTo(
            """
            chart: child
            data:
              zip: "0123"
              n: 1.50
              t: "a: b"
              e: ""
              l: []
            states:
              a: {}
              b: {}
            """);
    assertThat(hash(YamlCharts.load(new Source("text", text(child))))).isEqualTo(hash(child));
  }

  /**
   * Tests for a chart that compiles without the settings of packs, which this module cannot load.
   */
  private static boolean isWhole(@Nullable ChartDefinition chart) {
    return chart != null && Chart.compile(chart).value() != null;
  }

  private static String text(ChartDefinition chart) {
    return String.valueOf(chart.text());
  }

  private static String hash(Loaded<ChartDefinition> chart) {
    return hash(chart.get());
  }

  private static String hash(ChartDefinition chart) {
    return Chart.compile(chart).get().hash();
  }
}
