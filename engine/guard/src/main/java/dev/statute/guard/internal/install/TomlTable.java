package dev.statute.guard.internal.install;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Part of a TOML file that begins with the header of a table, with the comment before or after the
 * hooks, or with the file, and goes on to the next such beginning.
 */
record TomlTable(String text) {
  private static final Pattern BEGINNING =
      Pattern.compile("[ \\t]*\\[|# (?:>>>|<<<) statute guard");
  private static final Pattern MARK = Pattern.compile("# (?:>>>|<<<) statute guard(?:\\R|\\z)");
  private static final Pattern EVENT = Pattern.compile("\\s*\\[\\[hooks\\.\\w+]]");

  private static final Pattern HOOK = Pattern.compile("\\s*\\[\\[hooks\\.(\\w+)\\.hooks]]");
  private static final Pattern ENTRY = Pattern.compile("\\s*\\[\\[\\s*hooks\\s*]]");
  private static final Pattern ENTRY_EVENT =
      Pattern.compile("(?m)^\\s*event\\s*=\\s*[\"'](\\w+)[\"']");
  private static final Pattern NO_KEY = Pattern.compile("\\s*(?:#|\\z)");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^\\s*command\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  /** Hooks as values, beside which tables of hooks are not valid. */
  private static final Pattern INLINE =
      Pattern.compile(
          "(?m)\\A(?!\\s*\\[)(?s:.*?)^\\s*hooks(\\.\\w+)?\\s*="
              + "|\\A\\s*\\[hooks](?s:.*?)^\\s*[A-Z]\\w*\\s*=");

  private static final Pattern TABLE = Pattern.compile("\\s*\\[");
  private static final Pattern FEATURES = Pattern.compile("\\s*\\[\\s*features\\s*]");

  /** Key that switches hooks off, in the table of the features or by its whole name. */
  private static final Pattern OFF =
      Pattern.compile("\\s*(features\\s*\\.\\s*)?(?:codex_)?hooks\\s*=\\s*false\\b");

  static List<TomlTable> split(String file) {
    List<TomlTable> tables = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (String line : TomlText.lines(file)) {
      if (BEGINNING.matcher(line).lookingAt() && !text.isEmpty()) {
        tables.add(new TomlTable(text.toString()));
        text.setLength(0);
      }
      text.append(line);
    }
    tables.add(new TomlTable(text.toString()));
    return tables;
  }

  /** Returns whether it has hooks as values. */
  boolean isInline() {
    return INLINE.matcher(text).find();
  }

  /** Returns the line that switches hooks off, or null. */
  @Nullable String disabling() {
    boolean inFeatures = FEATURES.matcher(text).lookingAt();
    if (!inFeatures && TABLE.matcher(text).lookingAt()) {
      return null;
    }
    for (String line : TomlText.lines(text)) {
      Matcher off = OFF.matcher(line);
      if (off.lookingAt() && (off.group(1) == null) == inFeatures) {
        return line.strip();
      }
    }
    return null;
  }

  /** Returns whether it is the list entry of an event, whose hooks are tables of their own. */
  boolean isEvent() {
    return EVENT.matcher(text).lookingAt();
  }

  boolean isHook() {
    return HOOK.matcher(text).lookingAt();
  }

  /** Returns the command of a hook of one of the events; empty text if it is none. */
  String command(List<String> events) {
    Matcher hook = HOOK.matcher(text);
    Matcher line = COMMAND.matcher(text);
    return hook.lookingAt() && events.contains(hook.group(1)) && line.find()
        ? TomlText.unquoted(line.group(1))
        : "";
  }

  /**
   * Returns the command of an entry of the list {@code hooks} for one of the events; empty text if
   * it is none.
   */
  String entryCommand(List<String> events) {
    Matcher event = ENTRY_EVENT.matcher(text);
    Matcher line = COMMAND.matcher(text);
    return ENTRY.matcher(text).lookingAt()
            && event.find()
            && events.contains(event.group(1))
            && line.find()
        ? TomlText.unquoted(line.group(1))
        : "";
  }

  /** Returns the comments and empty lines that follow the last key. */
  String afterKeys() {
    List<String> lines = TomlText.lines(text);
    int end = lines.size();
    while (end > 0 && NO_KEY.matcher(lines.get(end - 1)).lookingAt()) {
      end--;
    }
    return String.join("", lines.subList(end, lines.size()));
  }

  /** Returns the text without the comment before or after the hooks. */
  String unmarked() {
    return MARK.matcher(text).replaceFirst("");
  }
}
