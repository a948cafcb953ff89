package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import org.jspecify.annotations.Nullable;

/** Result of a call in either form of OpenHands' logs. */
record OpenHandsResult(JsonNode node) {
  /** Returns the exit code in the result or its metadata; null if there is none. */
  @Nullable Long exitCode() {
    JsonNode metadata = node.path("metadata").path("exit_code");
    return CallFields.wholeNumber(node.has("exit_code") ? node.path("exit_code") : metadata);
  }

  /** Returns the exit code, but null for a negative one, which means that it is not known. */
  @Nullable Long knownCode() {
    Long code = exitCode();
    return code == null || code < 0 ? null : code;
  }

  /** Adds the content of the file that the call left, as a hash, to the call. */
  void markContent(String call, CallPairing calls) {
    JsonNode content = node.path("new_content");
    if (content.isTextual()) {
      calls.setField(call, "content_hash", LenientJson.hash(content.textValue()));
    }
  }
}
