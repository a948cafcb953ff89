package dev.statute.progress.internal.record;

import dev.statute.policy.spi.RecordRejection;
import dev.statute.progress.internal.text.DurationText;
import dev.statute.progress.internal.text.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Fields of each type of record, with their kinds. */
public final class RecordShape {
  private enum Kind {
    TEXT("text"),
    FLAG("true or false"),
    NUMBER("a number"),
    SCALAR("text, a number, or true or false"),
    ARGS("text, a map or a list"),
    MAP("a map"),
    TEXTS("a list of texts"),
    RECORDS("a list of records"),
    DURATION("a duration such as 15m");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** Kind of a field in records of a type. */
  private record FieldShape(RecordField name, Kind kind, boolean required) {}

  /** Shapes by type; in their declarations a leading {@code !} marks a required field. */
  private static final Map<String, List<FieldShape>> SHAPES = new LinkedHashMap<>();

  static {
    shape(
        "tool_call",
        "!tool:TEXT file:TEXT args:ARGS command:TEXT success:FLAG error:TEXT output:TEXT"
            + " exit_code:NUMBER thought:TEXT content_hash:SCALAR ts:NUMBER test:MAP effect:TEXT"
            + " action_key:SCALAR result_key:SCALAR result_identity:SCALAR error_key:SCALAR"
            + " error_class:SCALAR error_group:SCALAR error_kind:SCALAR empty:FLAG batch:SCALAR"
            + " run:SCALAR agent:SCALAR page:SCALAR exempt:FLAG resolved:FLAG"
            + " advised:FLAG tokens_used:NUMBER cost:NUMBER time:DURATION");
    shape(
        "message",
        "!text:TEXT role:TEXT by:TEXT agent:SCALAR tokens_used:NUMBER cost:NUMBER time:DURATION");
    shape("user_message", "text:TEXT by:TEXT");
    shape("thought", "!text:TEXT");
    shape("stream_text", "!text:TEXT");
    shape("test", "!passed:FLAG command:TEXT failed:NUMBER signature:SCALAR output:TEXT");
    shape(
        "phase",
        "number:NUMBER name:SCALAR description:TEXT expected:DURATION complete:FLAG success:FLAG"
            + " blockers:TEXTS calls_limit:NUMBER tokens_limit:NUMBER cost_limit:NUMBER");
    shape("file_change", "!file:TEXT !content_hash:SCALAR");
    shape("condensation", "");
    shape("reset", "");
    shape("retry", "");
    shape("meta", "");
    shape("handoff", "!to:SCALAR text:TEXT");
    shape("verdict", "!value:SCALAR text:TEXT");
    shape("judge", "!confidence:NUMBER second_confidence:NUMBER");
    shape("sub_agent", "!name:SCALAR !events:RECORDS");
    shape(
        "budget",
        "calls_limit:NUMBER tokens_used:NUMBER tokens_limit:NUMBER cost:NUMBER cost_limit:NUMBER"
            + " time:DURATION time_limit:DURATION");
  }

  private RecordShape() {}

  private static void shape(String type, String fields) {
    List<FieldShape> shape = new ArrayList<>();
    for (String each : fields.split(" ", -1)) {
      int colon = each.indexOf(':');
      if (colon > 0) {
        boolean required = each.startsWith("!");
        RecordField field = RecordField.named(each.substring(required ? 1 : 0, colon));
        Kind kind = Kind.valueOf(each.substring(colon + 1));
        shape.add(new FieldShape(Objects.requireNonNull(field, each), kind, required));
      }
    }
    SHAPES.put(type, shape);
  }

  /** Returns whether records of a type are counted. */
  public static boolean isKnown(String type) {
    return SHAPES.containsKey(type);
  }

  static @Nullable RecordRejection check(String type, Map<RecordField, Object> values) {
    for (FieldShape field : SHAPES.getOrDefault(type, List.of())) {
      Object value = values.get(field.name);
      if (value == null ? field.required : !fits(field.kind, value)) {
        return new RecordRejection(field.name.text(), field.kind.words, ValueText.describe(value));
      }
      if (value instanceof List<?> list && field.kind == Kind.RECORDS) {
        RecordRejection inside = checkAll(field.name.text(), list);
        if (inside != null) {
          return inside;
        }
      }
    }
    return null;
  }

  private static boolean fits(Kind kind, Object value) {
    return switch (kind) {
      case TEXT -> value instanceof String;
      case FLAG -> value instanceof Boolean;
      case NUMBER -> value instanceof Number;
      case SCALAR -> value instanceof String || value instanceof Number || value instanceof Boolean;
      case ARGS -> value instanceof String || value instanceof Map || value instanceof List;
      case MAP -> value instanceof Map;
      case TEXTS ->
          value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
      case RECORDS ->
          value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance);
      case DURATION -> DurationText.millis(value) >= 0;
    };
  }

  private static @Nullable RecordRejection checkAll(String name, List<?> records) {
    for (int i = 0; i < records.size(); i++) {
      RecordRejection inside = ProgressRecord.nested(records.get(i)).rejection();
      if (inside != null) {
        return new RecordRejection(
            name + "[" + i + "]." + inside.field(), inside.expected(), inside.found());
      }
    }
    return null;
  }
}
