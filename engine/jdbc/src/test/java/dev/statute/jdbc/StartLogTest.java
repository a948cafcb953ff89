package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.runtime.Engine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program logs at INFO when it starts an engine with rules on an empty store. */
class StartLogTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeChart() throws Exception {
    Files.writeString(
        folder.resolve("door.yaml"),
        "chart: door\npolicies: [door]\nstates: { open: { on: { shut: closed } }, closed: {} }\n");
    Files.writeString(
        folder.resolve("door.drl"),
        "package door\nimport dev.statute.policy.*\nrule \"held\"\nwhen $t : Transition( event =="
            + " \"shut\", payload.flag(\"held\") )\nthen insert( new Deny($t, \"held\") ); end\n");
  }

  @Test
  void a_first_start_on_sqlite_is_one_line() throws Exception {
    Path file = folder.resolve("app.db");
    assertThat(start(file.toString()))
        .singleElement()
        .asString()
        .contains("INFO", file + ": makes tables of version");
    assertThat(start(file.toString())).isEmpty();
  }

  @Test
  void a_first_start_on_postgresql_is_one_line() throws Exception {
    assertThat(start(PostgresServer.url()))
        .singleElement()
        .asString()
        .contains("INFO", ": makes tables of version");
    assertThat(start(PostgresServer.url())).isEmpty();
  }

  private List<String> start(String store) throws Exception {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED", // newer JDKs warn of SQLite's driver
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-cp",
                System.getProperty("java.class.path"),
                StartLogTest.class.getName(),
                store,
                folder.resolve("door.yaml").toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    return Files.readAllLines(said, StandardCharsets.UTF_8);
  }

  public static void main(String[] args) {
    PostgresSettings schema = PostgresSettings.DEFAULT.withSchema("start_log");
    try (JdbcStore store =
            args[0].startsWith("jdbc:")
                ? JdbcStore.postgres(args[0], schema)
                : JdbcStore.sqlite(Path.of(args[0]));
        Statute statute = Statute.load(Path.of(args[1]));
        Engine engine = statute.engine().store(store).build()) {
      engine.spawn("d" + System.nanoTime(), "door").join();
    }
  }
}
