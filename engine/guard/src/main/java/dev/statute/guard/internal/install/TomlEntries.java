package dev.statute.guard.internal.install;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hooks of Kimi as TOML: entries of one list of tables, each with its event and its command,
 * between two comments at the end of the file.
 *
 * @param before events of which a call waits for the reply
 * @param others further events
 */
public record TomlEntries(List<String> before, List<String> others) implements HookFormat {
  @Override
  public String add(String text, String script, boolean closed) {
    TomlText.requireValid(text);
    StringBuilder out = new StringBuilder();
    for (String event : events()) {
      String command = before.contains(event) ? waiting(script, closed) : script;
      out.append("[[hooks]]\n");
      out.append("event = ").append(TomlText.quoted(event)).append('\n');
      out.append("command = ").append(TomlText.quoted(command)).append('\n');
      out.append("timeout = 10\n");
    }
    return TomlText.withTables(text, out.toString());
  }

  private List<String> events() {
    return Stream.concat(before.stream(), others.stream()).toList();
  }

  @Override
  public String remove(String text, String script) {
    StringBuilder kept = new StringBuilder();
    for (TomlTable table : TomlTable.split(text)) {
      boolean isOurs = table.entryCommand(events()).startsWith(script);
      kept.append(isOurs ? table.afterKeys() : table.unmarked());
    }
    return kept.toString();
  }

  @Override
  public @Nullable String configured(String text, String script) {
    return TomlTable.split(text).stream()
        .map(table -> table.entryCommand(before))
        .filter(command -> command.startsWith(script))
        .findFirst()
        .orElse(null);
  }
}
