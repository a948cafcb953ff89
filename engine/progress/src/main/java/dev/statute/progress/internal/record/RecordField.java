package dev.statute.progress.internal.record;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Field of records. */
public enum RecordField {
  TOOL("tool"),
  FILE("file"),
  ARGS("args"),
  COMMAND("command"),
  SUCCESS("success"),
  ERROR("error"),
  OUTPUT("output"),
  EXIT_CODE("exit_code"),
  THOUGHT("thought"),
  CONTENT_HASH("content_hash"),
  TS("ts"),
  TEST("test"),
  EFFECT("effect"),
  ACTION_KEY("action_key"),
  RESULT_KEY("result_key"),
  RESULT_IDENTITY("result_identity"),
  ERROR_KEY("error_key"),
  ERROR_CLASS("error_class"),
  ERROR_GROUP("error_group"),
  ERROR_KIND("error_kind"),
  EMPTY("empty"),
  BATCH("batch"),
  RUN("run"),
  AGENT("agent"),
  ADVISED("advised"),
  PAGE("page"),
  EXEMPT("exempt"),
  RESOLVED("resolved"),
  TEXT("text"),
  ROLE("role"),
  PASSED("passed"),
  FAILED("failed"),
  SIGNATURE("signature"),
  NUMBER("number"),
  NAME("name"),
  DESCRIPTION("description"),
  EXPECTED("expected"),
  COMPLETE("complete"),
  BLOCKERS("blockers"),
  TO("to"),
  VALUE("value"),
  CONFIDENCE("confidence"),
  SECOND_CONFIDENCE("second_confidence"),
  EVENTS("events"),
  CALLS_LIMIT("calls_limit"),
  TOKENS_USED("tokens_used"),
  TOKENS_LIMIT("tokens_limit"),
  COST("cost"),
  COST_LIMIT("cost_limit"),
  TIME("time"),
  TIME_LIMIT("time_limit");

  private static final Map<String, RecordField> BY_NAME = new HashMap<>();

  static {
    for (RecordField field : values()) {
      BY_NAME.put(field.text, field);
    }
  }

  private final String text;

  RecordField(String text) {
    this.text = text;
  }

  /** Returns the name in records. */
  String text() {
    return text;
  }

  /** Returns the field of a name, or null. */
  static @Nullable RecordField named(String name) {
    return BY_NAME.get(name);
  }
}
