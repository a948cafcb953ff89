package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.statute.logs.CallFields;
import java.util.Map;

/**
 * Reader of SWE-agent's trajectories: each step has the action's text, its first word being the
 * tool, and the observation. Success is not recorded.
 */
final class SweAgentReader implements LogReader {
  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode step = item.node();
    String action = LenientJson.text(step, "action").strip();
    String thought = LenientJson.text(step, "thought").strip();
    if (action.isEmpty()) {
      calls.message(item.line(), "assistant", thought);
      return;
    }
    String[] words = action.split("[\\s(]+", 4);
    String tool = words[0];
    boolean editor = words.length > 2 && tool.startsWith("str_replace_");
    Map<String, Object> fields =
        CallFields.of(
                tool,
                editor
                    ? JsonNodeFactory.instance
                        .objectNode()
                        .put("command", words[1])
                        .put("path", words[2])
                        .put("rest", words.length > 3 ? words[3] : "")
                    : JsonNodeFactory.instance.textNode(action))
            .with("command", action)
            .with("file", editor ? words[2] : openFile(step.path("state")))
            .with("thought", thought)
            .map();
    fields.put("output", LenientJson.text(step, "observation"));
    calls.add(item.line(), fields);
  }

  /** File that was open; the state is an object, or the text of one. */
  private static String openFile(JsonNode state) {
    String file = LenientJson.text(LenientJson.first(state), "open_file");
    return file.equals("n/a") ? "" : file;
  }
}
