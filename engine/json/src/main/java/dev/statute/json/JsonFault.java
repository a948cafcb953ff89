package dev.statute.json;

/** What stopped the reading of a JSON text, and where (line and column from 1). */
final class JsonFault extends Exception {
  private final String code;
  private final int line;
  private final int column;
  private final String key;
  private final String fix;

  JsonFault(String code, int line, int column, String key, String message, String fix) {
    super(message, null, false, false);
    this.code = code;
    this.line = line;
    this.column = column;
    this.key = key;
    this.fix = fix;
  }

  /** The top-level key it is about; empty = the text as a whole. */
  String key() {
    return key;
  }

  String code() {
    return code;
  }

  int line() {
    return line;
  }

  int column() {
    return column;
  }

  String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  String fix() {
    return fix;
  }
}
