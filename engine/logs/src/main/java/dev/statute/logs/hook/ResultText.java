package dev.statute.logs.hook;

import dev.statute.logs.internal.text.JsonValues;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text of a tool's result, which programs give as text or as objects of many forms. */
final class ResultText {
  private ResultText() {}

  static String of(@Nullable Object result) {
    if (result instanceof List<?> parts) {
      return joined(parts);
    }
    if (!(result instanceof Map<?, ?> members)) {
      return JsonValues.text(result);
    }
    if (members.containsKey("stdout") || members.containsKey("stderr")) {
      return join(JsonValues.text(members.get("stdout")), JsonValues.text(members.get("stderr")));
    }
    Object content = members.get("content");
    if (content instanceof List || (content instanceof String text && !text.isBlank())) {
      return of(content);
    }
    if (members.get("file") instanceof Map<?, ?> file
        && file.get("content") instanceof String text) {
      return JsonValues.text(text);
    }
    if (members.get("filenames") instanceof List<?> names) {
      return names.isEmpty() ? "No files found" : joined(names);
    }
    return JsonValues.text(
        members.containsKey("structuredPatch") ? members.get("structuredPatch") : result);
  }

  /** Returns the parts of a message that are text, one per line; pictures as a word. */
  private static String joined(List<?> content) {
    StringBuilder out = new StringBuilder();
    for (Object part : content) {
      Map<?, ?> members = part instanceof Map<?, ?> map ? map : Map.of();
      boolean picture = members.get("type") instanceof String type && type.contains("image");
      Object text = members.get("text");
      out.append(out.isEmpty() ? "" : "\n")
          .append(
              text instanceof String
                  ? JsonValues.text(text)
                  : picture ? "[image]" : JsonValues.text(part));
    }
    return out.toString();
  }

  private static String join(String output, String errors) {
    return output.isEmpty() || errors.isEmpty() ? output + errors : output + "\n" + errors;
  }
}
