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
import java.util.List;

/** Registry of all commands, in the order of the help. */
final class CommandCatalog {
  private CommandCatalog() {}

  static List<Object> all(Console console) {
    return List.of(
        new ValidateCommand(console),
        new RunCommand(console),
        new ScanCommand(console),
        new FollowCommand(console),
        new TestCommand(console),
        new RenderCommand(console),
        new ImportCommand(console),
        new WatchCommand(console),
        new SimulateCommand(console),
        new DiffCommand(console),
        new AnalyzeCommand(console),
        new ReplayCommand(console),
        new ExplainCommand(console),
        new StoreCommand(console),
        new MigrateCommand(console),
        new ServeCommand(console),
        new TopCommand(console),
        GuardCommand.create(console),
        new WorkerCommand(console),
        new TurnCommand(console),
        new NewCommand(console),
        new SchemaCommand(console),
        new CompletionCommand(console));
  }
}
