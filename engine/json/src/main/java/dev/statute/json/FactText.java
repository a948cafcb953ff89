package dev.statute.json;

import dev.statute.json.internal.FactJson;
import dev.statute.json.internal.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Fact as text for people: its type, and in parentheses the values that output lines show. */
public final class FactText {
  private FactText() {}

  public static String of(Object fact) {
    JsonWriter out = new JsonWriter();
    FactJson.writeFact(out, fact);
    StringJoiner fields = new StringJoiner(", ", "(", ")").setEmptyValue("");
    String type = "";
    for (Map.Entry<String, ?> each : JsonText.object(out.toString()).entrySet()) {
      if (each.getKey().equals("fact")) {
        type = String.valueOf(each.getValue());
      } else if (each.getValue() instanceof List<?> list) {
        fields.add(each.getKey() + " " + list);
      } else {
        fields.add(each.getKey() + " " + each.getValue());
      }
    }
    return type + fields;
  }
}
