package dev.statute.rules;

import java.util.Map;

/** Record of a session in tests; its fields must not change. */
record SessionRecord(Map<String, Object> fields) {
  static SessionRecord of(Map<String, Object> fields) {
    return new SessionRecord(fields);
  }

  String type() {
    return String.valueOf(fields.get("type"));
  }
}
