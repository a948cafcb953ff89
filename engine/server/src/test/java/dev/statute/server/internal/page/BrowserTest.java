package dev.statute.server.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.statute.ChartLoader;
import dev.statute.Statute;
import dev.statute.server.ServerSettings;
import dev.statute.server.StatuteServer;
import dev.statute.yaml.PackFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Pages in a real browser; runs with the profile {@code browser} and skips what is not there. */
@EnabledIfSystemProperty(named = "statute.browser", matches = "true")
class BrowserTest {
  private static final Path SOURCES = Path.of("src", "test", "browser");

  /** Copy of the scripts, with the packages that they import. */
  private static final Path SCRIPTS = Path.of("target", "browser");

  private static final Path PICTURES = Path.of("target", "pictures");

  @TempDir Path charts;

  @Test
  void pages_work_in_a_browser() throws Exception {
    requirePrograms();
    Path root = Path.of(System.getProperty("statute.root"));
    for (String chart :
        List.of("supervised.yaml", "chat-actor.yaml", "observer.yaml", "onevalet.yaml")) {
      Files.copy(root.resolve("charts").resolve(chart), charts.resolve(chart));
    }
    Files.copy(SOURCES.resolve("attended.yaml"), charts.resolve("attended.yaml"));
    Files.createDirectories(PICTURES);
    PackFinder finder = new PackFinder(root, BrowserTest.class.getClassLoader());
    try (Statute statute = ChartLoader.standard().finder(finder).load(charts);
        StatuteServer server =
            StatuteServer.start(
                statute, ServerSettings.DEFAULT.listen("127.0.0.1", 0), engine -> engine)) {
      Process script =
          new ProcessBuilder(
                  "node",
                  "inspector.mjs",
                  server.uri().toString(),
                  "--many",
                  "10000",
                  "--pictures",
                  PICTURES.toAbsolutePath().toString())
              .directory(SCRIPTS.toFile())
              .redirectErrorStream(true)
              .start();
      String output = new String(script.getInputStream().readAllBytes(), UTF_8);
      assertThat(script.waitFor()).as(output).isZero();
    }
  }

  private static void requirePrograms() throws IOException {
    String browser = System.getenv().getOrDefault("CHROMIUM", "/usr/bin/chromium");
    require(starts("node", "--version"), "node is not on the PATH");
    Files.createDirectories(SCRIPTS);
    for (String file : List.of("package.json", "inspector.mjs", "sessions.mjs")) {
      Files.copy(SOURCES.resolve(file), SCRIPTS.resolve(file), REPLACE_EXISTING);
    }
    require(
        Files.isDirectory(SCRIPTS.resolve("node_modules").resolve("playwright-core"))
            || starts("npm", "install", "--no-audit", "--no-fund", "--prefix", SCRIPTS.toString()),
        "'npm install' of engine/server/" + SOURCES.resolve("package.json") + " did not succeed");
    require(
        Files.isExecutable(Path.of(browser)),
        "there is no browser at " + browser + "; name one in CHROMIUM");
  }

  private static void require(boolean there, String message) {
    if (!there) {
      System.err.println("the pages are not tried in a browser: " + message);
    }
    assumeTrue(there, message);
  }

  private static boolean starts(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
