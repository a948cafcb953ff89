package dev.statute.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.guard.HookInstallation;
import dev.statute.guard.HookService;
import dev.statute.guard.HookTrial;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installed hook scripts, run by {@code sh}, whose call the server cannot judge. */
class HookScriptTest {
  private static final String SECRET = "actor-0123456789";

  /** Address at which nothing listens. */
  private static final String NOWHERE = "http://127.0.0.1:1";

  @TempDir private Path folder;

  private record Answer(int code, String out) {}

  /** Programs with a script; the plugin of OpenCode runs in its own process. */
  private static Set<String> vendors() {
    Set<String> vendors = new TreeSet<>(HookService.vendors());
    vendors.remove("opencode");
    return vendors;
  }

  private Answer run(String vendor, String url, Path token, String payload)
      throws IOException, InterruptedException {
    HookTrial trial = HookInstallation.project(vendor, folder).trial("s");
    ProcessBuilder builder = new ProcessBuilder(trial.command());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().remove("STATUTE_GUARD_FAIL");
    builder.environment().put("STATUTE_GUARD_URL", url);
    builder.environment().put("STATUTE_GUARD_ACCESS", token.toString());
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(payload.getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), out);
  }

  /** Returns the answers to a foreign token, a half and a long payload, and of no server. */
  private List<Answer> answers(ServerFixture server, String vendor)
      throws IOException, InterruptedException {
    Path right = Files.writeString(folder.resolve("right"), SECRET);
    Path wrong = Files.writeString(folder.resolve("wrong"), "wrong");
    String url = server.server.uri().toString();
    String payload = HookInstallation.project(vendor, folder).trial("s").payload();
    return List.of(
        run(vendor, url, wrong, payload),
        run(vendor, url, right, payload.substring(0, payload.length() / 2)),
        run(vendor, url, right, payload + " ".repeat(10_000_000)),
        run(vendor, NOWHERE, right, payload));
  }

  @Test
  void a_call_that_is_not_judged_is_refused_or_runs_as_installed()
      throws IOException, InterruptedException {
    ServerSettings settings =
        ServerSettings.DEFAULT.tokens(List.of(new AccessToken(AccessRole.ACT, SECRET)));
    try (ServerFixture server = ServerFixture.start(settings)) {
      for (String vendor : vendors()) {
        HookInstallation.project(vendor, folder).install(true);
        assertThat(answers(server, vendor))
            .as(vendor)
            .allSatisfy(
                answer -> {
                  if (vendor.equals("copilot")) {
                    assertThat(answer.code()).isZero();
                    assertThat(answer.out()).startsWith("{\"permissionDecision\":\"deny\"");
                  } else {
                    assertThat(answer).isEqualTo(new Answer(2, ""));
                  }
                });
        HookInstallation.project(vendor, folder).install(false);
        assertThat(answers(server, vendor))
            .as(vendor)
            .allSatisfy(answer -> assertThat(answer).isEqualTo(new Answer(0, "")));
      }
    }
  }
}
