package dev.statute.jdbc.crash;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.ChildProcess;
import dev.statute.jdbc.fixture.StoreAddress;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Migration;
import dev.statute.step.MigrationResult;
import dev.statute.store.InstanceMigration;
import dev.statute.store.Worker;
import dev.statute.yaml.MigrationYaml;
import dev.statute.yaml.YamlCharts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Process that moves instances to the next version of their chart until it is killed. Prints {@code
 * moved ID} after each.
 */
public final class MigrationProcess {
  static final Chart FROM =
      chart(
          """
          chart: order
          version: 1
          data: { lines: 0, text: "some more words, as a real instance has them" }
          states:
            open:
              entry: [ { emit: { opened: {} } } ]
              on: { add: { do: [ { assign: { lines: data.lines + 1 } } ] } }
          """);
  static final Chart TO =
      chart(
          """
          chart: order
          version: 2
          data: { lines: 0, text: "", moved: true }
          states:
            started: { on: { add: { do: [ { assign: { lines: data.lines + 10 } } ] } } }
          """);

  private MigrationProcess() {}

  private static Chart chart(String yaml) {
    return Chart.compile(YamlCharts.load(new Source("order.yaml", yaml)).get()).get();
  }

  static @Nullable Chart chartOf(String hash) {
    return hash.equals(FROM.hash()) ? FROM : hash.equals(TO.hash()) ? TO : null;
  }

  static String id(int number) {
    return "order-" + number;
  }

  /**
   * Arguments: name of the worker, number of the first instance, number of instances, and the
   * {@link StoreAddress} of the store.
   */
  public static void main(String[] args) {
    JdbcStore store = StoreAddress.parse(args, 3).open();
    Worker worker = new Worker(args[0], args[0] + "-" + ProcessHandle.current().pid());
    store.enlist(worker, Instant.now(), Instant.now().plusSeconds(60));
    Migration plan =
        Migration.compile(
                MigrationYaml.load(
                        new Source(
                            "order.migration.yaml",
                            """
                            migrate: order
                            states: { open: started }
                            data: { moved: true }
                            """))
                    .get(),
                FROM,
                TO)
            .get();
    InstanceMigration migration = new InstanceMigration(store, plan);
    int from = Integer.parseInt(args[1]);
    for (int n = from; n < from + Integer.parseInt(args[2]); n++) {
      MigrationResult result = migration.move(id(n), worker, Instant.now());
      ChildProcess.print(
          (result instanceof MigrationResult.Migrated ? "moved " : "stayed ") + id(n));
    }
    ChildProcess.print("ended");
    store.close();
  }
}
