package dev.statute.bench.agent;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolService;

/** Call of a tool of LangChain4j, which parses the arguments and calls the method. */
record LangChainCaller(ToolExecutor executor) implements ToolCaller {
  static ToolExecutor bare() {
    return ToolService.findTools(new FileTools()).get(0).toolExecutor();
  }

  @Override
  public int call(long number) {
    ToolExecutionRequest request =
        ToolExecutionRequest.builder()
            .id("c" + number)
            .name("read")
            .arguments(FileTools.arguments(number))
            .build();
    InvocationContext context =
        InvocationContext.builder().chatMemoryId(FileTools.session(number)).build();
    return executor.executeWithContext(request, context).resultText().length();
  }
}
