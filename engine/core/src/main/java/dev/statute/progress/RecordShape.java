package dev.statute.progress;

import dev.statute.expr.DurationFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which fields a record of a type has, and of what kind. */
final class RecordShape {
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

    boolean fits(Object value) {
      return switch (this) {
        case TEXT -> value instanceof String;
        case FLAG -> value instanceof Boolean;
        case NUMBER -> value instanceof Number;
        case SCALAR ->
            value instanceof String || value instanceof Number || value instanceof Boolean;
        case ARGS -> value instanceof String || value instanceof Map || value instanceof List;
        case MAP -> value instanceof Map;
        case TEXTS ->
            value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
        case RECORDS ->
            value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance);
        case DURATION -> DurationText.millis(value) >= 0;
      };
    }
  }

  /** What a field of a type has to be. */
  private record Part(RecordField field, Kind kind, boolean required) {}

  /** A leading {@code !} marks a field that must be there. */
  private static final Map<String, List<Part>> SHAPES = new LinkedHashMap<>();

  static {
    shape(
        "tool_call",
        "!tool:TEXT file:TEXT args:ARGS command:TEXT success:FLAG error:TEXT output:TEXT"
            + " exit_code:NUMBER thought:TEXT content_hash:SCALAR ts:NUMBER test:MAP effect:TEXT"
            + " action_key:SCALAR result_key:SCALAR result_identity:SCALAR error_key:SCALAR"
            + " error_class:SCALAR error_group:SCALAR error_kind:SCALAR empty:FLAG batch:SCALAR"
            + " run:SCALAR agent:SCALAR page:SCALAR exempt:FLAG resolved:FLAG");
    shape("message", "!text:TEXT role:TEXT agent:SCALAR");
    shape("user_message", "text:TEXT");
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
    List<Part> shape = new ArrayList<>();
    for (String each : fields.split(" ", -1)) {
      int colon = each.indexOf(':');
      if (colon > 0) {
        boolean required = each.startsWith("!");
        RecordField field = RecordField.named(each.substring(required ? 1 : 0, colon));
        Kind kind = Kind.valueOf(each.substring(colon + 1));
        shape.add(new Part(Objects.requireNonNull(field, each), kind, required));
      }
    }
    SHAPES.put(type, shape);
  }

  static boolean known(String type) {
    return SHAPES.containsKey(type);
  }

  static @Nullable RecordRejection check(String type, @Nullable Object[] values) {
    for (Part part : SHAPES.getOrDefault(type, List.of())) {
      Object value = values[part.field.index()];
      if (value == null ? part.required : !part.kind.fits(value)) {
        return new RecordRejection(part.field.text(), part.kind.words, words(value));
      }
      if (value instanceof List<?> list && part.kind == Kind.RECORDS) {
        RecordRejection inside = checkAll(part.field.text(), list);
        if (inside != null) {
          return inside;
        }
      }
    }
    return null;
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

  static String words(@Nullable Object value) {
    if (value == null) {
      return "nothing";
    }
    if (value instanceof String text) {
      return "the text '" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof Duration duration) {
      return "the duration " + DurationFormat.format(duration);
    }
    if (value instanceof Instant) {
      return "the time " + value;
    }
    return value instanceof Map
        ? "a map"
        : value instanceof Collection ? "a list" : "a value that no record can hold";
  }
}
