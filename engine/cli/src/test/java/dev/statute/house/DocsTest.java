package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of the manuals: executes their blocks in order, and compares the shown output.
 *
 * <ul>
 *   <li>A block that begins with the comment {@code # file: NAME} or {@code // file: NAME} becomes
 *       that file, as for a reader who copies it.
 *   <li>Any other {@code yaml} block is a chart that must be valid.
 *   <li>A {@code console} block is a command after {@code $} and its output; {@code …} matches any
 *       text, alone on a line any lines. {@code -Ddocs.write=true} writes the actual output into
 *       the page.
 *   <li>An {@code sh} block runs, except for its {@code mvn} lines: this is that build.
 * </ul>
 */
@Tag("long")
class DocsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("statute.root", "../..")).toAbsolutePath();
  private static final boolean WRITE = Boolean.getBoolean("docs.write");
  private static final Pattern NAMED = Pattern.compile("(?:#|//) file: (\\S+)\n");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  @TempDir private static Path temporary;

  /** Pages are independent of each other; most of the time is spent on starting processes. */
  @TestFactory
  Stream<DynamicTest> every_block_of_the_manuals_does_what_it_says() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String page :
        List.of(
            "README.md",
            "charts/README.md",
            "charts/TESTS.md",
            "engine/server/README.md",
            "rules/README.md",
            "samples/README.md")) {
      List<Block> blocks = blocks(page);
      assertThat(blocks).as("blocks in " + page).isNotEmpty();
      Thread reader =
          new Thread(() -> blocks.forEach(block -> block.done.run()), "reader of " + page);
      reader.setDaemon(true);
      reader.start();
      blocks.forEach(block -> tests.add(DynamicTest.dynamicTest(block.name, block::mustHaveDone)));
    }
    return tests.stream();
  }

  private static List<Block> blocks(String page) throws IOException {
    Path place = workplace(page);
    String text = Files.readString(ROOT.resolve(page));
    Matcher fence = FENCE.matcher(text);
    List<Block> blocks = new ArrayList<>();
    while (fence.find()) {
      int number = blocks.size() + 1;
      String kind = fence.group(1);
      String body = fence.group(2);
      String name =
          page + ":" + (1 + text.substring(0, fence.start()).lines().count()) + " " + kind;
      blocks.add(
          new Block(
              name,
              new FutureTask<>(
                  () -> {
                    check(page, place, kind, body, number);
                    return null;
                  })));
    }
    return blocks;
  }

  /** Block of a page, executed by the page's thread after the blocks above it. */
  private record Block(String name, FutureTask<@Nullable Void> done) {
    void mustHaveDone() throws Throwable {
      try {
        done.get();
      } catch (ExecutionException e) {
        throw e.getCause();
      }
    }
  }

  private static void check(String page, Path place, String kind, String body, int block)
      throws Exception {
    Matcher named = NAMED.matcher(body);
    if (named.lookingAt()) {
      Path file = place.resolve(named.group(1));
      Files.createDirectories(file.getParent());
      Files.writeString(file, body);
      return;
    }
    switch (kind) {
      case "yaml" -> {
        Path file = Files.writeString(place.resolve("block-" + block + ".yaml"), body);
        Printed printed = run(place, "./statute validate " + file.getFileName());
        assertThat(printed.code).as(printed.text).isZero();
      }
      case "console" -> console(page, place, body);
      case "sh" -> {
        for (String line : body.lines().toList()) {
          if (!line.isBlank() && !line.startsWith("mvn") && !line.startsWith("git ")) {
            Printed printed = run(place, line);
            assertThat(printed.code).as(printed.text).isLessThanOrEqualTo(1);
          }
        }
      }
      default -> assertThat(kind).as("kind of block").isIn("java", "xml", "text");
    }
  }

  private static void console(String page, Path place, String body) throws Exception {
    assertThat(body).startsWith("$ ");
    int end = body.indexOf('\n');
    Printed printed = run(place, body.substring(2, end));
    assertThat(printed.code).as(printed.text).isLessThanOrEqualTo(1);
    String shown = body.substring(end + 1);
    if (WRITE && shown.strip().equals("…")) {
      Path file = ROOT.resolve(page);
      String text = Files.readString(file);
      Files.writeString(
          file,
          text.replace(
              "```console\n" + body, "```console\n" + body.substring(0, end + 1) + printed.text));
      return;
    }
    assertThat(matches(shown.lines().toList(), printed.text.lines().toList()))
        .as("%s prints%n%s%n, the page shows%n%s", body.substring(0, end), printed.text, shown)
        .isTrue();
  }

  private static boolean matches(List<String> shown, List<String> printed) {
    if (shown.isEmpty()) {
      return printed.isEmpty();
    }
    List<String> rest = shown.subList(1, shown.size());
    if (shown.get(0).strip().equals("…")) {
      for (int skip = 0; skip <= printed.size(); skip++) {
        if (matches(rest, printed.subList(skip, printed.size()))) {
          return true;
        }
      }
      return false;
    }
    return !printed.isEmpty()
        && line(shown.get(0), printed.get(0))
        && matches(rest, printed.subList(1, printed.size()));
  }

  private static boolean line(String shown, String printed) {
    StringBuilder pattern = new StringBuilder();
    for (String part : shown.stripTrailing().split("…", -1)) {
      pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.matches(pattern.toString(), printed.stripTrailing());
  }

  /** Creates a folder in which the page's commands work as in a checkout. */
  private static Path workplace(String page) throws IOException {
    Path place = Files.createDirectories(temporary.resolve(page.replace('/', '-')));
    for (String folder : List.of("charts", "rules", "samples")) {
      copy(ROOT.resolve(folder), place.resolve(folder));
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path launcher =
        Files.writeString(
            place.resolve("statute"),
            ("#!/bin/sh\nexec '%s' --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1"
                    + " -XX:+UseSerialGC -cp '%s' dev.statute.cli.Main \"$@\"\n")
                .formatted(java, System.getProperty("java.class.path")));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    return place;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(f -> !from.relativize(f).startsWith("target")).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else if (!file.toString().contains("/src/")) {
          Files.copy(file, copy);
        }
      }
    }
  }

  private record Printed(int code, String text) {}

  private static Printed run(Path place, String command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", command).directory(place.toFile());
    builder.environment().put("NO_COLOR", "1");
    Path out = Files.createTempFile(temporary, "out", ".txt");
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    process.getOutputStream().close();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(command).isTrue();
    return new Printed(process.exitValue(), Files.readString(out));
  }
}
