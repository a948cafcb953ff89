package dev.statute.yaml.internal.chart;

import dev.statute.chart.FieldDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.QuotingChecks;
import java.util.Collections;
import java.util.LinkedHashMap;
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

  Map<String, FieldDefinition> of(@Nullable YamlTree tree) {
    Map<String, FieldDefinition> fields = new LinkedHashMap<>();
    Mapping map =
        tree == null
            ? null
            : shape.map(tree, "fields", "a map of fields", "fields: { item: " + EXAMPLE + " }");
    if (map != null) {
      for (Entry entry : map.entries().values()) {
        SourceText name = entry.key();
        Mapping field = shape.map(entry.value(), name.value(), "a field", name + ": " + EXAMPLE);
        FieldDefinition made = field == null ? null : field(name, field);
        if (made != null) {
          fields.put(name.value(), made);
        }
      }
    }
    return Collections.unmodifiableMap(fields);
  }

  private @Nullable FieldDefinition field(SourceText name, Mapping map) {
    KeyReader keys =
        KeyReader.of(shape, map, "a field", List.of("prompt", "required", "check", "message"));
    YamlTree prompt = keys.require(shape, "prompt", "a field", "prompt: \"…?\"");
    SourceText asked =
        prompt == null ? null : shape.text(prompt, "prompt", "a text", "prompt: \"…?\"");
    YamlTree required = keys.get("required");
    YamlTree check = keys.get("check");
    YamlTree message = keys.get("message");
    SourceText checked = check == null ? null : QuotingChecks.expression(shape, check, "check");
    SourceText said =
        message == null ? null : shape.text(message, "message", "a text", "message: \"…\"");
    boolean must = required == null || shape.bool(required, "required");
    return asked == null ? null : new FieldDefinition(name, asked, must, checked, said);
  }
}
