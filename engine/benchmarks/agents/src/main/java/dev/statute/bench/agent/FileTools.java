package dev.statute.bench.agent;

import dev.langchain4j.agent.tool.Tool;

/** Tool of an agent that works: each result is another text of 2 KB. */
public final class FileTools {
  private static final String TEXT = "A line of a file that the agent reads.\n".repeat(52);

  @Tool
  @org.springframework.ai.tool.annotation.Tool(description = "Reads a file")
  public String read(String path) {
    return path + "\n" + TEXT;
  }

  /** Arguments of a call as JSON, with either name that compilers give the parameter. */
  static String arguments(long call) {
    return "{\"path\":\"file" + call + "\",\"arg0\":\"file" + call + "\"}";
  }

  /** Session of a call: a hundred calls each. */
  static String session(long call) {
    return "s" + call / 100;
  }
}
