package dev.statute.cli.internal.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.runtime.Engine;
import dev.statute.store.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command serve in this process. */
@Timeout(120)
class ServeCommandTest {
  private static final String LAMP =
      "chart: lamp\nstates: { off: { on: { press: lit } }, lit: { on: { press: off } } }\n";

  @TempDir private Path folder;
  private final PipedOutputStream out = new PipedOutputStream();
  private final PipedOutputStream err = new PipedOutputStream();

  @Test
  void a_chart_that_is_edited_to_nonsense_changes_nothing_and_is_said() throws Exception {
    Path file = Files.writeString(folder.resolve("lamp.yaml"), LAMP);
    BufferedReader said = reader(out);
    BufferedReader noticed = reader(err);
    ServeCommand command = command();
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () ->
                new CommandLine(command)
                    .execute(file.toString(), "--store", "memory", "--port", "0", "--reload"),
            ServeCommandTest::startThread);
    String first = said.readLine();
    String prefix = "statute: listening on ";
    assertThat(first).startsWith(prefix + "http://127.0.0.1:");
    String server = first.substring(prefix.length());
    Files.writeString(file, "chart: lamp\nstates: { off: nonsense\n");
    assertThat(lineWith(noticed, "lamp.yaml:")).isNotNull();
    assertThat(lineWith(noticed, "not reloaded; the charts as they were go on")).isNotNull();
    HttpResponse<String> begun =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(server + "/v1/instances"))
                    .POST(BodyPublishers.ofString("{\"chart\":\"lamp\",\"id\":\"a\"}"))
                    .build(),
                BodyHandlers.ofString());
    assertThat(begun.statusCode()).isEqualTo(201);
    Files.writeString(file, LAMP.replace("lit", "glowing"));
    assertThat(lineWith(noticed, "reloaded lamp")).isNotNull();
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(command::stop, ServeCommandTest::startThread);
    assertThat(lineWith(noticed, "stopping")).isNotNull();
    assertThat(code.get()).isZero();
    stopped.get();
  }

  @ParameterizedTest
  @CsvSource({
    "missing.yaml, there is no file or folder 'missing.yaml'",
    "--origin=board.example, '--origin takes an address such as https://board.example, not'",
    "--origin=board.example:80, '--origin takes an address such as https://board.example, not'"
  })
  void a_wrong_command_line_is_an_error_of_its_user(String word, String message) {
    CommandResult result = CommandResult.once("", "serve", word, "--store", "memory");
    assertThat(result.err()).startsWith("statute serve: " + message);
    assertThat(result.code()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "chrome-extension://abcdefgh",
        "tauri://localhost",
        "HTTPS://board.example",
        "http://my_host:3000"
      })
  void an_origin_is_a_scheme_and_a_name(String origin) throws IOException {
    String file = Files.writeString(folder.resolve("wrong.yaml"), "chart: 1").toString();
    CommandResult result =
        CommandResult.once("", "serve", file, "--origin=" + origin, "--store", "memory");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).doesNotContain("--origin");
  }

  @Test
  void a_taken_port_is_named_with_what_to_give_instead() throws IOException {
    String file = Files.writeString(folder.resolve("lamp.yaml"), LAMP).toString();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      ServeCommand command = command();
      new CommandLine(command).parseArgs(file, "--store", "memory", "--port", port);
      assertThatThrownBy(command::call)
          .isInstanceOf(UsageException.class)
          .hasMessage(
              "port %s of 127.0.0.1 cannot be listened on (Address already in use); give another"
                  + " --port, or 0 for a free one",
              port);
    }
  }

  @Test
  void a_store_that_another_server_serves_is_named_with_what_to_do() throws IOException {
    String file = Files.writeString(folder.resolve("lamp.yaml"), LAMP).toString();
    String store = folder.resolve("lamp.db").toString();
    try (ServerStore served = ServerStore.open(store);
        Statute statute = Statute.load(Path.of(file));
        Engine engine = served.addTo(statute.engine()).build()) {
      ServeCommand command = command();
      new CommandLine(command).parseArgs(file, "--store", store, "--port", "0");
      assertThatThrownBy(command::call)
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(
              "the store is served by another server already; stop that one, or give another"
                  + " --store (a worker called 'serve' is at work until ");
      assertThat(engine.isClosed()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "missing/x.db, there is no folder",
    "'', is a folder",
    "lamp.yaml, is no SQLite file"
  })
  void a_store_that_cannot_be_opened_is_named_with_the_reason(String store, String reason)
      throws IOException {
    String file = Files.writeString(folder.resolve("lamp.yaml"), LAMP).toString();
    ServeCommand command = command();
    new CommandLine(command)
        .parseArgs(file, "--store", folder.resolve(store).toString(), "--port", "0");
    assertThatThrownBy(command::call)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(folder.resolve(store).toString())
        .hasMessageContaining(reason);
  }

  private ServeCommand command() {
    return new ServeCommand(
        new Console(
            InputStream.nullInputStream(), stream(out), stream(err), TerminalStyle.PLAIN, false));
  }

  /** Runs work on a thread of its own, because the common pool of two cores has one thread. */
  private static void startThread(Runnable work) {
    Thread thread = new Thread(work, "serve-test");
    thread.setDaemon(true);
    thread.start();
  }

  private static PrintStream stream(PipedOutputStream pipe) {
    return new PrintStream(pipe, true, StandardCharsets.UTF_8);
  }

  private static BufferedReader reader(PipedOutputStream pipe) throws IOException {
    return new BufferedReader(
        new InputStreamReader(new PipedInputStream(pipe, 1 << 16), StandardCharsets.UTF_8));
  }

  /** Reads up to a line that contains a text. */
  private static String lineWith(BufferedReader lines, String text) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.contains(text)) {
      line = lines.readLine();
    }
    return line;
  }
}
