package dev.statute.guard.internal.install;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hooks of Codex as TOML: a block of tables between two comments at the end of the file.
 *
 * @param before events of which a call waits for the reply
 * @param others further events
 */
public record TomlHooks(List<String> before, List<String> others) implements HookFormat {
  private static final String BEGIN = "# >>> statute guard";
  private static final String END = "# <<< statute guard";

  /** A value in place of tables, beside which tables are not valid. */
  private static final Pattern INLINE = Pattern.compile("(?m)^\\s*hooks(\\.\\w+)?\\s*=");

  private static final Pattern COMMAND =
      Pattern.compile("(?m)^\\s*command\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private static final Pattern DISABLED =
      Pattern.compile("(?m)^\\s*(features\\.)?(codex_)?hooks\\s*=\\s*false\\b.*$");

  @Override
  public String add(String text, String script, boolean closed) {
    if (INLINE.matcher(text).find()) {
      throw new IllegalArgumentException("'hooks' is an inline value, beside which no table fits");
    }
    StringBuilder out = new StringBuilder(text);
    if (!text.isEmpty() && !text.endsWith("\n")) {
      out.append('\n');
    }
    out.append(BEGIN).append('\n');
    List<String> events = new ArrayList<>(before);
    events.addAll(others);
    for (String event : events) {
      String command = before.contains(event) ? waiting(script, closed) + " || exit 2" : script;
      out.append("[[hooks.").append(event).append("]]\n");
      out.append("[[hooks.").append(event).append(".hooks]]\n");
      out.append("type = \"command\"\n");
      out.append("command = \"").append(escape(command)).append("\"\n");
      out.append("timeout = 10\n");
    }
    return out.append(END).append('\n').toString();
  }

  @Override
  public @Nullable String configured(String text, String script) {
    for (String event : before) {
      int table = text.indexOf("[[hooks." + event + ".hooks]]");
      while (table >= 0) {
        Matcher line = COMMAND.matcher(text).region(table, text.length());
        String command = line.find() ? unescape(line.group(1)) : "";
        if (command.startsWith(script)) {
          return command;
        }
        table = text.indexOf("[[hooks." + event + ".hooks]]", table + 1);
      }
    }
    return null;
  }

  @Override
  public @Nullable String disabling(String text) {
    Matcher off = DISABLED.matcher(text);
    return off.find() ? off.group().strip() : null;
  }

  private static String unescape(String text) {
    return text.replace("\\\"", "\"").replace("\\\\", "\\");
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  @Override
  public String remove(String text, String script) {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END, Math.max(0, begin));
    if (begin < 0 || end < 0) {
      return text;
    }
    int after = Math.min(text.length(), end + END.length() + 1);
    return text.substring(0, begin) + text.substring(after);
  }
}
