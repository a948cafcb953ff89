package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.OutputFiles;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.session.SimulatedInstance;
import dev.statute.session.TestSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writer of a simulated session to a test file. */
final class TestSaver {
  private static final Pattern SAVE =
      Pattern.compile("as\\s+test\\s+(?:\"([^\"]+)\"|(.+?))\\s+(?:\"([^\"]+)\"|([^\"\\s]\\S*))");
  private final Console console;
  private final Path chart;
  private final Map<String, String> settings;

  TestSaver(Console console, Path chart, Map<String, String> settings) {
    this.console = console;
    this.chart = chart;
    this.settings = settings;
  }

  /** Executes {@code save as test NAME FILE}; {@code rest} is the text after the first word. */
  void save(SimulatedInstance simulation, String rest) {
    Matcher words = SAVE.matcher(rest);
    if (!words.matches()) {
      throw new UsageException("write: save as test NAME FILE");
    }
    if (simulation.played() == 0) {
      throw new UsageException("nothing was played yet");
    }
    String name = words.group(1) == null ? words.group(2) : words.group(1);
    Path file = path(words.group(3) == null ? words.group(4) : words.group(3));
    try {
      Source before =
          Files.exists(file) ? new Source(file.toString(), Files.readString(file)) : null;
      Loaded<String> text = simulation.testFile(before, relative(file), name, settings);
      if (text.value() == null) {
        throw new UsageException("not saved: " + text.problems().get(0));
      }
      Files.writeString(file, text.value());
    } catch (IOException e) {
      throw OutputFiles.unwritable("not saved: '" + file + "'", file, e);
    }
    console.out().println("  saved to " + file);
  }

  private static Path path(String name) {
    Path file = InputFiles.path(name);
    if (!TestSuite.isTestFile(file)) {
      throw new UsageException("a test file is called NAME.test.yaml, not '" + name + "'");
    }
    if (!Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
      throw new UsageException("there is no folder '" + file.getParent() + "'");
    }
    return file;
  }

  /** Path of the chart relative to the test file. */
  private String relative(Path file) {
    Path folder = file.toAbsolutePath().normalize().resolveSibling("");
    Path target = chart.toAbsolutePath().normalize();
    return folder.relativize(target).toString().replace('\\', '/');
  }
}
