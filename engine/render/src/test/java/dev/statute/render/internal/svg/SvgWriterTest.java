package dev.statute.render.internal.svg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Source;
import dev.statute.render.DiagramNotation;
import dev.statute.render.internal.diagram.DiagramNode;
import dev.statute.step.reference.RandomChartGenerator;
import dev.statute.yaml.YamlCharts;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class SvgWriterTest {
  private static final long SEED = Long.getLong("seed", 11);
  private static final Path CHARTS = Path.of(System.getProperty("statute.root"), "charts");

  private static final String SHOP =
      """
      chart: machine-shop
      settings: { cool: 30s }
      initial: work
      states:
        work:
          parallel: true
          tags: [busy]
          states:
            spindle:
              initial: still
              states:
                still: { on: { start: spinning } }
                spinning:
                  tags: [hot]
                  entry: [ { call: spin } ]
                  on: { stop: still, overheat: { to: still, guard: cooling, do: [ { raise: cool } ] } }
            coolant:
              states:
                dry: { on: { start: wet, cool: wet } }
                wet: { tags: [wet], after: { settings.cool: dry }, exit: [ { log: "<dry> again" } ] }
            light: { on: { toggle: { do: [ { log: toggled } ] } } }
          on: { power.off: halt }
        halt: { on: { power.on: [ { when: "data.ok && 1 < 2", to: work }, { to: z } ] } }
        z: { final: true }
      moves: { halt: [ z, halt ] }
      on: { quit: z }
      timers: { idle: { in: [halt], after: 10m, restart_on: any, send: quit } }
      """;

  /** Returns the shipped charts, and one with every feature. */
  static Stream<ChartDefinition> charts() throws IOException {
    try (Stream<Path> files = Files.list(CHARTS)) {
      List<Path> shipped =
          files
              .filter(f -> f.toString().endsWith(".yaml") && !f.toString().endsWith(".test.yaml"))
              .sorted()
              .toList();
      return Stream.concat(
          shipped.stream().map(file -> YamlCharts.load(file).get()), Stream.of(shop()));
    }
  }

  @ParameterizedTest
  @MethodSource("charts")
  void nothing_lies_on_a_label_or_a_state(ChartDefinition chart) {
    DiagramLayout plan = ElkLayout.of(chart);
    List<double[]> places = new ArrayList<>();
    for (DiagramLayout.Box box : plan.boxes()) {
      DiagramNode node = box.node();
      if (node == null || !node.composite()) {
        places.add(new double[] {box.x(), box.y(), box.width(), box.height()});
      }
    }
    for (DiagramLayout.Wire wire : plan.wires()) {
      if (!wire.lines().isEmpty()) {
        places.add(
            new double[] {
              wire.labelX(),
              wire.labelY(),
              TextLine.widest(wire.lines()) + 8,
              wire.lines().size() * TextLine.HEIGHT
            });
      }
    }
    for (int i = 0; i < places.size(); i++) {
      double[] a = places.get(i);
      assertThat(a[0] >= 0 && a[0] + a[2] <= plan.width() && a[1] + a[3] <= plan.height()).isTrue();
      for (int j = i + 1; j < places.size(); j++) {
        double[] b = places.get(j);
        boolean apart =
            a[0] + a[2] <= b[0]
                || b[0] + b[2] <= a[0]
                || a[1] + a[3] <= b[1]
                || b[1] + b[3] <= a[1];
        assertThat(apart).as("%s and %s of %s", i, j, chart.name().value()).isTrue();
      }
    }
  }

  /** Arrows from outside enter at the upper edge, beside the title and its own behaviour. */
  private static final String REVIEWED =
      """
      chart: reviewed
      states:
        draft: { on: { submit: second } }
        reviewing:
          entry: [ { log: "a line that is far wider than the state inside" } ]
          initial: first
          states:
            first: { on: { next: second } }
            second: { on: { ok: published } }
        published: { on: { again: second, undo: draft } }
      """;

  static Stream<ChartDefinition> manyCharts() throws IOException {
    return Stream.of(
            charts(),
            Stream.of(YamlCharts.load(new Source("reviewed.yaml", REVIEWED)).get()),
            IntStream.range(0, 150)
                .mapToObj(i -> new RandomChartGenerator(new Random(SEED * 1_000 + i)).chart()))
        .flatMap(each -> each);
  }

  @ParameterizedTest
  @MethodSource("manyCharts")
  void no_arrow_runs_through_the_text_of_a_state(ChartDefinition chart) {
    DiagramLayout plan = ElkLayout.of(chart);
    List<String> crossed = new ArrayList<>();
    for (DiagramLayout.Box box : plan.boxes()) {
      DiagramNode node = box.node();
      double width = node == null ? box.width() : ElkLayout.width(node, box.lines());
      double height =
          node == null || !node.composite() ? box.height() : ElkLayout.head(node, box.lines());
      for (DiagramLayout.Wire wire : plan.wires()) {
        for (int i = 1; i < wire.points().size(); i++) {
          if (DiagramLayout.crosses(
              wire.points().get(i - 1),
              wire.points().get(i),
              box.x() + 1,
              box.y() + 1,
              box.x() + Math.min(width, box.width()) - 1,
              box.y() + height - 1)) {
            crossed.add((node == null ? box.shape() : node.title()) + " by " + wire);
          }
        }
      }
    }
    assertThat(crossed).as("seed %d: %s", SEED, DiagramNotation.MERMAID.render(chart)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("charts")
  void the_same_chart_gives_the_same_picture_and_nothing_is_fetched(ChartDefinition chart)
      throws Exception {
    String picture = DiagramNotation.SVG.render(chart);
    assertThat(DiagramNotation.SVG.render(chart)).isEqualTo(picture);
    Element root = parsed(picture).getDocumentElement();
    assertThat(root.getElementsByTagName("script").getLength()).isZero();
    assertThat(picture).doesNotContain("href", "@import", "url(http");
  }

  @Test
  void a_picture_shows_the_actions_of_the_chart() throws Exception {
    Document picture = parsed(DiagramNotation.SVG.render(shop()));
    assertThat(texts(picture))
        .contains(
            "machine-shop",
            "idle: after 10m in halt → quit, restarts on any",
            "busy",
            "hot",
            "entry / call spin",
            "overheat [guard: cooling]",
            "/ raise cool",
            "after 30s",
            "exit / log “<dry> again”",
            "toggle / log “toggled”",
            "power.on [data.ok && 1 < 2]",
            "direct move to itself",
            "quit (after 10m)");
  }

  @Test
  void states_are_marked_by_their_kind() throws Exception {
    Document picture = parsed(DiagramNotation.SVG.render(shop()));
    assertThat(kinds(picture))
        .containsExactly(
            "state-work: state group initial tagged tag0",
            "state-spindle: state region",
            "state-still: state initial",
            "state-spinning: state tagged tag1",
            "state-coolant: state region",
            "state-dry: state initial",
            "state-wet: state tagged tag2",
            "state-light: state",
            "state-halt: state",
            "state-z: state final");
  }

  @Test
  void arrows_name_the_states_that_they_join() throws Exception {
    NodeList all = parsed(DiagramNotation.SVG.render(shop())).getElementsByTagName("path");
    List<String> ends = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element path = (Element) all.item(i);
      if (path.hasAttribute("data-from")) {
        ends.add(path.getAttribute("data-from") + " > " + path.getAttribute("data-to"));
      }
    }
    assertThat(ends)
        .contains(
            " > work",
            " > still",
            "still > spinning",
            "spinning > still",
            "work > halt",
            "halt > work",
            "machine-shop > z");
  }

  @Test
  void regions_stand_side_by_side_with_a_line_between_them() {
    assertThat(ElkLayout.of(shop()).dividers()).hasSize(2);
  }

  @Test
  void a_region_that_an_arrow_leaves_or_reaches_has_an_outline() {
    String chart =
        """
        chart: two
        states:
          both:
            parallel: true
            states:
              left: { states: { a: {} }, on: { leave: out } }
              right: { states: { b: {} } }
          out: {}
        """;
    List<DiagramLayout.Shape> shapes =
        ElkLayout.of(YamlCharts.load(new Source("two.yaml", chart)).get()).boxes().stream()
            .map(DiagramLayout.Box::shape)
            .filter(s -> s == DiagramLayout.Shape.REGION || s == DiagramLayout.Shape.APART)
            .toList();
    assertThat(shapes).containsExactly(DiagramLayout.Shape.APART, DiagramLayout.Shape.REGION);
  }

  @Test
  void an_alternative_beside_a_move_and_an_else_are_one_arrow_each() {
    List<String> labels =
        ElkLayout.of(shop()).wires().stream()
            .map(w -> String.join("|", w.lines().stream().map(TextLine::text).toList()))
            .filter(l -> l.contains("power.on"))
            .toList();
    assertThat(labels)
        .containsExactly("power.on [data.ok && 1 < 2]", "power.on [else]|or a direct move");
  }

  private static ChartDefinition shop() {
    return YamlCharts.load(new Source("shop.yaml", SHOP)).get();
  }

  private static List<String> texts(Document picture) {
    NodeList all = picture.getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      texts.add(all.item(i).getTextContent());
    }
    return texts;
  }

  private static List<String> kinds(Document picture) {
    NodeList all = picture.getElementsByTagName("g");
    List<String> kinds = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element group = (Element) all.item(i);
      if (group.hasAttribute("id")) {
        kinds.add(group.getAttribute("id") + ": " + group.getAttribute("class"));
      }
    }
    return kinds;
  }

  @Test
  void each_named_colour_has_a_plain_one_before_it_for_programs_that_know_no_names() {
    String named = "(fill|stroke): var\\(--(?!chip)[a-z0-9-]+\\)";
    assertThat(SvgTheme.CSS).containsPattern(named);
    assertThat(
            SvgTheme.CSS.replaceAll("(fill|stroke): #[0-9a-f]{6}; \\1: var\\(--[a-z0-9-]+\\)", ""))
        .doesNotContainPattern(named)
        .contains(".tag4 > .box, .tag4 > .chipbox { fill: #ffebe9; stroke: #cf222e; }");
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }
}
