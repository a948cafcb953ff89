package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reader of OpenCode's export, or its events: messages with parts; a tool's part holds its state,
 * input and output.
 */
final class OpenCodeReader implements LogReader {
  private final Set<String> begun = new HashSet<>();
  private final Set<String> ended = new HashSet<>();

  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode message = item.node();
    JsonNode part = eventPart(message);
    if (part.isObject()) {
      if (LenientJson.text(message, "type").equals("tool_use")) {
        calls.markRead(""); // the event around the call has no id
      }
      readPart(item.line(), part, "assistant", "", calls);
      return;
    }
    String role = LenientJson.text(message.path("info"), "role");
    String id = LenientJson.text(message.path("info"), "id");
    List<Integer> tools = toolsByStep(message.path("parts"));
    int step = 0;
    for (JsonNode each : message.path("parts")) {
      step += isStepStart(each) ? 1 : 0;
      String batch = tools.get(step) > 1 ? id + " " + step : "";
      readPart(item.line(), each, role, batch, calls);
    }
  }

  /** Counts the calls of each step of a message, which are made in parallel; step 0 is unmarked. */
  private static List<Integer> toolsByStep(JsonNode parts) {
    List<Integer> tools = new ArrayList<>(List.of(0));
    for (JsonNode part : parts) {
      if (isStepStart(part)) {
        tools.add(0);
      } else if (LenientJson.text(part, "type").equals("tool")) {
        tools.set(tools.size() - 1, tools.get(tools.size() - 1) + 1);
      }
    }
    return tools;
  }

  private static boolean isStepStart(JsonNode part) {
    return LenientJson.text(part, "type").equals("step-start");
  }

  /** Part of an event of {@code opencode run --format json} or of the event stream. */
  static JsonNode eventPart(JsonNode event) {
    JsonNode properties = event.path("properties");
    return properties.has("part") ? properties.path("part") : event.path("part");
  }

  private void readPart(int line, JsonNode part, String role, String batch, CallPairing calls) {
    switch (LenientJson.text(part, "type")) {
      case "text" -> {
        if (!part.path("synthetic").asBoolean(false)) {
          calls.message(line, role, LenientJson.text(part, "text"));
        }
      }
      case "tool" -> readTool(line, part, batch, calls);
      default -> {}
    }
  }

  private void readTool(int line, JsonNode part, String batch, CallPairing calls) {
    JsonNode state = part.path("state");
    String id = LenientJson.text(part, "callID");
    String status = LenientJson.text(state, "status");
    if (ended.contains(id)) {
      return; // an event that is sent again
    }
    CallFields call =
        CallFields.of(LenientJson.text(part, "tool"), state.path("input")).with("batch", batch);
    if (id.isEmpty() || begun.add(id)) {
      calls.begin(line, id, call);
    } else {
      calls.setFields(id, call);
    }
    if (!id.isEmpty() && Set.of("completed", "error").contains(status)) {
      ended.add(id);
    }
    JsonNode code = state.path("metadata").path("exit");
    Long exit = CallFields.wholeNumber(code);
    switch (status) {
      case "completed" ->
          calls.end(
              line,
              id,
              LenientJson.text(state, "output"),
              exit == null ? Boolean.TRUE : null,
              exit);
      case "error" -> calls.end(line, id, LenientJson.text(state, "error"), Boolean.FALSE, exit);
      default -> {}
    }
  }
}
