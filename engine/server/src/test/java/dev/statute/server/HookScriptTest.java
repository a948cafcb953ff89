package dev.statute.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.statute.guard.HookInstallation;
import dev.statute.guard.HookService;
import dev.statute.json.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installed hook scripts, run by {@code sh}, whose call the server cannot judge. */
class HookScriptTest {
  private static final String SECRET = "actor-0123456789";

  /** Address at which nothing listens. */
  private static final String NOWHERE = "http://127.0.0.1:1";

  /** Parts of what is said of each of the answers. */
  private static final List<String> REASONS =
      List.of(
          "gave no verdict (HTTP 401: ",
          "gave no verdict (HTTP 400: the payload is not JSON",
          "gave no verdict (HTTP 413: the body is longer than 67108864 bytes)",
          "does not answer");

  @TempDir private Path folder;

  private record Answer(int code, String out, String err) {}

  /** Returns the installation of the project, or of the user where there are no others. */
  private HookInstallation installation(String vendor) {
    Map<String, String> environment =
        Map.of("XDG_STATE_HOME", folder + "/state", "HOME", folder + "/home");
    return HookInstallation.all(vendor, folder, environment).get(0);
  }

  /** Programs with a script; the plugin of OpenCode runs in its own process. */
  private static Set<String> vendors() {
    Set<String> vendors = new TreeSet<>(HookService.vendors());
    vendors.remove("opencode");
    return vendors;
  }

  private Answer run(String vendor, String url, Path token, String payload)
      throws IOException, InterruptedException {
    return run(builder(vendor, "sh"), url, token, payload);
  }

  private ProcessBuilder builder(String vendor, String shell) throws IOException {
    List<String> words = new ArrayList<>(installation(vendor).trial("s").command());
    if (words.get(0).equals("sh")) {
      words.set(2, words.get(2).replaceFirst("^sh ", shell + " "));
    }
    return new ProcessBuilder(words);
  }

  private Answer run(ProcessBuilder builder, String url, Path token, String payload)
      throws IOException, InterruptedException {
    Path err = folder.resolve("err");
    builder.redirectError(err.toFile());
    builder.environment().remove("STATUTE_GUARD_FAIL");
    builder.environment().put("STATUTE_GUARD_URL", url);
    builder.environment().put("STATUTE_GUARD_ACCESS", token.toString());
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(payload.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // a plugin reads none
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), out, Files.readString(err).strip());
  }

  /** Returns the answers to a foreign token, a half and a long payload, and of no server. */
  private List<Answer> answers(ServerFixture server, String vendor)
      throws IOException, InterruptedException {
    Path right = Files.writeString(folder.resolve("right"), SECRET);
    Path wrong = Files.writeString(folder.resolve("wrong"), "wrong");
    String url = server.server.uri().toString();
    String payload = installation(vendor).trial("s").payload();
    return List.of(
        run(vendor, url, wrong, payload),
        run(vendor, url, right, payload.substring(0, payload.length() / 2)),
        run(vendor, url, right, payload + " ".repeat(70_000_000)),
        run(vendor, NOWHERE, right, payload));
  }

  @Test
  void a_call_that_is_not_judged_is_refused_or_runs_as_installed()
      throws IOException, InterruptedException {
    ServerSettings settings =
        ServerSettings.DEFAULT.tokens(List.of(new AccessToken(AccessRole.ACT, SECRET)));
    try (ServerFixture server = ServerFixture.ofAgents(settings, folder)) {
      for (String vendor : vendors()) {
        installation(vendor).install(true);
        List<Answer> refused = answers(server, vendor);
        installation(vendor).install(false);
        List<Answer> open = answers(server, vendor);
        for (int i = 0; i < REASONS.size(); i++) {
          assertRefused(vendor, refused.get(i), REASONS.get(i));
          assertThat(open.get(i).code()).isZero();
          assertThat(open.get(i).out()).isEmpty();
          assertThat(open.get(i).err())
              .contains("Statute: the guard at ", REASONS.get(i))
              .endsWith("; the call is not guarded.");
        }
      }
    }
  }

  private static void assertRefused(String vendor, Answer answer, String reason) {
    if (vendor.equals("copilot")) {
      assertThat(answer.code()).isZero();
      assertThat(json(answer.out()))
          .containsEntry("permissionDecision", "deny")
          .extractingByKey("permissionDecisionReason", STRING)
          .contains(reason)
          .endsWith(", and the call was not made.");
    } else {
      assertThat(answer.code()).isEqualTo(2);
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).contains(reason).endsWith(", and the call was not made.");
    }
  }

  private static Map<String, Object> json(String text) {
    return JsonText.object(text);
  }

  @Test
  void an_agent_keeps_its_mode_when_another_one_is_installed()
      throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("none"), "");
    installation("claude-code").install(true);
    installation("gemini").install(false);
    installation("codex").install(true);
    assertThat(run("claude-code", NOWHERE, none, "{}").code()).isEqualTo(2);
    assertThat(run("gemini", NOWHERE, none, "{}").code()).isZero();
    assertThat(run("codex", NOWHERE, none, "{}").code()).isEqualTo(2);
  }

  /** As after the removal of all files that version control ignores; bash exits with 127. */
  @Test
  void a_script_that_is_missing_refuses_calls_where_they_are_to_be_refused()
      throws IOException, InterruptedException {
    for (String vendor : vendors()) {
      for (boolean closed : List.of(true, false)) {
        HookInstallation installation = installation(vendor);
        installation.install(closed);
        String command = installation.trial("s").command().get(2);
        Files.delete(script());
        for (String shell : List.of("sh", "bash")) {
          String run = command.replaceFirst("^sh ", shell + " ");
          assertRefusedUnrun(vendor, run, "closed");
          if (closed) {
            assertRefusedUnrun(vendor, run, "");
          } else {
            assertThat(unrun(run, "")).as(run).isEqualTo(new Answer(0, "", ""));
          }
          assertThat(unrun(run, "open")).as(run).isEqualTo(new Answer(0, "", ""));
        }
      }
    }
  }

  private Path script() throws IOException {
    try (Stream<Path> paths = Files.walk(folder.resolve("state"))) {
      return paths.filter(path -> path.endsWith("hook.sh")).findFirst().orElseThrow();
    }
  }

  private static void assertRefusedUnrun(String vendor, String command, String mode)
      throws IOException, InterruptedException {
    Answer answer = unrun(command, mode);
    if (vendor.equals("copilot")) {
      assertThat(json(answer.out())).as(command).containsEntry("permissionDecision", "deny");
    } else {
      assertThat(answer).as(command).isEqualTo(new Answer(2, "", ""));
    }
  }

  private static Answer unrun(String command, String mode)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
    builder.environment().put("STATUTE_GUARD_FAIL", mode);
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), out, "");
  }

  @Test
  void an_agent_whose_hook_names_no_mode_is_refused_when_another_one_is_installed()
      throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("none"), "");
    HookInstallation old = installation("claude-code");
    old.install(true);
    String text = Files.readString(old.file());
    Files.writeString(old.file(), text.replaceFirst(" before closed .*exit 2", " before"));
    installation("gemini").install(false);
    assertThat(old.trial("s").command().get(2)).endsWith(" claude-code before");
    assertThat(run("claude-code", NOWHERE, none, "{}").code()).isEqualTo(2);
    assertThat(run("gemini", NOWHERE, none, "{}").code()).isZero();
  }

  @Test
  void a_reply_is_printed_as_it_is() throws IOException, InterruptedException {
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      for (String vendor : vendors()) {
        installation(vendor).install(true);
        String payload = installation(vendor).trial("s").payload();
        Path none = Files.writeString(folder.resolve("none"), "");
        assertThat(run(vendor, server.server.uri().toString(), none, payload))
            .as(vendor)
            .isEqualTo(new Answer(0, "", ""));
      }
    }
  }

  @Test
  void an_address_may_end_with_a_slash() throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("none"), "");
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      for (String vendor : runnable()) {
        installation(vendor).install(true);
        String payload = installation(vendor).trial("s").payload();
        assertThat(run(vendor, server.server.uri() + "/", none, payload))
            .as(vendor)
            .isEqualTo(new Answer(0, "", ""));
      }
    }
  }

  /** A dev server at the address, or options of curl in the user's settings. */
  @Test
  void a_reply_that_is_not_from_a_guard_is_no_verdict() throws IOException, InterruptedException {
    for (String body : List.of("<!doctype html>\n<p>hello", "{\"ok\":true}", "")) {
      HttpServer other = answering("application/json", body);
      try {
        assertNoVerdict("http://127.0.0.1:" + other.getAddress().getPort());
      } finally {
        other.stop(0);
      }
    }
  }

  private static HttpServer answering(String type, String body) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }

  private void assertNoVerdict(String url) throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("none"), "");
    String reason = "gave no verdict (HTTP 200: the reply is not from a guard)";
    for (String vendor : runnable()) {
      installation(vendor).install(true);
      Answer refused = run(vendor, url, none, "{}");
      if (vendor.equals("opencode")) {
        assertVetoed(refused, reason);
      } else {
        assertRefused(vendor, refused, reason);
      }
      installation(vendor).install(false);
      Answer open = run(vendor, url, none, "{}");
      assertThat(open.code()).as(vendor).isZero();
      assertThat(open.out()).as(vendor).isEmpty();
      assertThat(open.err()).as(vendor).endsWith(reason + "; the call is not guarded.");
    }
  }

  @Test
  void a_reply_with_the_media_type_of_the_guard_is_its_verdict()
      throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("none"), "");
    HttpServer guard = answering("application/vnd.statute.hook+json", "{\"veto\":\"no\"}");
    try {
      String url = "http://127.0.0.1:" + guard.getAddress().getPort();
      for (String vendor : vendors()) {
        installation(vendor).install(true);
        assertThat(run(vendor, url, none, "{}"))
            .as(vendor)
            .isEqualTo(new Answer(0, "{\"veto\":\"no\"}", ""));
      }
    } finally {
      guard.stop(0);
    }
  }

  /** Settings of the user, of the shell or of the network that change what curl does. */
  @Test
  void a_refusal_reaches_the_agent_whatever_is_set_for_curl()
      throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("none"), "");
    HttpServer guard = answering("application/vnd.statute.hook+json", "{\"veto\":\"no\"}");
    try {
      String url = "http://127.0.0.1:" + guard.getAddress().getPort();
      installation("codex").install(true);
      for (String rc :
          List.of("output = /dev/null", "include", "url = \"http://127.0.0.1:1/\"", "head")) {
        Files.writeString(folder.resolve(".curlrc"), rc + "\n");
        Files.writeString(folder.resolve("curlrc"), rc + "\n");
        for (String shell : List.of("sh", "bash")) {
          ProcessBuilder builder = builder("codex", shell);
          for (String name : List.of("HOME", "CURL_HOME", "XDG_CONFIG_HOME")) {
            builder.environment().put(name, folder.toString());
          }
          for (String name : List.of("http_proxy", "all_proxy", "ALL_PROXY", "HTTP_PROXY")) {
            builder.environment().put(name, "http://127.0.0.1:1");
          }
          builder.environment().put("BASH_FUNC_curl%%", "() { :; }");
          assertThat(run(builder, url, none, "{}"))
              .as(rc + " by " + shell)
              .isEqualTo(new Answer(0, "{\"veto\":\"no\"}", ""));
        }
      }
    } finally {
      guard.stop(0);
    }
  }

  @Test
  void an_empty_reply_of_another_server_is_no_verdict() throws IOException, InterruptedException {
    Path none = Files.writeString(folder.resolve("none"), "");
    HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    other.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    other.start();
    try {
      String reason = "gave no verdict (HTTP 204: the reply is not from a guard)";
      for (String vendor : runnable()) {
        installation(vendor).install(true);
        Answer refused =
            run(vendor, "http://127.0.0.1:" + other.getAddress().getPort(), none, "{}");
        if (vendor.equals("opencode")) {
          assertVetoed(refused, reason);
        } else {
          assertRefused(vendor, refused, reason);
        }
      }
    } finally {
      other.stop(0);
    }
  }

  @Test
  void a_file_that_holds_no_token_is_not_used() throws IOException, InterruptedException {
    try (ServerFixture server = ServerFixture.ofAgents(ServerSettings.DEFAULT, folder)) {
      installation("codex").install(true);
      String url = server.server.uri().toString();
      for (String text :
          List.of("two words", "a\"\noutput = \"/dev/null", "a\nurl = x\n", "a\\nb", "\u0007")) {
        Path file = Files.writeString(folder.resolve("token"), text);
        assertRefused("codex", run("codex", url, file, "{}"), "STATUTE_GUARD_ACCESS is no token");
      }
      assertRefused("codex", run("codex", url, folder.resolve("missing"), "{}"), "is no token");
      Path windows = Files.writeString(folder.resolve("token"), SECRET + "\r\n");
      String payload = installation("codex").trial("s").payload();
      assertThat(run("codex", url, windows, payload)).isEqualTo(new Answer(0, "", ""));
    }
  }

  /** Programs whose hooks can be run on this machine. */
  private static Set<String> runnable() {
    return hasNode() ? HookService.vendors() : vendors();
  }

  @Test
  void the_plugin_of_opencode_refuses_or_lets_run_as_installed()
      throws IOException, InterruptedException {
    assumeTrue(hasNode(), "node is not on the PATH");
    ServerSettings settings =
        ServerSettings.DEFAULT.tokens(List.of(new AccessToken(AccessRole.ACT, SECRET)));
    Path right = Files.writeString(folder.resolve("right"), SECRET);
    Path wrong = Files.writeString(folder.resolve("wrong"), "wrong");
    try (ServerFixture server = ServerFixture.ofAgents(settings, folder)) {
      String url = server.server.uri().toString();
      installation("opencode").install(true);
      assertThat(run("opencode", url, right, "")).isEqualTo(new Answer(0, "", ""));
      assertVetoed(run("opencode", url, wrong, ""), "gave no verdict (HTTP 401: ");
      assertVetoed(run("opencode", NOWHERE, right, ""), "does not answer");
      assertVetoed(run("opencode", url, folder.resolve("missing"), ""), "does not answer (ENOENT");
      installation("opencode").install(false);
      assertThat(run("opencode", url, right, "")).isEqualTo(new Answer(0, "", ""));
      for (Answer answer :
          List.of(run("opencode", url, wrong, ""), run("opencode", NOWHERE, right, ""))) {
        assertThat(answer.code()).isZero();
        assertThat(answer.err()).endsWith("; the call is not guarded.");
      }
    }
  }

  @Test
  void the_plugin_of_opencode_is_found_in_a_folder_of_any_name()
      throws IOException, InterruptedException {
    assumeTrue(hasNode(), "node is not on the PATH");
    Path odd = Files.createDirectory(folder.resolve("C# 100%20?"));
    HookInstallation installation =
        HookInstallation.project("opencode", odd, Map.of("XDG_STATE_HOME", odd + "/state"));
    installation.install(true);
    Process process =
        new ProcessBuilder(installation.trial("s").command()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said)
        .contains("Error: Statute: the guard at ")
        .doesNotContain("ERR_MODULE_NOT_FOUND");
  }

  /** Checks that a hook before a call threw, which is the plugin's veto. */
  private static void assertVetoed(Answer answer, String reason) {
    assertThat(answer.code()).isNotZero();
    assertThat(answer.err()).contains("Error: Statute: the guard at ", reason);
    assertThat(answer.err()).contains(", and the call was not made.");
  }

  private static boolean hasNode() {
    String path = String.valueOf(System.getenv("PATH"));
    return Stream.of(path.split(":")).anyMatch(dir -> Files.isExecutable(Path.of(dir, "node")));
  }
}
