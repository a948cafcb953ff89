package dev.statute.cli;

import dev.statute.cli.internal.chart.AnalyzeCommand;
import dev.statute.cli.internal.chart.DiffCommand;
import dev.statute.cli.internal.chart.ImportCommand;
import dev.statute.cli.internal.chart.NewCommand;
import dev.statute.cli.internal.chart.RenderCommand;
import dev.statute.cli.internal.chart.SchemaCommand;
import dev.statute.cli.internal.chart.TestCommand;
import dev.statute.cli.internal.chart.ValidateCommand;
import dev.statute.cli.internal.chart.WatchCommand;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.decision.ReplayCommand;
import dev.statute.cli.internal.follow.FollowCommand;
import dev.statute.cli.internal.guard.GuardCommand;
import dev.statute.cli.internal.scan.ScanCommand;
import dev.statute.cli.internal.serve.ServeCommand;
import dev.statute.cli.internal.session.ExplainCommand;
import dev.statute.cli.internal.session.RunCommand;
import dev.statute.cli.internal.session.SimulateCommand;
import dev.statute.cli.internal.store.MigrateCommand;
import dev.statute.cli.internal.store.StoreCommand;
import dev.statute.cli.internal.top.TopCommand;
import dev.statute.cli.internal.turn.TurnCommand;
import dev.statute.cli.internal.turn.WorkerCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Registry of all commands, in the order of the help. */
final class CommandCatalog {
  private static final String COMPLETION = "completion";

  /** A command by its name. */
  private record Entry(String name, Function<Console, Object> create) {}

  private static final List<Entry> ALL =
      List.of(
          new Entry("validate", ValidateCommand::new),
          new Entry("run", RunCommand::new),
          new Entry("scan", ScanCommand::new),
          new Entry("follow", FollowCommand::new),
          new Entry("test", TestCommand::new),
          new Entry("render", RenderCommand::new),
          new Entry("import", ImportCommand::new),
          new Entry("watch", WatchCommand::new),
          new Entry("simulate", SimulateCommand::new),
          new Entry("diff", DiffCommand::new),
          new Entry("analyze", AnalyzeCommand::new),
          new Entry("replay", ReplayCommand::new),
          new Entry("explain", ExplainCommand::new),
          new Entry("store", StoreCommand::new),
          new Entry("migrate", MigrateCommand::new),
          new Entry("serve", ServeCommand::new),
          new Entry("top", TopCommand::new),
          new Entry("guard", GuardCommand::create),
          new Entry("worker", WorkerCommand::new),
          new Entry("turn", TurnCommand::new),
          new Entry("new", NewCommand::new),
          new Entry("schema", SchemaCommand::new),
          new Entry(COMPLETION, CompletionCommand::new));

  private CommandCatalog() {}

  /**
   * Creates the commands that a command line needs: the one that its first word names, or else all,
   * for help and for what names none. The options of all are a fifth of the time of a start.
   */
  static Map<String, Object> of(Console console, String... args) {
    List<Entry> named =
        ALL.stream()
            .filter(entry -> args.length > 0 && entry.name().equals(args[0]))
            .filter(entry -> !entry.name().equals(COMPLETION)) // completes all others
            .toList();
    Map<String, Object> commands = new LinkedHashMap<>();
    (named.isEmpty() ? ALL : named)
        .forEach(entry -> commands.put(entry.name(), entry.create().apply(console)));
    return commands;
  }
}
