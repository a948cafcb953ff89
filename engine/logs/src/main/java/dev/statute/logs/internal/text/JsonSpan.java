package dev.statute.logs.internal.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Consecutive lines that hold one JSON document or several: tells after each line whether the last
 * document is complete. Each line is parsed once. Confined to one thread.
 */
public final class JsonSpan {
  /** Status after a line. */
  public enum Status {
    /** A document has begun and is not complete. */
    OPEN,
    /** The documents so far are complete. */
    COMPLETE,
    /** The lines are no JSON. */
    BROKEN
  }

  /** Limits that are no tighter than those of programs that run the calls. */
  public static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder()
          .maxStringLength(Integer.MAX_VALUE)
          .maxNestingDepth(StreamReadConstraints.DEFAULT_MAX_DEPTH)
          .build();

  private static final JsonFactory FACTORY =
      JsonFactory.builder().streamReadConstraints(CONSTRAINTS).build();

  private final JsonParser parser;
  private int depth;

  public JsonSpan() {
    try {
      parser = FACTORY.createNonBlockingByteArrayParser();
    } catch (IOException e) {
      throw new IllegalStateException(e); // it has no input yet
    }
  }

  /** Adds a line without its end. */
  public Status add(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      ((ByteArrayFeeder) parser.getNonBlockingInputFeeder()).feedInput(bytes, 0, bytes.length);
      for (JsonToken token = parser.nextToken();
          token != JsonToken.NOT_AVAILABLE;
          token = parser.nextToken()) {
        if (token == null || (depth == 0 && !token.isStructStart())) {
          return Status.BROKEN;
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
      return depth == 0 ? Status.COMPLETE : Status.OPEN;
    } catch (IOException e) {
      return Status.BROKEN;
    }
  }
}
