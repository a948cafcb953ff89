package dev.statute.progress;

/**
 * A tool call as it was read from its record.
 *
 * @param target the file, else the first 50 characters of the command, else empty
 * @param error the error's text, empty if there is none
 */
record Act(
    String tool,
    String file,
    String target,
    String command,
    boolean success,
    String error,
    String contentHash,
    String effect,
    long actionKey,
    int resultKey) {
  private static final int TARGET_LENGTH = 50;

  static Act of(Record record) {
    String file = record.text("file");
    String command = record.text("command");
    String error = record.text("error");
    boolean succeeded = error.isEmpty() && record.number("exit_code", 0) == 0;
    String tool = record.text("tool");
    return new Act(
        tool,
        file,
        file.isEmpty() ? cut(command, TARGET_LENGTH) : file,
        command,
        record.flag("success", succeeded),
        error,
        record.text("content_hash"),
        record.text("effect"),
        Key.of(tool + '\n' + Canonical.text(record.fields().get("args")) + '\n' + command),
        Key.half(record.text("output")));
  }

  /** The first characters of a text, counted as people count them: no surrogate pair is split. */
  static String cut(String text, int characters) {
    return text.codePointCount(0, text.length()) <= characters
        ? text
        : text.substring(0, text.offsetByCodePoints(0, characters));
  }
}
