package dev.statute.cli.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartLoader;
import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.jdbc.JdbcStore;
import dev.statute.step.Chart;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of every command about an unusable store: one line, with a fix. */
class StoreFaultsTest {
  private static final String AGENTS =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "agent-turn.yaml").toString();

  @TempDir Path folder;
  private String chart = "";
  private String lines = "";
  private Path store = Path.of("");

  @BeforeEach
  void write() throws IOException {
    store = folder.resolve("s.db");
    Path states = folder.resolve("c.yaml");
    chart =
        Files.writeString(
                states,
                "chart: kept\nstates: { a: { on: { Go: a, End: b } }, b: { final: true } }\n")
            .toString();
    lines = Files.writeString(folder.resolve("l.jsonl"), "{\"event\":\"Go\"}\n").toString();
  }

  private enum Invocation {
    LS("store ls STORE"),
    CHECK("store check STORE"),
    INIT("store init STORE"),
    RETRY("store retry STORE kept"),
    PRUNE("store prune STORE --before 2026-01-01T00:00:00Z"),
    RUN("run CHART --events LINES --store STORE"),
    WORKER("worker CHART --store STORE --until-idle"),
    TURN_LS("turn ls STORE"),
    TURN_ASK("turn ask STORE ann --chart AGENTS");

    private final String words;

    Invocation(String words) {
      this.words = words;
    }
  }

  private CommandResult invoke(Invocation invocation, String location) {
    String[] words = invocation.words.split(" ", -1);
    for (int i = 0; i < words.length; i++) {
      words[i] =
          switch (words[i]) {
            case "STORE" -> location;
            case "CHART" -> chart;
            case "LINES" -> lines;
            case "AGENTS" -> AGENTS;
            default -> words[i];
          };
    }
    return CommandResult.once("", words);
  }

  /** Files that are no stores. */
  private enum Fault {
    TEXT("foreign", "is no SQLite file", ExitCode.USAGE) {
      @Override
      void make(Path file) throws IOException {
        Files.writeString(file, "these are my notes\n".repeat(20));
      }
    },
    OF_ANOTHER_PROGRAM("foreign", "of another application", ExitCode.USAGE) {
      @Override
      void make(Path file) throws SQLException {
        execute(file, "CREATE TABLE mine(x)", "PRAGMA application_id = 42");
      }
    },
    NEWER("newer-schema", "use one at least as new as the one that made them", ExitCode.USAGE) {
      @Override
      void make(Path file) throws SQLException {
        JdbcStore.sqlite(file, Durability.MEMORY).close();
        execute(file, "INSERT INTO statute_schema(version) VALUES (99)");
      }
    },
    OLDER("older-schema", "before 0.1 are not read", ExitCode.USAGE) {
      @Override
      void make(Path file) throws SQLException {
        JdbcStore.sqlite(file, Durability.MEMORY).close();
        execute(file, "DELETE FROM statute_schema");
      }
    },
    CUT_OFF("corrupted", "is cut off; restore it from a backup", ExitCode.INTERNAL) {
      @Override
      void make(Path file) throws IOException {
        JdbcStore.sqlite(file, Durability.MEMORY).close();
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 20_000));
      }
    },
    A_FOLDER("unreachable", "is a folder, not a file", ExitCode.USAGE) {
      @Override
      void make(Path file) throws IOException {
        Files.createDirectory(file);
      }
    };

    private final String code;
    private final String message;
    private final int exit;

    Fault(String code, String message, int exit) {
      this.code = code;
      this.message = message;
      this.exit = exit;
    }

    abstract void make(Path file) throws IOException, SQLException;
  }

  private static void execute(Path file, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(Fault.values())
        .flatMap(
            fault ->
                Stream.of(Invocation.values()).map(invocation -> Arguments.of(fault, invocation)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void every_command_reports_the_fault_and_changes_nothing(Fault fault, Invocation invocation)
      throws IOException, SQLException {
    fault.make(store);
    byte[] before = Files.isDirectory(store) ? new byte[0] : Files.readAllBytes(store);
    CommandResult result = invoke(invocation, store.toString());
    assertThat(result.err().lines())
        .as("one line, after what is said of other things")
        .last()
        .asString()
        .startsWith("statute: " + fault.code + ": " + store)
        .contains(fault.message);
    assertThat(result.err()).doesNotContain("Exception", "\tat ");
    assertThat(result.code()).isEqualTo(fault.exit);
    assertThat(Files.isDirectory(store) ? new byte[0] : Files.readAllBytes(store))
        .isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://u:secret@local host/db",
        "postgresql://u:secret@localhost",
        "postgresql://u:secret@localhost:99999/db",
        "postgresql:///db?password=secret",
        "postgresql://u:secret@localhost:1/db",
        "jdbc:postgresql://localhost:1/db?user=u&password=secret",
        "mysql://u:secret@localhost/db",
        "jdbc:sqlite:secret.db"
      })
  void an_unreachable_address_is_a_usage_error_and_hides_its_password(String address) {
    for (Invocation invocation : Invocation.values()) {
      CommandResult result = invoke(invocation, address);
      assertThat(result.code()).as("%s: %s", invocation, result.err()).isEqualTo(ExitCode.USAGE);
      assertThat(result.err()).doesNotContain("secret", "Exception", "internal");
    }
  }

  @Test
  void worker_names_are_unique() {
    try (JdbcStore opened = JdbcStore.sqlite(store, Durability.POWER_SAFE)) {
      Instant now = Instant.now();
      opened.enlist(Worker.here("ann"), now, now.plusSeconds(3600));
      CommandResult second =
          CommandResult.once(
              "", "worker", chart, "--store", store.toString(), "--name", "ann", "--until-idle");
      assertThat(second.err())
          .isEqualTo(
              "statute: worker-exists: a worker called 'ann' is at work until "
                  + Instant.ofEpochMilli(now.plusSeconds(3600).toEpochMilli())
                  + "; give this one another name, or wait\n");
      assertThat(second.code()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void claims_of_a_worker_are_kept_until_its_process_is_dead() {
    assertThat(invoke(Invocation.RUN, store.toString()).code()).isZero();
    Worker alive = Worker.here("ann");
    hold(alive);
    CommandResult held = invoke(Invocation.RUN, store.toString());
    assertThat(held.err())
        .startsWith("statute: held: instance 'kept' is worked on by 'ann' until ")
        .endsWith("; stop it, or try again then\n");
    assertThat(held.code()).isEqualTo(ExitCode.USAGE);

    List<String> parts = List.of(alive.session().split("/", -1));
    if (parts.size() != 5) {
      return; // this machine cannot detect dead processes
    }
    try (JdbcStore opened = JdbcStore.sqlite(store, Durability.POWER_SAFE)) {
      opened.retire(alive);
    }
    hold(new Worker("ben", String.join("/", parts.subList(0, 3)) + "/1/killed"));
    assertThat(invoke(Invocation.RUN, store.toString()).code()).as("it is not waited for").isZero();
  }

  private void hold(Worker worker) {
    try (JdbcStore opened = JdbcStore.sqlite(store, Durability.POWER_SAFE)) {
      Chart known = ChartLoader.standard().open(Path.of(chart)).get().chart();
      Instant now = Instant.now();
      opened.enlist(worker, now, now.plusSeconds(3600));
      assertThat(opened.claim("kept", worker, now, hash -> known)).isInstanceOf(Claim.Taken.class);
    }
  }
}
