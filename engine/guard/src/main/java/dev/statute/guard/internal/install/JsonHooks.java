package dev.statute.guard.internal.install;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hooks as JSON: {@code hooks.EVENT} is a list of entries. In the nested style of Claude Code an
 * entry has a matcher and a list of commands.
 *
 * @param before events of which a call waits for the reply
 * @param others further events
 * @param style form of an entry
 * @param top further members of the file, each with its value as JSON; an object is merged
 */
public record JsonHooks(
    List<String> before, List<String> others, Style style, Map<String, String> top)
    implements HookFormat {
  /** Mapper that keeps all that a file says, or refuses it. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final ObjectWriter WRITER =
      MAPPER.writer(
          new DefaultPrettyPrinter()
              .withObjectIndenter(new DefaultIndenter("  ", "\n"))
              .withArrayIndenter(new DefaultIndenter("  ", "\n")));

  /** Events that have a matcher of tools. */
  private static final Set<String> MATCHED =
      Set.of("PreToolUse", "PostToolUse", "PostToolUseFailure", "BeforeTool", "AfterTool");

  /** Members that refuse a call in the form of Copilot. */
  private static final String DENIED =
      "\"permissionDecision\":\"deny\",\"permissionDecisionReason\":"
          + "\"Statute: the hook script cannot be run, and the call was not made.\"";

  /** Command that refuses a call in the form of Copilot, at the command line and in VS Code. */
  private static final String DENIAL =
      "echo '{"
          + DENIED
          + ",\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
          + DENIED
          + "}}'";

  /** Form of an entry. */
  public enum Style {
    /** Claude Code, OpenHands: timeout in seconds. */
    NESTED,
    /** Gemini CLI: timeout in milliseconds, and a name. */
    NESTED_MILLIS,
    /** Copilot. */
    BASH,
    /** Cursor. */
    FLAT
  }

  @Override
  public String add(String text, String script, boolean closed) {
    ObjectNode root = parse(text);
    for (Map.Entry<String, String> member : top.entrySet()) {
      if (value(member.getValue()) instanceof ObjectNode members) {
        object(root, member.getKey()).setAll(members);
      } else if (!root.has(member.getKey())) {
        root.set(member.getKey(), value(member.getValue()));
      }
    }
    ObjectNode hooks = object(root, "hooks");
    List<String> events = new ArrayList<>(before);
    events.addAll(others);
    for (String event : events) {
      boolean waits = before.contains(event);
      list(hooks, event, "hooks." + event)
          .add(entry(event, waits ? waiting(script, closed) : script, waits && closed));
    }
    return write(root);
  }

  @Override
  public String refusal() {
    return style == Style.BASH ? DENIAL : HookFormat.super.refusal();
  }

  private ObjectNode entry(String event, String command, boolean closed) {
    ObjectNode entry = MAPPER.createObjectNode();
    switch (style) {
      case NESTED, NESTED_MILLIS -> {
        if (MATCHED.contains(event)) {
          entry.put("matcher", "*");
        }
        ObjectNode hook = entry.putArray("hooks").addObject();
        if (style == Style.NESTED_MILLIS) {
          hook.put("name", "statute");
        }
        hook.put("type", "command").put("command", command);
        hook.put("timeout", style == Style.NESTED ? 10 : 10_000);
      }
      case BASH -> entry.put("type", "command").put("bash", command).put("timeoutSec", 10);
      case FLAT -> {
        entry.put("command", command).put("timeout", 10);
        if (closed) {
          entry.put("failClosed", true);
        }
      }
    }
    return entry;
  }

  @Override
  public String remove(String text, String script) {
    ObjectNode root = parse(text);
    JsonNode hooks = root.path("hooks");
    for (Iterator<JsonNode> events = hooks.iterator(); events.hasNext(); ) {
      JsonNode entries = events.next();
      if (removeCommands(entries, script) && entries.isEmpty()) {
        events.remove();
      }
    }
    if (hooks.isObject() && hooks.isEmpty()) {
      root.remove("hooks");
    }
    removeMembers(root);
    return write(root);
  }

  /** Removes the commands of a list, and of the lists in its entries; true if there were any. */
  private boolean removeCommands(JsonNode entries, String script) {
    boolean removed = false;
    for (Iterator<JsonNode> each = entries.iterator(); each.hasNext(); ) {
      JsonNode entry = each.next();
      boolean nested = removeCommands(entry.path("hooks"), script);
      if (nested ? entry.path("hooks").isEmpty() : isOurs(entry, script)) {
        each.remove();
      }
      removed |= nested || isOurs(entry, script);
    }
    return removed;
  }

  private boolean isOurs(JsonNode hook, String script) {
    return hook.path(commandName()).asText("").startsWith(script);
  }

  @Override
  public @Nullable String configured(String text, String script) {
    for (String event : before) {
      for (String command : parse(text).path("hooks").path(event).findValuesAsText(commandName())) {
        if (command.startsWith(script)) {
          return command;
        }
      }
    }
    return null;
  }

  @Override
  public @Nullable String disabling(String text) {
    ObjectNode root = parse(text);
    if (root.path("disableAllHooks").asBoolean(false)) {
      return "disableAllHooks";
    }
    JsonNode enabled = root.path("hooksConfig").path("enabled");
    return enabled.isBoolean() && !enabled.booleanValue() ? "hooksConfig.enabled" : null;
  }

  private String commandName() {
    return style == Style.BASH ? "bash" : "command";
  }

  /** Removes what was merged into objects, as far as it still has the value of then. */
  private void removeMembers(ObjectNode root) {
    top.forEach(
        (name, json) -> {
          if (value(json) instanceof ObjectNode members
              && root.path(name) instanceof ObjectNode object) {
            members
                .properties()
                .forEach(
                    each -> {
                      if (each.getValue().equals(object.path(each.getKey()))) {
                        object.remove(each.getKey());
                      }
                    });
            if (object.isEmpty()) {
              root.remove(name);
            }
          }
        });
  }

  static ObjectNode parse(String given) {
    String text = given.startsWith("\uFEFF") ? given.substring(1) : given;
    if (text.isBlank()) {
      return MAPPER.createObjectNode();
    }
    if (value(text) instanceof ObjectNode root) {
      return root;
    }
    throw new IllegalArgumentException("the file is not a JSON object");
  }

  private static JsonNode value(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the file is not plain JSON (line "
              + (e.getLocation() == null ? 1 : e.getLocation().getLineNr())
              + "); "
              + problem(e),
          e);
    }
  }

  private static String problem(JsonProcessingException e) {
    if (e instanceof MismatchedInputException) {
      return "more follows its first value";
    }
    return e.getOriginalMessage().startsWith("Duplicate")
        ? "a name stands twice in an object"
        : "comments would be lost";
  }

  private static ObjectNode object(ObjectNode root, String name) {
    JsonNode value = root.path(name);
    if (value.isMissingNode()) {
      return root.putObject(name);
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("'" + name + "' is not an object");
  }

  /**
   * Returns a list that is a member, which is created if it is missing.
   *
   * @param title name of the list in the error message
   */
  static ArrayNode list(ObjectNode parent, String name, String title) {
    JsonNode value = parent.path(name);
    if (value.isMissingNode()) {
      return parent.putArray(name);
    }
    if (value instanceof ArrayNode array) {
      return array;
    }
    throw new IllegalArgumentException("'" + title + "' is not a list");
  }

  static String write(ObjectNode root) {
    try {
      return WRITER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree in memory cannot fail to be written", e);
    }
  }
}
