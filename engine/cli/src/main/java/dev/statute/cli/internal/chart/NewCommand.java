package dev.statute.cli.internal.chart;

import dev.statute.cli.internal.console.ClassPathResources;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.cli.internal.input.OutputFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "new",
    description = "Writes a chart, a rule for it and tests of both, to start from.",
    mixinStandardHelpOptions = true)
public final class NewCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
  private static final String TEMPLATES = "dev/statute/cli/new/";
  private final Console console;

  @Parameters(paramLabel = "NAME", description = "name of the chart, or a path that ends in it")
  private @Nullable Path name;

  public NewCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Path path = Objects.requireNonNull(name);
    String chart = FileTree.fileName(path);
    if (!NAME.matcher(chart).matches()) {
      throw new UsageException(
          "'" + chart + "' is no name for a chart: a letter, then letters, digits, _ or -");
    }
    Map<Path, String> files = new LinkedHashMap<>();
    for (String end : new String[] {".yaml", ".drl", ".test.yaml"}) {
      Path file = path.resolveSibling(chart + end);
      if (Files.exists(file)) {
        throw new UsageException("'" + file + "' is there already");
      }
      files.put(file, ClassPathResources.text(TEMPLATES + "chart" + end));
    }
    files.forEach(
        (file, text) ->
            write(file, text.replace("NAME", chart).replace("PACKAGE", chart.replace('-', '_'))));
    Path test = path.resolveSibling(chart + ".test.yaml");
    console.printNotice("run its tests with: statute test " + test);
    return ExitCode.SUCCESS;
  }

  private void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
      Files.writeString(file, text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw OutputFiles.unwritable("'" + file + "'", file, e);
    }
    console.out().println(file);
  }
}
