package dev.statute.bench;

import dev.statute.bench.chat.ChatTable;
import dev.statute.bench.decide.DecideTable;
import dev.statute.bench.durable.DurableTable;
import dev.statute.bench.hook.HookTable;
import dev.statute.bench.reload.ReloadTable;
import dev.statute.bench.step.StepTable;
import dev.statute.bench.track.TrackerTable;
import java.util.Arrays;
import org.openjdk.jmh.Main;

/**
 * Runner of benchmarks by name: {@code step}, {@code chat}, {@code durable}, {@code track}, {@code
 * decide}, {@code hook} and {@code reload} print tables of their own, any other name is a regular
 * expression for JMH, with JMH's options after it. {@code flink} is another module, which the
 * script starts.
 */
public final class BenchmarkMain {
  private BenchmarkMain() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      System.out.println(
          "usage: bench step [ROW…] | bench chat | bench durable [sqlite] [postgres] [dbos] | bench"
              + " track [AGENTS] | bench flink [EVENTS] [instances N] | bench decide [decision]"
              + " [start] | bench hook [SESSIONS] | bench reload [RELOADS] | bench NAME [JMH"
              + " options] | bench -l");
      return;
    }
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    switch (args[0]) {
      case "step" -> StepTable.main(rest);
      case "chat" -> ChatTable.main(rest);
      case "durable" -> DurableTable.main(rest);
      case "decide" -> DecideTable.main(rest);
      case "reload" -> ReloadTable.main(rest);
      case "hook" -> HookTable.main(rest);
      case "track" -> TrackerTable.main(rest);
      default -> Main.main(args);
    }
  }
}
