package dev.statute.springai;

import dev.statute.guard.AgentGuard;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;

/**
 * Advisor that gives the tool calls of a request their session, and records the prompt in it. The
 * session is {@value GuardedToolCalls#SESSION} of the tool context, else the id of the conversation
 * in the chat memory, else one that ends with the request. Thread-safe.
 */
public final class GuardAdvisor implements CallAdvisor, StreamAdvisor {
  private final AgentGuard guard;

  public GuardAdvisor(AgentGuard guard) {
    this.guard = guard;
  }

  /**
   * Request with its session.
   *
   * @param ended set when the session ends with the request; null = it does not
   */
  private record Begun(ChatClientRequest request, String session, @Nullable AtomicBoolean ended) {}

  @Override
  public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
    Begun begun = begin(request);
    try {
      return chain.nextCall(begun.request);
    } finally {
      end(begun);
    }
  }

  @Override
  public Flux<ChatClientResponse> adviseStream(
      ChatClientRequest request, StreamAdvisorChain chain) {
    return Flux.defer(
        () -> {
          Begun begun = begin(request);
          return Flux.defer(() -> chain.nextStream(begun.request)).doFinally(signal -> end(begun));
        });
  }

  private Begun begin(ChatClientRequest request) {
    Prompt prompt = request.prompt();
    if (!(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
      return new Begun(request, "", null); // without tools
    }
    Map<String, Object> tools = options.getToolContext();
    Object given = tools == null ? null : tools.get(GuardedToolCalls.SESSION);
    Object known = given != null ? given : request.context().get(ChatMemory.CONVERSATION_ID);
    String session = known != null ? known.toString() : UUID.randomUUID().toString();
    guard.recordPrompt(session, Objects.requireNonNullElse(prompt.getUserMessage().getText(), ""));
    AtomicBoolean ended = known == null ? new AtomicBoolean() : null;
    ToolCallingChatOptions.Builder<?> marked =
        options.mutate().toolContext(GuardedToolCalls.SESSION, session);
    if (ended != null) {
      marked.toolContext(GuardedToolCalls.ENDED, ended);
    }
    ChatClientRequest begun =
        request.mutate().prompt(new Prompt(prompt.getInstructions(), marked.build())).build();
    return new Begun(begun, session, ended);
  }

  private void end(Begun begun) {
    if (begun.ended != null) {
      begun.ended.set(true); // first: a call that begins now ends the session again
      guard.end(begun.session);
    }
  }

  @Override
  public String getName() {
    return "Statute Guard Advisor";
  }

  /** Outside the advisor that executes tool calls, so that a request is one prompt. */
  @Override
  public int getOrder() {
    return ToolCallingAdvisor.DEFAULT_ORDER - 50;
  }
}
