package dev.statute.bench.agent;

import dev.statute.Statute;
import dev.statute.guard.AgentGuard;
import dev.statute.langchain4j.GuardedTools;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.springai.GuardedToolCalls;
import org.springframework.ai.model.tool.ToolCallingManager;

/**
 * Table of the cost of a guard per tool call: proposal, judgement by the chart {@code supervised}
 * with its rules, and record, beside the same call without a guard. Rounds of both alternate.
 */
public final class AgentTable {
  private static final int ROUNDS = Integer.getInteger("rounds", 33);

  private AgentTable() {}

  /** Prints the table. */
  public static void main(String[] args) {
    try (Statute statute =
        Statute.loader().profile("unattended").fromClassPath("statute/charts/supervised.yaml")) {
      System.out.printf(
          "%-24s %8s %9s %8s %7s %8s %9s %8s %9s%n",
          "µs per call", "p50", "guarded", "on top", "ratio", "p99", "guarded", "cpu", "guarded");
      for (boolean sameThread : new boolean[] {false, true}) {
        String engine = sameThread ? ", same thread" : "";
        EngineBuilder builder = sameThread ? statute.engine().sameThread() : statute.engine();
        AgentGuard guard = AgentGuard.forChart("supervised").attach(builder);
        try (Engine running = builder.build()) {
          var tool = LangChainCaller.bare();
          row(
              "LangChain4j" + engine,
              new LangChainCaller(tool),
              new LangChainCaller(GuardedTools.of(guard).decorate(tool)));
          var manager = ToolCallingManager.builder().build();
          row(
              "Spring AI" + engine,
              new SpringCaller(manager),
              new SpringCaller(new GuardedToolCalls(guard, manager)));
          System.out.printf("%,d sessions are in memory%n", running.instancesInMemory());
        }
      }
    }
  }

  private static void row(String name, ToolCaller bare, ToolCaller guarded) {
    CallMeter without = new CallMeter(bare, ROUNDS);
    CallMeter with = new CallMeter(guarded, ROUNDS);
    for (int i = 0; i < ROUNDS; i++) {
      without.run();
      with.run();
    }
    System.out.printf(
        "%-24s %8.1f %9.1f %8.1f %7.1f %8.1f %9.1f %8.1f %9.1f%n",
        name,
        without.middle(),
        with.middle(),
        with.middle() - without.middle(),
        with.middle() / without.middle(),
        without.slow(),
        with.slow(),
        without.processor(),
        with.processor());
  }
}
