package dev.statute.springai;

import dev.statute.guard.AgentGuard;
import dev.statute.guard.AgentStopException;
import dev.statute.guard.GuardedCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Tool calls of Spring AI under a guard: the calls of one reply are one round. Each is proposed
 * before any is executed, refused ones are answered with the reason, the others go to another
 * manager, their results are recorded, and hints are appended to them. A stop ends the
 * conversation's turn with an {@link AgentStopException}. Thread-safe.
 */
public final class GuardedToolCalls implements ToolCallingManager {
  /** Key of the tool context with the id of the session, which {@link GuardAdvisor} sets. */
  public static final String SESSION = "statute.session";

  /** Key of the tool context with a flag that is set when the session ended with its request. */
  static final String ENDED = "statute.session.ended";

  private static final Logger LOG = LoggerFactory.getLogger(GuardedToolCalls.class);

  private final AgentGuard guard;
  private final ToolCallingManager manager;

  /**
   * Creates a manager.
   *
   * @param manager executes the calls that are not refused
   */
  public GuardedToolCalls(AgentGuard guard, ToolCallingManager manager) {
    this.guard = guard;
    this.manager = manager;
  }

  /**
   * Returns the advisors that put a chat client under a guard: a {@link GuardAdvisor} and an
   * advisor that executes tool calls by this manager.
   */
  public static List<Advisor> advisors(AgentGuard guard, ToolCallingManager manager) {
    return List.of(
        new GuardAdvisor(guard),
        ToolCallingAdvisor.builder()
            .toolCallingManager(new GuardedToolCalls(guard, manager))
            .build());
  }

  @Override
  public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions chatOptions) {
    return manager.resolveToolDefinitions(chatOptions);
  }

  /**
   * {@inheritDoc}
   *
   * @throws AgentStopException if the session is halted
   * @throws IllegalStateException if the tool context has no session
   */
  @Override
  public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse chatResponse) {
    Generation generation =
        chatResponse.getResults().stream()
            .filter(each -> each.getOutput().hasToolCalls())
            .findFirst()
            .orElse(null);
    if (generation == null) {
      return manager.executeToolCalls(prompt, chatResponse);
    }
    ToolCallingChatOptions options = options(prompt);
    String session = String.valueOf(toolContext(options).get(SESSION));
    String round = UUID.randomUUID().toString();
    AssistantMessage message = generation.getOutput();
    List<GuardedCall> calls = new ArrayList<>();
    try {
      for (ToolCall each : message.getToolCalls()) {
        calls.add(guard.propose(session, round, each.name(), arguments(each)));
      }
      return execute(prompt, options, chatResponse, generation, calls);
    } finally {
      if (toolContext(options).get(ENDED) instanceof AtomicBoolean ended && ended.get()) {
        guard.end(session); // the request was cancelled, and these calls began it anew
      }
    }
  }

  private static ToolCallingChatOptions options(Prompt prompt) {
    if (prompt.getOptions() instanceof ToolCallingChatOptions options
        && toolContext(options).containsKey(SESSION)) {
      return options;
    }
    throw new IllegalStateException(
        "the tool calls belong to no session: add a GuardAdvisor to the chat client, or put '"
            + SESSION
            + "' into the tool context");
  }

  private static Map<String, Object> toolContext(ToolCallingChatOptions options) {
    Map<String, Object> context = options.getToolContext();
    return context == null ? Map.of() : context;
  }

  private ToolExecutionResult execute(
      Prompt prompt,
      ToolCallingChatOptions options,
      ChatResponse response,
      Generation generation,
      List<GuardedCall> calls) {
    AssistantMessage message = generation.getOutput();
    List<ToolCall> allowed = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      if (!calls.get(i).isRefused()) {
        allowed.add(message.getToolCalls().get(i));
      }
    }
    FailedCalls failures = new FailedCalls();
    ToolExecutionResult result = null;
    if (!allowed.isEmpty()) {
      ChatResponse reduced =
          allowed.size() == calls.size() ? response : response(response, generation, allowed);
      Prompt observed = new Prompt(prompt.getInstructions(), observed(options, failures));
      try {
        result = manager.executeToolCalls(observed, reduced);
      } catch (RuntimeException e) {
        recordFailure(message, calls, failures, e);
        throw e;
      }
    }
    return merge(prompt, message, calls, failures, result);
  }

  private static ChatResponse response(
      ChatResponse response, Generation generation, List<ToolCall> calls) {
    AssistantMessage message = generation.getOutput().mutate().toolCalls(calls).build();
    return ChatResponse.builder()
        .from(response)
        .generations(List.of(new Generation(message, generation.getMetadata())))
        .build();
  }

  /** Returns options whose tools tell what they threw, without the session. */
  private static ToolCallingChatOptions observed(
      ToolCallingChatOptions options, FailedCalls failures) {
    Map<String, Object> context = new HashMap<>(toolContext(options));
    context.remove(SESSION);
    context.remove(ENDED);
    List<ToolCallback> given = options.getToolCallbacks();
    List<ToolCallback> tools = given == null ? List.of() : given;
    return options
        .mutate()
        .toolContext((Map<String, Object>) null)
        .toolContext(context)
        .toolCallbacks(
            tools.stream().<ToolCallback>map(tool -> new ObservedCallback(tool, failures)).toList())
        .build();
  }

  /** Records what is known of a round that ended with an exception: the first failure. */
  private static void recordFailure(
      AssistantMessage message, List<GuardedCall> calls, FailedCalls failures, RuntimeException e) {
    try {
      for (int i = 0; i < calls.size(); i++) {
        if (!calls.get(i).isRefused()) {
          String failure = failures.take(message.getToolCalls().get(i));
          if (failure != null || i == calls.size() - 1) {
            calls.get(i).recordFailure(failure != null ? failure : ObservedCallback.message(e));
            return;
          }
        }
      }
    } catch (AgentStopException stop) {
      stop.addSuppressed(e);
      throw stop;
    }
  }

  private static ToolExecutionResult merge(
      Prompt prompt,
      AssistantMessage message,
      List<GuardedCall> calls,
      FailedCalls failures,
      @Nullable ToolExecutionResult result) {
    ToolResponseMessage executed = result == null ? null : responses(result);
    List<ToolResponse> open =
        executed == null ? new ArrayList<>() : new ArrayList<>(executed.getResponses());
    boolean direct =
        result != null
            && result.returnDirect()
            && calls.stream().noneMatch(GuardedCall::isRefused); // those are for the model
    List<ToolResponse> responses = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      GuardedCall call = calls.get(i);
      ToolCall asked = message.getToolCalls().get(i);
      responses.add(
          call.isRefused()
              ? new ToolResponse(asked.id(), asked.name(), call.refusal())
              : record(call, asked, take(open, asked), failures.take(asked), direct));
    }
    List<Message> history = new ArrayList<>(prompt.getInstructions());
    history.add(message);
    history.add(
        ToolResponseMessage.builder()
            .responses(responses)
            .metadata(executed == null ? Map.of() : executed.getMetadata())
            .build());
    return ToolExecutionResult.builder().conversationHistory(history).returnDirect(direct).build();
  }

  private static ToolResponseMessage responses(ToolExecutionResult result) {
    List<Message> history = result.conversationHistory();
    if (!history.isEmpty()
        && history.get(history.size() - 1) instanceof ToolResponseMessage message) {
      return message;
    }
    throw new IllegalStateException("the tool calling manager returned no tool responses");
  }

  /** Removes and returns the first response to a call; an empty one if there is none. */
  private static ToolResponse take(List<ToolResponse> open, ToolCall asked) {
    for (ToolResponse each : open) {
      if (Objects.equals(each.id(), asked.id()) && each.name().equals(asked.name())) {
        open.remove(each);
        return each;
      }
    }
    return new ToolResponse(asked.id(), asked.name(), "");
  }

  private static ToolResponse record(
      GuardedCall call,
      ToolCall asked,
      ToolResponse response,
      @Nullable String failure,
      boolean direct) {
    String text = response.responseData();
    String advice = failure != null ? call.recordFailure(failure) : call.recordResult(text);
    if (advice.isEmpty()) {
      return response;
    }
    if (direct) {
      LOG.info("the result of '{}' goes to the caller, so no model is told: {}", asked, advice);
      return response;
    }
    return new ToolResponse(response.id(), response.name(), text + "\n\n" + advice);
  }

  static String arguments(ToolCall call) {
    String arguments = call.arguments();
    return arguments == null || arguments.isBlank() ? "{}" : arguments;
  }
}
