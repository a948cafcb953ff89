package dev.statute.langchain4j;

import dev.langchain4j.agent.tool.CompensateFor;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.observability.api.listener.AiServiceCompletedListener;
import dev.langchain4j.observability.api.listener.AiServiceErrorListener;
import dev.langchain4j.observability.api.listener.AiServiceResponseReceivedListener;
import dev.langchain4j.observability.api.listener.AiServiceStartedListener;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolErrorContext;
import dev.langchain4j.service.tool.ToolErrorHandlerResult;
import dev.langchain4j.service.tool.ToolExecutionErrorHandler;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.langchain4j.service.tool.ToolService;
import dev.statute.guard.AgentGuard;
import dev.statute.guard.AgentStopException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tools of LangChain4j under a guard: each call is proposed before it is executed, its result is
 * recorded after it, hints are appended to the result, and a stop ends the invocation with an
 * {@link AgentStopException}. A session is a chat memory; without a memory id it is an invocation.
 * Immutable and thread-safe.
 */
public final class GuardedTools {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedTools.class);

  /** Beginning of a session that looks like that of an id with a type. */
  private static final Pattern TYPED = Pattern.compile("[\\w.$]+#");

  private static final ToolExecutionErrorHandler MESSAGE_TO_MODEL =
      (error, context) -> {
        LOG.warn("the tool '{}' failed", context.toolExecutionRequest().name(), error);
        return ToolErrorHandlerResult.text(GuardedExecutor.message(error));
      };

  private final AgentGuard guard;
  private final InvocationRounds rounds;
  private final ToolExecutionErrorHandler errorHandler;
  private final @Nullable UnknownTools unknownTools;

  private GuardedTools(
      AgentGuard guard,
      InvocationRounds rounds,
      ToolExecutionErrorHandler errorHandler,
      @Nullable UnknownTools unknownTools) {
    this.guard = guard;
    this.rounds = rounds;
    this.errorHandler = errorHandler;
    this.unknownTools = unknownTools;
  }

  /**
   * Returns the session of a chat memory. Equal ids are one session, ids of different types are
   * different ones: of a text it is the text, of any other id its type and its text, such as {@code
   * java.lang.Long#7}.
   */
  public static String session(@Nullable Object memoryId) {
    if (memoryId == null) {
      return "null";
    }
    String text = memoryId.toString();
    return memoryId instanceof String && !TYPED.matcher(text).lookingAt()
        ? text
        : memoryId.getClass().getName() + "#" + text;
  }

  /** Creates tools under a guard. */
  public static GuardedTools of(AgentGuard guard) {
    return new GuardedTools(guard, new InvocationRounds(), MESSAGE_TO_MODEL, null);
  }

  /** Returns tools whose errors, other than stops, go to this handler when installed. */
  public GuardedTools errorHandler(ToolExecutionErrorHandler handler) {
    return new GuardedTools(guard, rounds, handler, unknownTools);
  }

  /**
   * Returns tools that give this answer to calls of unknown tools when installed, in place of the
   * library's exception; the calls are guarded, and recorded as failures.
   */
  public GuardedTools unknownTools(
      Function<ToolExecutionRequest, ToolExecutionResultMessage> answer) {
    return new GuardedTools(guard, rounds, errorHandler, new UnknownTools(guard, rounds, answer));
  }

  /**
   * Adds annotated tools to a service, decorated, and lets the guard hear of its prompts and
   * rounds. It sets the service's error handler of tool executions, by which a stop ends the
   * invocation.
   *
   * @param objectsWithTools objects with methods that are annotated with {@code Tool}; decorate
   *     tools of another kind and add them to the service
   * @throws IllegalArgumentException if an object has compensating actions, which the library does
   *     not find for decorated tools
   */
  public <T> AiServices<T> install(AiServices<T> services, Object... objectsWithTools) {
    List<AiServiceTool> tools = new ArrayList<>();
    for (Object each : objectsWithTools) {
      requireNoCompensation(each);
      tools.addAll(ToolService.findTools(each));
    }
    AiServiceStartedListener started =
        event -> {
          String session = rounds.begin(event.invocationContext());
          String text = event.userMessage().hasSingleText() ? event.userMessage().singleText() : "";
          guard.recordPrompt(session, text);
        };
    AiServiceResponseReceivedListener received =
        event ->
            rounds.next(
                event.invocationContext(), event.response().aiMessage().toolExecutionRequests());
    AiServiceCompletedListener completed = event -> end(rounds.end(event.invocationContext()));
    AiServiceErrorListener failed = event -> end(rounds.end(event.invocationContext()));
    if (unknownTools != null) {
      services.hallucinatedToolNameStrategy(unknownTools);
    }
    return services
        .tools(decorate(tools))
        .toolExecutionErrorHandler(this::handle)
        .registerListeners(started, received, completed, failed);
  }

  private static void requireNoCompensation(Object tools) {
    for (Method each : tools.getClass().getDeclaredMethods()) {
      if (each.isAnnotationPresent(CompensateFor.class)) {
        throw new IllegalArgumentException(
            "LangChain4j runs no compensating actions of decorated tools: remove @CompensateFor from "
                + each
                + ", or keep this object out of the guard by AiServices.tools");
      }
    }
  }

  private void end(@Nullable String session) {
    if (session != null) {
      guard.end(session);
    }
  }

  private ToolErrorHandlerResult handle(Throwable error, ToolErrorContext context) {
    if (error instanceof AgentStopException stop
        && GuardedExecutor.isOwn(stop, guard, rounds.session(context.invocationContext()))) {
      throw stop;
    }
    return errorHandler.handle(error, context);
  }

  /** Decorates tools; their return behavior stays. */
  public List<AiServiceTool> decorate(Collection<AiServiceTool> tools) {
    return tools.stream()
        .map(tool -> tool.toBuilder().toolExecutor(decorate(tool.toolExecutor())).build())
        .toList();
  }

  /**
   * Decorates the model of a streaming service: a stop reaches {@code onError} of the stream.
   * Without it the stop is thrown on the thread of the model only.
   */
  public StreamingChatModel decorate(StreamingChatModel model) {
    return new StoppedStreams(model);
  }

  /** Decorates a tool. */
  public ToolExecutor decorate(ToolExecutor executor) {
    return new GuardedExecutor(guard, rounds, executor);
  }

  /** Decorates all tools of a provider. */
  public ToolProvider decorate(ToolProvider provider) {
    return new ToolProvider() {
      @Override
      public @Nullable ToolProviderResult provideTools(ToolProviderRequest request) {
        ToolProviderResult result = provider.provideTools(request);
        return result == null ? null : new ToolProviderResult(decorate(result.aiServiceTools()));
      }

      @Override
      public boolean isDynamic() {
        return provider.isDynamic();
      }
    };
  }
}
