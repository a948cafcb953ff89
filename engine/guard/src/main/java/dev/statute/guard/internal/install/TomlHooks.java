package dev.statute.guard.internal.install;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hooks of Codex as TOML: tables between two comments at the end of the file. Codex itself may
 * write other tables between them.
 *
 * @param before events of which a call waits for the reply
 * @param others further events
 */
public record TomlHooks(List<String> before, List<String> others) implements HookFormat {
  @Override
  public String add(String text, String script, boolean closed) {
    TomlText.requireValid(text);
    if (TomlTable.split(text).stream().anyMatch(TomlTable::isInline)) {
      throw new IllegalArgumentException("'hooks' is an inline value, beside which no table fits");
    }
    StringBuilder out = new StringBuilder();
    for (String event : events()) {
      String command = before.contains(event) ? waiting(script, closed) : script;
      out.append("[[hooks.").append(event).append("]]\n");
      out.append("[[hooks.").append(event).append(".hooks]]\n");
      out.append("type = \"command\"\n");
      out.append("command = ").append(TomlText.quoted(command)).append('\n');
      out.append("timeout = 10\n");
    }
    return TomlText.withTables(text, out.toString());
  }

  private List<String> events() {
    return Stream.concat(before.stream(), others.stream()).toList();
  }

  @Override
  public @Nullable String configured(String text, String script) {
    return TomlTable.split(text).stream()
        .map(table -> table.command(before))
        .filter(command -> command.startsWith(script))
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable String disabling(String text) {
    return TomlTable.split(text).stream()
        .map(TomlTable::disabling)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public String remove(String text, String script) {
    StringBuilder kept = new StringBuilder();
    List<TomlTable> tables = TomlTable.split(text);
    for (int i = 0; i < tables.size(); i++) {
      TomlTable table = tables.get(i);
      if (table.isEvent() && !hasOtherHooks(tables.subList(i + 1, tables.size()), script)) {
        continue;
      }
      boolean isOurs = table.command(events()).startsWith(script);
      kept.append(isOurs ? table.afterKeys() : table.unmarked());
    }
    return kept.toString();
  }

  /**
   * Returns whether one of the hooks at the beginning does not run the script, or there is none.
   */
  private boolean hasOtherHooks(List<TomlTable> following, String script) {
    List<TomlTable> hooks = following.stream().takeWhile(TomlTable::isHook).toList();
    return hooks.isEmpty()
        || hooks.stream().anyMatch(hook -> !hook.command(events()).startsWith(script));
  }
}
