package dev.statute.guard.internal.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plugin of OpenCode: an address in the list {@code plugin} of its JSON configuration. A file in
 * the folder {@code .opencode} would do too, but OpenCode installs packages into that folder, which
 * a removal would leave behind.
 */
public record PluginEntry() implements HookFormat {
  private static final String LIST = "plugin";

  @Override
  public String script() {
    return "opencode.js";
  }

  /** Returns the address of the plugin, in which a folder such as {@code C#} is encoded. */
  @Override
  public String command(String path, String vendor) {
    return "file://" + path.replace("%", "%25").replace("#", "%23").replace("?", "%3F");
  }

  @Override
  public String add(String before, String command, boolean closed) {
    ObjectNode root = JsonHooks.parse(before);
    JsonHooks.list(root, LIST, LIST).add(command);
    return JsonHooks.write(root);
  }

  @Override
  public String remove(String text, String command) {
    ObjectNode root = JsonHooks.parse(text);
    JsonNode list = root.path(LIST);
    for (Iterator<JsonNode> each = list.iterator(); each.hasNext(); ) {
      if (each.next().asText("").equals(command)) {
        each.remove();
      }
    }
    if (list.isArray() && list.isEmpty()) {
      root.remove(LIST);
    }
    return JsonHooks.write(root);
  }

  @Override
  public @Nullable String configured(String text, String command) {
    for (JsonNode plugin : JsonHooks.parse(text).path(LIST)) {
      if (plugin.asText("").equals(command)) {
        return command;
      }
    }
    return null;
  }

  /** Runs the plugin by Node.js, since OpenCode has no command that does. */
  @Override
  public List<String> trial(String command, String session) {
    return List.of(
        "node", "--input-type=module", "-e", TrialPayload.LOADER, "--", command, session);
  }
}
