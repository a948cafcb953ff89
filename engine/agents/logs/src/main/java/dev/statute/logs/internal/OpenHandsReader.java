package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.statute.logs.CallFields;
import java.util.List;
import java.util.Set;

/**
 * Reader of OpenHands' event log: an action has an id, and the observation that answers it names
 * that id as its cause. Events of its SDK, which have a {@code kind}, are left to {@link
 * OpenHandsSdkReader}.
 */
final class OpenHandsReader implements LogReader {
  /** Actions of the program itself, which are no work of the agent. */
  private static final Set<String> SILENT =
      Set.of("system", "change_agent_state", "recall", "null", "", "start", "pause", "resume");

  /** Fields among an action's arguments that do not describe it. */
  private static final List<String> ASIDE =
      List.of(
          ("thought final_thought confirmation_state security_risk is_confirmed hidden blocking"
                  + " include_extra kernel_init_code")
              .split(" ", -1));

  private final OpenHandsSdkReader sdk = new OpenHandsSdkReader();

  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode event = item.node();
    String action = LenientJson.text(event, "action");
    String asked = LenientJson.text(event.path("tool_call_metadata"), "tool_call_id");
    if (!asked.isEmpty()) {
      calls.markRead(asked); // the event also contains the model's own text of the call
    }
    if (event.has("kind")) {
      sdk.read(item, calls);
    } else if (event.has("observation")) {
      readObservation(item, event, calls);
    } else if (action.equals("message")) {
      String role = LenientJson.text(event, "source").equals("user") ? "user" : "assistant";
      calls.message(item.line(), role, LenientJson.text(event.path("args"), "content"));
    } else if (action.equals("condensation")) {
      calls.condensation(item.line());
    } else if (!SILENT.contains(action)) {
      calls.begin(item.line(), LenientJson.text(event, "id"), toolCall(action, event));
    }
  }

  private static CallFields toolCall(String action, JsonNode event) {
    JsonNode args = event.path("args");
    String thought = LenientJson.text(args, "thought");
    if (args.isObject()) {
      ObjectNode said = args.deepCopy();
      said.remove(ASIDE);
      args = said;
    }
    JsonNode asked = event.path("tool_call_metadata");
    boolean parallel = asked.path("total_calls_in_response").asInt(1) > 1;
    String response = LenientJson.text(asked.path("model_response"), "id");
    return CallFields.of(action, args)
        .with("thought", thought)
        .with("batch", parallel ? response : "");
  }

  private static void readObservation(LogDocument item, JsonNode event, CallPairing calls) {
    OpenHandsResult result = new OpenHandsResult(event.path("extras"));
    String kind = LenientJson.text(event, "observation");
    String cause = LenientJson.text(event, "cause");
    boolean refused = kind.equals("user_rejected");
    boolean said = result.exitCode() == null && event.path("success").isBoolean();
    Boolean success = said ? (Boolean) event.path("success").booleanValue() : null;
    if (refused) {
      calls.setField(cause, "error_kind", "denied");
    }
    result.markContent(cause, calls);
    String output = LenientJson.text(event, "content");
    boolean failed = refused || kind.equals("error");
    calls.end(item.line(), cause, output, failed ? Boolean.FALSE : success, result.knownCode());
  }
}
