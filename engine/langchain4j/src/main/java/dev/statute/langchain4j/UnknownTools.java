package dev.statute.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.statute.guard.AgentGuard;
import java.util.function.Function;

/** Guarded answers to calls of tools that do not exist; each is recorded as a failure. */
final class UnknownTools implements Function<ToolExecutionRequest, ToolExecutionResultMessage> {
  private final AgentGuard guard;
  private final InvocationRounds rounds;
  private final Function<ToolExecutionRequest, ToolExecutionResultMessage> answer;

  UnknownTools(
      AgentGuard guard,
      InvocationRounds rounds,
      Function<ToolExecutionRequest, ToolExecutionResultMessage> answer) {
    this.guard = guard;
    this.rounds = rounds;
    this.answer = answer;
  }

  @Override
  public ToolExecutionResultMessage apply(ToolExecutionRequest request) {
    InvocationContext context = rounds.context(request);
    if (context == null) {
      throw new IllegalStateException(
          "the call of the unknown tool '" + request.name() + "' belongs to no known invocation");
    }
    ToolExecutor tool =
        new ToolExecutor() {
          @Override
          public String execute(ToolExecutionRequest call, Object memoryId) {
            return answer.apply(call).text();
          }

          @Override
          public ToolExecutionResult executeWithContext(
              ToolExecutionRequest call, InvocationContext invocation) {
            return ToolExecutionResult.builder()
                .isError(true)
                .resultText(answer.apply(call).text())
                .build();
          }
        };
    String text =
        new GuardedExecutor(guard, rounds, tool).executeWithContext(request, context).resultText();
    return ToolExecutionResultMessage.from(request, text);
  }
}
