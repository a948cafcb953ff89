package dev.statute.bench.agent;

/** One way to call the tool. */
interface ToolCaller {
  /**
   * Calls the tool.
   *
   * @return length of the result
   */
  int call(long number);
}
