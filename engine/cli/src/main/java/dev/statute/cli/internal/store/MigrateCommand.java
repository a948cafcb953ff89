package dev.statute.cli.internal.store;

import dev.statute.chart.MigrationPlan;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Migration;
import dev.statute.step.MigrationResult;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceMigration;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StoreException;
import dev.statute.yaml.MigrationYaml;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that migrates running instances to a changed chart, by a plan. */
@Command(
    name = "migrate",
    description = "Checks a plan of migration, and moves the instances of a store by it.",
    footer = "Exits 0 if all can be moved, 1 if an instance is refused, 2 if the plan is wrong.",
    mixinStandardHelpOptions = true)
public final class MigrateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "PLAN", description = "what becomes of what")
  private @Nullable Path plan;

  @Parameters(index = "1", paramLabel = "OLD", description = "the chart that instances run")
  private @Nullable Path oldChart;

  @Parameters(index = "2", paramLabel = "NEW", description = "the chart they will run")
  private @Nullable Path newChart;

  @Option(
      names = "--store",
      paramLabel = "FILE_OR_URL",
      description = "moves its instances; without one the plan is only checked")
  private @Nullable String store;

  @Option(names = "--id", paramLabel = "ID", description = "moves this instance only; repeatable")
  private List<String> ids = List.of();

  @Option(names = "--dry-run", description = "says what would come of it, and changes nothing")
  private boolean dry;

  @Mixin private ChartOptions options = new ChartOptions();

  private int moved;
  private int refused;
  private int others;

  public MigrateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (store == null && (dry || !ids.isEmpty())) {
      throw new UsageException(
          (dry ? "--dry-run" : "--id") + " needs a store: give --store as well");
    }
    ProblemCollector problems = new ProblemCollector();
    Migration migration = migration(problems);
    ProblemText.printNotices(console, problems.sorted().stream().filter(Problem::isError).toList());
    if (migration == null) {
      return ExitCode.USAGE;
    }
    if (store == null) {
      console.printNotice("the plan is good");
      return ExitCode.SUCCESS;
    }
    try (InstanceStore opened = StoreOpener.open(store)) {
      List<String> all = ids.isEmpty() ? findInstances(opened, migration.from().name()) : ids;
      if (dry) {
        InstanceMigration moves = new InstanceMigration(opened, migration);
        all.forEach(id -> printOutcome(opened, id, () -> moves.preview(id, Instant.now())));
      } else {
        migrate(opened, migration, all);
      }
    }
    console.printNotice(printSummary());
    return refused == 0 ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  private @Nullable Migration migration(ProblemCollector problems) {
    MigrationPlan read =
        MigrationYaml.load(InputFiles.requireReadable(Objects.requireNonNull(plan)))
            .getOrReport(problems);
    Chart from = chart(oldChart, problems);
    Chart to = chart(newChart, problems);
    return read == null || from == null || to == null
        ? null
        : Migration.compile(read, from, to).getOrReport(problems);
  }

  private @Nullable Chart chart(@Nullable Path file, ProblemCollector problems) {
    Interpreter interpreter =
        options
            .newLoader()
            .open(InputFiles.requireChart(Objects.requireNonNull(file)))
            .getOrReport(problems);
    return interpreter == null ? null : interpreter.chart();
  }

  private static List<String> findInstances(InstanceStore store, String chart) {
    return StoreOpener.instances(store, List.of(Status.LIVE), chart).stream()
        .map(InstanceSummary::id)
        .toList();
  }

  private void migrate(InstanceStore opened, Migration migration, List<String> all) {
    InstanceMigration moves = new InstanceMigration(opened, migration);
    String name = "migrate-" + ProcessHandle.current().pid();
    try (StoreLease lease = new StoreLease(opened, name)) {
      all.forEach(
          id -> printOutcome(opened, id, () -> moves.move(id, lease.worker(), Instant.now())));
    }
  }

  private void printOutcome(
      InstanceStore opened, String id, Supplier<@Nullable MigrationResult> making) {
    MigrationResult migrated;
    try {
      migrated = making.get();
    } catch (StoreException e) {
      if (ids.isEmpty() && e.code().equals("unknown-chart")) {
        others++;
      } else {
        printRefusal(id, e.code(), String.valueOf(e.getMessage()));
      }
      return;
    }
    if (migrated == null) {
      throw StoreOpener.unknownInstance(opened, Objects.requireNonNull(store), id);
    }
    if (migrated instanceof MigrationResult.Migrated done) {
      moved++;
      String states = String.join(", ", done.snapshot().configuration());
      console.out().println(id + (dry ? " can rest in " : " rests in ") + states);
      done.notes().forEach(note -> console.out().println("    " + note));
      return;
    }
    MigrationResult.Refused no = (MigrationResult.Refused) migrated;
    if (ids.isEmpty() && no.code().equals("already")) {
      others++;
    } else {
      printRefusal(id, no.code(), (no.place() == null ? "" : no.place() + ": ") + no.message());
    }
  }

  private void printRefusal(String id, String code, String message) {
    refused++;
    String word = console.style().error("refused (" + code + ")");
    console.out().println(id + " " + word + ": " + message);
  }

  private String printSummary() {
    return CountedNoun.of(moved, "instance")
        + (dry ? " can be moved" : " moved")
        + (refused == 0 ? "" : ", " + refused + " refused")
        + (others == 0 ? "" : ", " + others + " of another definition left alone");
  }
}
