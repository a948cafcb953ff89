package dev.statute.yaml.internal.chart;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.internal.tree.FolderContainment;
import dev.statute.yaml.internal.tree.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Source of the texts of charts that {@code extends} names. */
@FunctionalInterface
public interface ParentCharts {
  /** Folder of the shipped charts on the class path. */
  String SHIPPED = "statute/charts/";

  /** Returns the text, or null after reporting a problem. */
  @Nullable Source find(SourceText named, ProblemCollector problems);

  /** Returns parents from a function, which returns null for unknown charts. */
  static ParentCharts ofSources(Function<SourceText, @Nullable Source> texts) {
    return (named, problems) -> {
      Source source = texts.apply(named);
      return source == null ? missing(named, problems) : source;
    };
  }

  /**
   * Returns parents from files below the folder of {@code chart}, and below the nearest {@code
   * charts/} above it. Each is named by its path from the file that names it.
   */
  static ParentCharts inFolder(Path chart) {
    List<Path> folders =
        Stream.of(chart.resolveSibling(""), charts(chart)).filter(Objects::nonNull).toList();
    return (named, problems) -> {
      try {
        return file(chart.getFileSystem(), named, folders, problems);
      } catch (InvalidPathException e) {
        return missing(named, problems);
      }
    };
  }

  /**
   * Returns the nearest {@code charts/}; a folder that is a link to another tree does not count.
   */
  private static @Nullable Path charts(Path chart) {
    Path above = chart.toAbsolutePath().normalize().getParent();
    while (above != null && !Files.isDirectory(above.resolve("charts"))) {
      above = above.getParent();
    }
    return above == null || !FolderContainment.contains(above, above.resolve("charts"))
        ? null
        : above.resolve("charts");
  }

  private static @Nullable Source file(
      FileSystem files, SourceText named, List<Path> folders, ProblemCollector problems) {
    Path path = files.getPath(named.value());
    Path file = files.getPath(named.place().file()).resolveSibling(path).normalize();
    if (path.isAbsolute()
        || folders.stream().allMatch(each -> FolderContainment.escapes(each, file))) {
      return outsideFolder(named, path, problems);
    }
    if (!named.value().matches(".*\\.ya?ml") || !Files.isRegularFile(file)) {
      Source shipped = shipped(named.value(), problems);
      return shipped == null ? missing(named, problems) : shipped;
    }
    return folders.stream().anyMatch(folder -> FolderContainment.contains(folder, file))
        ? SourceFile.read(file, problems)
        : outsideFolder(named, path, problems);
  }

  /**
   * Returns a shipped chart, which is found by its name as shipped rules are; null if there is
   * none.
   */
  private static @Nullable Source shipped(String named, ProblemCollector problems) {
    String name = named.replaceFirst("^(?:\\.\\.?/)*(?:charts/)?", "");
    if (!name.matches("[\\w-]+\\.ya?ml")) {
      return null;
    }
    String resource = SHIPPED + name;
    ClassLoader loader = ParentCharts.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null
          ? null
          : SourceFile.decoded(resource, in.readNBytes(SourceFile.MAX_BYTES + 1), problems);
    } catch (IOException e) {
      return null;
    }
  }

  private static @Nullable Source outsideFolder(
      SourceText named, Path path, ProblemCollector problems) {
    problems.error(
        "C142",
        named,
        path.isAbsolute()
            ? "'" + named + "' is an absolute path; a chart extends what lies beside it"
            : "'" + named + "' is not in this chart's folder, nor in the nearest charts/ above it",
        "keep that chart in this folder, below it, or in charts/, and name it by its path from"
            + " here");
    return null;
  }

  private static @Nullable Source missing(SourceText named, ProblemCollector problems) {
    problems.error(
        "C140",
        named,
        "there is no chart '" + named + "' to extend",
        "name a .yaml file by its path from this chart, or a shipped chart such as"
            + " supervised.yaml");
    return null;
  }
}
