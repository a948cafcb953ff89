package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.FieldType;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlCharts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Export of charts, read back. */
class ScxmlExportTest {
  @Test
  void a_data_item_keeps_its_type_and_its_initial_value() {
    String chart =
        """
        chart: c
        data: { n: { type: int, initial: 1 }, ids: { type: "[string]?" }, text: "it's \\"a: b\\" <&>" }
        states: { s: {} }
        """;
    String document = ScxmlExport.toScxml(YamlCharts.load(new Source("c.yaml", chart)).get());
    String yaml = ScxmlImportTest.toYaml(new Source("c.scxml", document)).get();
    Map<String, DataDefinition> data =
        Objects.requireNonNull(YamlCharts.load(new Source("c.yaml", yaml)).get().data());
    assertThat(data.get("n").type()).isEqualTo(new FieldType(FieldType.Kind.INT, false, false));
    assertThat(data.get("n").initial()).isEqualTo(1L);
    assertThat(data.get("ids").type()).isEqualTo(new FieldType(FieldType.Kind.STRING, true, true));
    assertThat(data.get("text").initial()).isEqualTo("it's \"a: b\" <&>");
  }

  @Test
  void numbers_and_characters_that_look_otherwise_come_back() {
    ChartDefinition chart =
        load(
            """
            chart: c
            data: { large: 1e20, inf: "+.inf", text: "a\\uFFFEb\\u202Ec" }
            states: { s: {} }
            """);
    String document = ScxmlExport.toScxml(chart);
    ChartDefinition back = load(ScxmlImportTest.toYaml(new Source("c.scxml", document)).get());
    assertThat(initialData(back)).isEqualTo(initialData(chart)).containsEntry("large", 1e20);
  }

  private static ChartDefinition load(String yaml) {
    return YamlCharts.load(new Source("c.yaml", yaml)).get();
  }

  private static Map<String, @Nullable Object> initialData(ChartDefinition chart) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    Objects.requireNonNull(chart.data()).forEach((id, item) -> all.put(id, item.initial()));
    return all;
  }
}
