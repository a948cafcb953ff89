package dev.statute.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.statute.json.JsonText;
import dev.statute.server.internal.stream.StreamSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Response of a route: a whole body, a stream of events, or one that is not ready yet. */
public sealed interface ApiReply {
  /** Media type of lines of JSON. */
  String LINES = "application/x-ndjson";

  /** Whole body. The array is not copied. */
  @SuppressWarnings("ArrayRecordComponent") // written once, never compared
  record Body(int status, String contentType, byte[] content, Map<String, String> headers)
      implements ApiReply {
    public Body {
      headers = Map.copyOf(headers);
    }

    /** Adds a header. */
    public Body withHeader(String name, String value) {
      Map<String, String> all = new LinkedHashMap<>(headers);
      all.put(name, value);
      return new Body(status, contentType, content, all);
    }
  }

  /** Server-sent events; the response ends when the source does. */
  record Events(StreamSource source) implements ApiReply {}

  /** Response that arrives later; no thread waits for it. */
  record Later(CompletionStage<? extends ApiReply> stage) implements ApiReply {}

  /** Creates a JSON response from plain values, as {@link JsonText#write} takes them. */
  static Body json(int status, @Nullable Object value) {
    return text(status, "application/json", JsonText.write(value));
  }

  /** Creates a response with status 200 from JSON text. */
  static Body json(String text) {
    return text(200, "application/json", text);
  }

  /** Creates a response with status 200 from lines of JSON. */
  static Body lines(List<String> lines) {
    return text(200, LINES, lines.stream().map(line -> line + "\n").collect(joining()));
  }

  /** Creates a response from text, as UTF-8. */
  static Body text(int status, String contentType, String text) {
    return bytes(status, contentType, text.getBytes(UTF_8));
  }

  /** Creates a response from bytes. */
  static Body bytes(int status, String contentType, byte[] content) {
    return new Body(status, contentType, content, Map.of());
  }

  /** Creates a response without a body. */
  static Body empty(int status) {
    return bytes(status, "", new byte[0]);
  }
}
