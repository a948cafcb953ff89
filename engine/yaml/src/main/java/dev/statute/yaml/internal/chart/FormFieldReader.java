package dev.statute.yaml.internal.chart;

import dev.statute.chart.FieldDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of form fields: {@code fields}. */
final class FormFieldReader {
  private static final String EXAMPLE = "{ prompt: \"…?\", required: true }";

  private final NodeReader shape;

  FormFieldReader(NodeReader shape) {
    this.shape = shape;
  }

  Map<String, FieldDefinition> of(KeyReader chart) {
    return chart.maps("fields", "a field", "item", EXAMPLE, this::field);
  }

  private @Nullable FieldDefinition field(SourceText name, Mapping map) {
    KeyReader keys =
        KeyReader.of(shape, map, "a field", List.of("prompt", "required", "check", "message"));
    keys.require("prompt", "prompt: \"…?\"");
    SourceText asked = keys.text("prompt", "a text", "prompt: \"…?\"");
    SourceText checked = keys.expression("check");
    SourceText said = keys.text("message", "a text", "message: \"…\"");
    boolean must = !keys.has("required") || keys.flag("required");
    return asked == null ? null : new FieldDefinition(name, asked, must, checked, said);
  }
}
