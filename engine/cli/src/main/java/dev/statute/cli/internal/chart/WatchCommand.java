package dev.statute.cli.internal.chart;

import dev.statute.cli.internal.chart.FileChangeSource.FileChanges;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.EndSignal;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "watch",
    description = "Checks and tests, and again whenever a file is saved: what that affects.",
    footer = "Ctrl-C ends it, with the exit code that validate and test would have.",
    mixinStandardHelpOptions = true)
public final class WatchCommand implements Callable<Integer> {
  /** Factory of the source of changes. */
  interface Watching {
    FileChangeSource open(EndSignal stopSignal) throws IOException;
  }

  private final Console console;
  private final Watching watching;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "files or folders")
  private List<Path> paths = List.of();

  @Mixin private ChartOptions options = new ChartOptions();

  public WatchCommand(Console console) {
    this(
        console,
        stopSignal -> {
          FolderWatch watch = new FolderWatch();
          stopSignal.register(console, watch::close, "the last round is not finished");
          return watch;
        });
  }

  WatchCommand(Console console, Watching watching) {
    this.console = console;
    this.watching = watching;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    paths.forEach(InputFiles::requireExisting);
    WatchRounds rounds = new WatchRounds(console, options.newLoader(), paths);
    EndSignal stopSignal = new EndSignal();
    int code = ExitCode.INTERNAL;
    try (FileChangeSource changes = watching.open(stopSignal)) {
      rounds.runAll();
      changes.watch(rounds.folders());
      for (FileChanges changed = changes.awaitChanges();
          !changed.equals(FileChanges.NONE);
          changed = changes.awaitChanges()) {
        if (changed.complete()) {
          rounds.runChanged(changed.files());
        } else {
          rounds.runAll();
        }
        changes.watch(rounds.folders());
      }
      code = rounds.isGood() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
    } finally {
      console.out().flush();
      stopSignal.end(code);
    }
    return code;
  }
}
