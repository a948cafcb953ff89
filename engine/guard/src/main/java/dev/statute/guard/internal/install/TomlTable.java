package dev.statute.guard.internal.install;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Part of a TOML file that begins with the header of a table, with the comment before or after the
 * hooks, or with the file, and goes on to the next such beginning.
 */
record TomlTable(String text) {
  private static final Pattern BEGINNING =
      Pattern.compile("(?m)(?=^[ \\t]*\\[\\[?\\w|^# (?:>>>|<<<) statute guard)");
  private static final Pattern MARK = Pattern.compile("# (?:>>>|<<<) statute guard(?:\\R|\\z)");
  private static final Pattern EVENT = Pattern.compile("\\s*\\[\\[hooks\\.\\w+]]");

  /** Hook of an event, up to its last key. */
  private static final Pattern HOOK =
      Pattern.compile("\\s*\\[\\[hooks\\.(\\w+)\\.hooks]].*(?:\\R\\s*\\w+\\s*=.*)*+(?:\\R|\\z)");

  private static final Pattern COMMAND =
      Pattern.compile("(?m)^\\s*command\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  /** Hooks as values, beside which tables of hooks are not valid. */
  private static final Pattern INLINE =
      Pattern.compile(
          "(?m)\\A(?!\\s*\\[)(?s:.*?)^\\s*hooks(\\.\\w+)?\\s*="
              + "|\\A\\s*\\[hooks](?s:.*?)^\\s*[A-Z]\\w*\\s*=");

  static List<TomlTable> split(String file) {
    return BEGINNING.splitAsStream(file).map(TomlTable::new).toList();
  }

  /** Returns whether it has hooks as values. */
  boolean isInline() {
    return INLINE.matcher(text).find();
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
        ? line.group(1).replace("\\\"", "\"").replace("\\\\", "\\")
        : "";
  }

  /** Returns what follows the keys of a hook, such as a comment. */
  String afterHook() {
    return HOOK.matcher(text).replaceFirst("");
  }

  /** Returns the text without the comment before or after the hooks. */
  String unmarked() {
    return MARK.matcher(text).replaceFirst("");
  }
}
