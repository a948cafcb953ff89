package dev.statute.bench.agent;

import dev.statute.springai.GuardedToolCalls;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;

/** Round of one tool call by a manager of Spring AI. */
record SpringCaller(ToolCallingManager manager) implements ToolCaller {
  private static final List<ToolCallback> TOOLS = List.of(ToolCallbacks.from(new FileTools()));

  @Override
  public int call(long number) {
    ToolCallingChatOptions options =
        ToolCallingChatOptions.builder()
            .toolCallbacks(TOOLS)
            .toolContext(GuardedToolCalls.SESSION, FileTools.session(number))
            .build();
    ToolCall call = new ToolCall("c" + number, "function", "read", FileTools.arguments(number));
    AssistantMessage asked =
        AssistantMessage.builder().content("").toolCalls(List.of(call)).build();
    var result =
        manager.executeToolCalls(
            new Prompt(List.of(new UserMessage("go on")), options),
            new ChatResponse(List.of(new Generation(asked))));
    var last = result.conversationHistory().get(result.conversationHistory().size() - 1);
    return ((ToolResponseMessage) last).getResponses().get(0).responseData().length();
  }
}
