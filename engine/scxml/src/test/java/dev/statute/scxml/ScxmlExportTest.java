package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.DataDefinition;
import dev.statute.chart.FieldType;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlCharts;
import java.util.Map;
import java.util.Objects;
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
}
