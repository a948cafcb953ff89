package dev.statute.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.statute.guard.AgentGuard;
import dev.statute.guard.AgentStopException;
import dev.statute.guard.GuardedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Tool whose calls are proposed before they are executed and recorded after it. Thread-safe. */
final class GuardedExecutor implements ToolExecutor {
  private final AgentGuard guard;
  private final InvocationRounds rounds;
  private final ToolExecutor executor;

  GuardedExecutor(AgentGuard guard, InvocationRounds rounds, ToolExecutor executor) {
    this.guard = guard;
    this.rounds = rounds;
    this.executor = executor;
  }

  @Override
  public String execute(ToolExecutionRequest request, Object memoryId) {
    InvocationContext context = InvocationContext.builder().chatMemoryId(memoryId).build();
    return executeWithContext(request, context).resultText();
  }

  /**
   * {@inheritDoc}
   *
   * @throws AgentStopException if the session is halted
   * @throws Error if an earlier stop of this invocation was swallowed by an error handler
   */
  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, InvocationContext context) {
    try {
      return guarded(request, context);
    } catch (AgentStopException stop) {
      if (isOwn(stop, guard, rounds.session(context)) && !rounds.stop(context)) {
        throw new Error(
            "an error handler of tool executions passed a stop on to the model; rethrow"
                + " AgentStopException, or call GuardedTools.install last",
            stop);
      }
      throw stop;
    }
  }

  /** Returns whether a stop is of this session, not of one that a tool runs. */
  static boolean isOwn(AgentStopException stop, AgentGuard guard, String session) {
    return stop.halt().instance().equals(guard.instance(session));
  }

  private ToolExecutionResult guarded(ToolExecutionRequest request, InvocationContext context) {
    GuardedCall call =
        guard.propose(
            rounds.session(context),
            rounds.round(context),
            request.name(),
            Objects.requireNonNullElse(request.arguments(), ""));
    if (call.isRefused()) {
      return ToolExecutionResult.builder().isError(true).resultText(call.refusal()).build();
    }
    ToolExecutionResult result;
    String text;
    try {
      result = executor.executeWithContext(request, context);
      text = text(result.resultContents());
    } catch (RuntimeException e) {
      throw advised(e, recordFailure(call, e));
    } catch (Error e) {
      recordFailure(call, e);
      throw e;
    }
    String advice = result.isError() ? call.recordFailure(text) : call.recordResult(text);
    return advice.isEmpty() ? result : append(result, advice);
  }

  private static String recordFailure(GuardedCall call, Throwable thrown) {
    Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
    try {
      return call.recordFailure(message(cause));
    } catch (AgentStopException stop) {
      stop.addSuppressed(thrown);
      throw stop;
    }
  }

  /**
   * Returns what was thrown, with advice in its message, as the library tells that to the model.
   */
  private static RuntimeException advised(RuntimeException thrown, String advice) {
    if (advice.isEmpty()) {
      return thrown;
    }
    Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
    String message = message(cause) + "\n\n" + advice;
    RuntimeException advised =
        thrown instanceof ToolArgumentsException
            ? new ToolArgumentsException(message)
            : new ToolExecutionException(message);
    advised.addSuppressed(thrown);
    return advised;
  }

  /** Returns the message of an error, or its type if it has none. */
  static String message(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank() ? error.getClass().getName() : message;
  }

  private static String text(List<Content> contents) {
    StringBuilder text = new StringBuilder();
    for (Content each : contents) {
      String part = each instanceof TextContent content ? content.text() : String.valueOf(each);
      text.append(text.isEmpty() ? "" : "\n").append(part);
    }
    return text.toString();
  }

  private static ToolExecutionResult append(ToolExecutionResult result, String advice) {
    List<Content> contents = new ArrayList<>(result.resultContents());
    if (contents.size() == 1 && contents.get(0) instanceof TextContent only) {
      contents.set(0, TextContent.from(only.text() + "\n\n" + advice));
    } else {
      contents.add(TextContent.from(advice));
    }
    return ToolExecutionResult.builder()
        .isError(result.isError())
        .result(result.result())
        .resultContents(contents)
        .attributes(result.attributes())
        .build();
  }
}
