package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;

/** Text of a tool's result, which programs give as text or as objects of many forms. */
final class ResultText {
  private ResultText() {}

  static String of(JsonNode result) {
    if (result.isArray()) {
      return parts(result);
    }
    if (!result.isObject()) {
      return CallFields.text(result);
    }
    if (result.has("stdout") || result.has("stderr")) {
      return join(CallFields.text(result.path("stdout")), CallFields.text(result.path("stderr")));
    }
    JsonNode content = result.path("content");
    if (content.isArray() || (content.isTextual() && !content.textValue().isBlank())) {
      return of(content);
    }
    if (result.path("file").path("content").isTextual()) {
      return CallFields.text(result.path("file").path("content"));
    }
    if (result.path("filenames").isArray()) {
      return result.path("filenames").isEmpty()
          ? "No files found"
          : parts(result.path("filenames"));
    }
    return CallFields.text(result.has("structuredPatch") ? result.path("structuredPatch") : result);
  }

  /** Returns the parts of a message that are text, one per line; pictures as a word. */
  private static String parts(JsonNode content) {
    StringBuilder out = new StringBuilder();
    for (JsonNode part : content) {
      boolean picture = part.path("type").asText("").contains("image");
      String text =
          part.isTextual()
              ? CallFields.text(part)
              : part.path("text").isTextual()
                  ? CallFields.text(part.path("text"))
                  : picture ? "[image]" : CallFields.text(part);
      out.append(out.isEmpty() ? "" : "\n").append(text);
    }
    return out.toString();
  }

  private static String join(String output, String errors) {
    return output.isEmpty() || errors.isEmpty() ? output + errors : output + "\n" + errors;
  }
}
