package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in databases of SQLite, by the driver of the stores. */
class SessionDatabaseTest {
  private static final String CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "observer.yaml").toString();
  private static final String GOOSE =
      "CREATE TABLE messages(id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT,"
          + " created_timestamp INTEGER)";

  @TempDir private Path folder;

  private Connection open(String name, String... tables) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(name));
    try (Statement statement = connection.createStatement()) {
      for (String each : tables) {
        statement.execute(each);
      }
    }
    return connection;
  }

  private static void insert(Connection to, String table, Object... values) throws SQLException {
    String marks = String.join(", ", Arrays.stream(values).map(each -> "?").toList());
    try (PreparedStatement insert =
        to.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
      for (int i = 0; i < values.length; i++) {
        insert.setObject(i + 1, values[i]);
      }
      insert.execute();
    }
  }

  /** Writes sessions of goose with a call and its result, later rows first. */
  private static void writeGoose(Connection to, String... sessions) throws SQLException {
    for (int i = 0; i < sessions.length; i++) {
      String session = sessions[i];
      int at = 10 * i;
      insert(
          to,
          "messages",
          3 + at,
          session,
          "user",
          "[{\"type\":\"toolResponse\",\"id\":\"c\",\"toolResult\":{\"status\":\"error\",\"error\":\"no\"}}]",
          3 + at);
      insert(
          to,
          "messages",
          2 + at,
          session,
          "assistant",
          "[{\"type\":\"toolRequest\",\"id\":\"c\",\"toolCall\":{\"value\":{\"name\":\"run\",\"arguments\":{}}}}]",
          2 + at);
      insert(
          to, "messages", 1 + at, session, "user", "[{\"type\":\"text\",\"text\":\"go\"}]", 1 + at);
    }
  }

  /** Scans a path and returns the sessions with calls, results, failures and what is not read. */
  private List<String> scan(Path... paths) {
    String[] words =
        Stream.concat(
                Stream.of("scan", CHART, "--output", "jsonl"),
                Arrays.stream(paths).map(Path::toString))
            .toArray(String[]::new);
    CommandResult result = CommandResult.run("", words);
    return Stream.concat(result.out().lines(), result.err().lines())
        .filter(line -> line.startsWith("{\"session\"") || line.contains("error L301"))
        .map(
            line ->
                line.replace(folder + "/", "")
                    .replaceAll("\"lines\":\\d+,", "")
                    .replaceAll(",\"findings.*|^\\{\"session\":|\"", ""))
        .toList();
  }

  @Test
  void each_session_of_a_database_is_a_session_of_its_own() throws Exception {
    try (Connection goose = open("goose.db", GOOSE)) {
      writeGoose(goose, "one", "two");
    }
    assertThat(scan(folder))
        .containsExactly(
            "goose.db#one,calls:1,results:1,failures:1,not_read:0",
            "goose.db#two,calls:1,results:1,failures:1,not_read:0");
    assertThat(scan(folder.resolve("goose.db#two")))
        .containsExactly("goose.db#two,calls:1,results:1,failures:1,not_read:0");
    assertThat(scan(folder.resolve("goose.db#three")))
        .anyMatch(line -> line.contains("there is no session 'three' in this database"));
  }

  @Test
  void rows_with_parts_and_rows_that_hold_a_whole_session_are_read() throws Exception {
    try (Connection opencode =
        open(
            "opencode.db",
            "CREATE TABLE message(id TEXT, session_id TEXT, time_created INTEGER, data TEXT)",
            "CREATE TABLE part(id TEXT, message_id TEXT, session_id TEXT, time_created INTEGER,"
                + " data TEXT)")) {
      insert(opencode, "message", "m2", "s", 2, "{\"role\":\"assistant\"}");
      insert(opencode, "message", "m1", "s", 1, "{\"role\":\"user\"}");
      insert(opencode, "part", "p1", "m1", "s", 1, "{\"type\":\"text\",\"text\":\"go\"}");
      for (int i = 0; i < 2; i++) {
        insert(
            opencode,
            "part",
            "p" + (3 - i),
            "m2",
            "s",
            3 - i,
            "{\"type\":\"tool\",\"tool\":\"run\",\"callID\":\"c%d\",\"state\":{\"status\":\"%s\",\"input\":{},\"output\":\"x\",\"error\":\"e\"}}"
                .formatted(i, i == 0 ? "completed" : "error"));
      }
    }
    try (Connection kiro =
        open(
            "kiro.sqlite3",
            "CREATE TABLE conversations_v2(key TEXT, conversation_id TEXT, value TEXT, updated_at"
                + " INTEGER)")) {
      insert(
          kiro,
          "conversations_v2",
          "/w",
          "c",
          "{\"history\":[{\"user\":{\"content\":{\"Prompt\":{\"prompt\":\"go\"}}},\"assistant\":{\"ToolUse\":{\"tool_uses\":[{\"id\":\"t\",\"name\":\"run\",\"args\":{}}]}}},"
              + "{\"user\":{\"content\":{\"ToolUseResults\":{\"tool_use_results\":[{\"tool_use_id\":\"t\",\"content\":[{\"Text\":\"x\"}],\"status\":\"Success\"}]}}},\"assistant\":{\"Response\":{\"content\":\"done\"}}}]}",
          1);
    }
    assertThat(scan(folder.resolve("opencode.db"), folder.resolve("kiro.sqlite3")))
        .containsExactly(
            "opencode.db#s,calls:2,results:2,failures:1,not_read:0",
            "kiro.sqlite3#c,calls:1,results:1,failures:0,not_read:0");
  }

  @Test
  void a_database_with_a_log_of_writes_is_read_and_nothing_is_made_beside_it() throws Exception {
    try (Connection goose = open("goose.db", "PRAGMA journal_mode = wal", GOOSE)) {
      writeGoose(goose, "open");
      assertThat(scan(folder.resolve("goose.db")))
          .containsExactly("goose.db#open,calls:1,results:1,failures:1,not_read:0");
      Path copy = Files.createDirectory(folder.resolve("copy"));
      for (String name : List.of("goose.db", "goose.db-wal")) {
        Files.copy(folder.resolve(name), copy.resolve(name));
      }
      assertThat(scan(copy.resolve("goose.db")))
          .anyMatch(
              line -> line.contains("its log of writes is there without the index beside it"));
      assertThat(names(copy)).containsExactly("goose.db", "goose.db-wal");
    }
    assertThat(names(folder)).containsExactly("copy", "goose.db");
    byte[] before = Files.readAllBytes(folder.resolve("goose.db"));
    assertThat(scan(folder.resolve("goose.db"))).hasSize(1);
    assertThat(names(folder)).containsExactly("copy", "goose.db");
    assertThat(Files.readAllBytes(folder.resolve("goose.db"))).isEqualTo(before);
  }

  @Test
  void a_database_that_cannot_be_read_is_a_problem_and_hides_no_other() throws Exception {
    try (Connection goose = open("goose.db", GOOSE)) {
      writeGoose(goose, "one");
    }
    open("other.db", "CREATE TABLE x(a)").close();
    byte[] damaged = Files.readAllBytes(folder.resolve("goose.db"));
    Arrays.fill(damaged, 100, 3_000, (byte) 0xFF);
    Files.write(folder.resolve("damaged.db"), damaged);
    try (Connection locked = open("locked.db", GOOSE);
        Statement lock = locked.createStatement()) {
      lock.execute("BEGIN EXCLUSIVE");
      assertThat(
              scan(
                  folder.resolve("damaged.db"),
                  folder.resolve("locked.db"),
                  folder.resolve("other.db"),
                  folder.resolve("goose.db")))
          .anyMatch(line -> line.startsWith("damaged.db:1:1: error L301: this database cannot be"))
          .anyMatch(line -> line.startsWith("locked.db:1:1: error L301") && line.contains("locked"))
          .anyMatch(line -> line.startsWith("other.db:1:1") && line.contains("without tables of"))
          .contains("goose.db#one,calls:1,results:1,failures:1,not_read:0");
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
