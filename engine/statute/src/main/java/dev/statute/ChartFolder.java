package dev.statute;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Charts of a folder at any depth, without hidden folders and build output. The folder may be a
 * link; a link in it is followed to a file or folder in a hidden folder of it, as a mounted
 * ConfigMap has them, and nowhere else.
 */
final class ChartFolder extends SimpleFileVisitor<Path> {
  private final Path folder;
  private final Path top;
  private final List<Path> charts = new ArrayList<>();
  private final List<Path> links = new ArrayList<>();

  private ChartFolder(Path folder) throws IOException {
    this.folder = folder;
    top = folder.toRealPath();
  }

  /** Lists the charts, sorted by path; reports links to charts elsewhere. */
  static List<Path> find(Path folder, ProblemCollector problems) {
    try {
      ChartFolder found = new ChartFolder(folder);
      Files.walkFileTree(found.top, found);
      found.followLinks(problems);
      return found.charts.stream().sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
    return isSkipped(each) && !each.equals(top)
        ? FileVisitResult.SKIP_SUBTREE
        : FileVisitResult.CONTINUE;
  }

  private static boolean isSkipped(Path each) {
    String name = String.valueOf(each.getFileName());
    return name.startsWith(".") || name.equals("target");
  }

  @Override
  public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
    Path file = folder.resolve(top.relativize(each));
    if (attributes.isSymbolicLink()) {
      links.add(file);
    } else if (attributes.isRegularFile() && ChartFile.isChart(file)) {
      charts.add(file);
    }
    return FileVisitResult.CONTINUE;
  }

  private void followLinks(ProblemCollector problems) throws IOException {
    Set<Path> read = new HashSet<>();
    for (Path chart : charts) {
      read.add(chart.toRealPath());
    }
    links.sort(null);
    for (Path link : links) {
      if (isMountedFolder(link)) {
        for (Path chart : find(link, problems)) {
          if (read.add(chart.toRealPath())) {
            charts.add(chart);
          }
        }
      }
      if (!Files.isRegularFile(link) || !ChartFile.isChart(link)) {
        continue;
      }
      Path shown = link.toRealPath();
      if (!shown.startsWith(top)) {
        problems.add(
            Problem.error(
                "C100",
                new Place(link.toString(), 1, 1),
                "this is a link to a chart outside of its folder, which is not followed",
                "name the chart itself"));
      } else if (read.add(shown)) {
        charts.add(link);
      }
    }
  }

  private boolean isMountedFolder(Path link) throws IOException {
    if (!Files.isDirectory(link) || isSkipped(link)) {
      return false;
    }
    Path shown = link.toRealPath();
    return shown.startsWith(top) && ("/" + top.relativize(shown)).contains("/..");
  }
}
