package dev.statute.cli.internal.input;

import dev.statute.logs.LogFormat;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Form of recorded sessions that is known and not read, recognized by the beginning of a file. */
enum UnsupportedForm {
  HOOK_PAYLOADS(
      "\\{[^{}\\[]*\"hook_event_name\"\\s*:",
      "a log of hook payloads",
      "read the session's own log, which transcript_path of a payload names"),
  OPENCODE_STORAGE(
      "\\{(?=[^{}]*\"sessionID\"\\s*:)[^{}]*\"(messageID|role)\"\\s*:",
      "a part of OpenCode's storage",
      "write the whole session with 'opencode export'"),
  CLINE_DISPLAY(
      "\\[\\s*\\{\\s*\"ts\"\\s*:\\s*\\d+\\s*,\\s*\"type\"\\s*:\\s*\"(say|ask)\"",
      "what Cline or Roo displays",
      "read api_conversation_history.json, which lies beside it");

  private final Pattern beginning;
  private final String description;
  private final String fix;

  UnsupportedForm(String beginning, String description, String fix) {
    this.beginning = Pattern.compile(beginning, Pattern.DOTALL);
    this.description = description;
    this.fix = fix;
  }

  /**
   * Finds the form of a file by its beginning; empty if it shows none.
   *
   * @param format the format that the user named; null = none, so that the file must show it
   */
  static Optional<UnsupportedForm> of(Path file, @Nullable LogFormat format) throws IOException {
    if (format != null) {
      return Optional.empty();
    }
    String text = RecordedFile.beginning(file).stripLeading();
    return Arrays.stream(values())
        .filter(form -> form.beginning.matcher(text).lookingAt())
        .findFirst();
  }

  /** Creates the problem for a file in this form. */
  Problem problem(Path file) {
    return Problem.error(
        "L301",
        new Place(file.toString(), 1, 1),
        "this is " + description + ", a form that is not read",
        fix.isEmpty() ? "write it in one of these forms: " + LogFormat.words() : fix);
  }
}
