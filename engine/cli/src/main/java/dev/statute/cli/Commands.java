package dev.statute.cli;

import java.util.List;

/** All commands, in the order help lists them. */
final class Commands {
  private Commands() {}

  static List<Object> all(Console console) {
    return List.of(
        new ValidateCommand(console),
        new RunCommand(console),
        new ScanCommand(console),
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
        new WorkerCommand(console),
        new TurnCommand(console),
        new NewCommand(console),
        new SchemaCommand(console));
  }
}
