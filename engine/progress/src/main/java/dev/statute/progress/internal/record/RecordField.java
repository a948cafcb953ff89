package dev.statute.progress.internal.record;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Field of records. */
public enum RecordField {
  TOOL,
  FILE,
  ARGS,
  COMMAND,
  SUCCESS,
  ERROR,
  OUTPUT,
  EXIT_CODE,
  THOUGHT,
  CONTENT_HASH,
  TS,
  TEST,
  EFFECT,
  ACTION_KEY,
  RESULT_KEY,
  RESULT_IDENTITY,
  ERROR_KEY,
  ERROR_CLASS,
  ERROR_GROUP,
  ERROR_KIND,
  EMPTY,
  BATCH,
  RUN,
  AGENT,
  ADVISED,
  PAGE,
  EXEMPT,
  RESOLVED,
  TEXT,
  ROLE,
  BY,
  PASSED,
  FAILED,
  SIGNATURE,
  NUMBER,
  NAME,
  DESCRIPTION,
  EXPECTED,
  COMPLETE,
  BLOCKERS,
  TO,
  VALUE,
  CONFIDENCE,
  SECOND_CONFIDENCE,
  EVENTS,
  CALLS_LIMIT,
  TOKENS_USED,
  TOKENS_LIMIT,
  COST,
  COST_LIMIT,
  TIME,
  TIME_LIMIT;

  private static final Map<String, RecordField> BY_NAME =
      Stream.of(values()).collect(Collectors.toMap(RecordField::text, field -> field));

  private final String text = name().toLowerCase(Locale.ROOT);

  /** Returns the name in records. */
  String text() {
    return text;
  }

  /** Returns the field of a name, or null. */
  static @Nullable RecordField named(String name) {
    return BY_NAME.get(name);
  }
}
