package dev.statute.cli.internal.input;

import dev.statute.ChartLoader;
import dev.statute.Statute;
import dev.statute.StatuteException;
import dev.statute.problem.Loaded;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import org.jspecify.annotations.Nullable;

/** Charts that are shipped with the command line, on the class path. */
public final class ShippedCharts {
  private static final String FOLDER = "statute/charts";

  private ShippedCharts() {}

  /** Loads all of them with their rules. */
  public static Loaded<Statute> load(ChartLoader loader) {
    return fromClassPath(FOLDER, loader);
  }

  /**
   * Loads a chart with its rules.
   *
   * @param name such as {@code observer.yaml}
   */
  public static Loaded<Statute> load(String name, ChartLoader loader) {
    return fromClassPath(FOLDER + "/" + name, loader);
  }

  /** Loads a chart with its rules, as {@link #load(String, ChartLoader)}, and opens it. */
  public static Loaded<Interpreter> open(String name, ChartLoader loader) {
    Loaded<Statute> loaded = load(name, loader);
    try (Statute statute = loaded.value()) {
      return new Loaded<>(statute == null ? null : statute.charts().get(0), loaded.problems());
    }
  }

  /**
   * Returns the file of a shipped chart; null if there is none of this name.
   *
   * @param named {@code observer.yaml}, or the same in a folder {@code charts}
   */
  static @Nullable Path file(Path named) {
    String name = named.toString().replace('\\', '/').replaceFirst("^charts/", "");
    if (!name.matches("[\\w-]+(/[\\w-]+)*\\.ya?ml")) {
      return null;
    }
    URL resource = ShippedCharts.class.getClassLoader().getResource(FOLDER + "/" + name);
    try {
      return resource == null
          ? null
          : resource.getProtocol().equals("file")
              ? Path.of(resource.toURI())
                  .toRealPath() // packs are found beside, no link is followed
              : extracted(resource).resolve(name);
    } catch (URISyntaxException | IOException e) {
      throw new UncheckedIOException(new IOException("cannot read the shipped chart " + name, e));
    }
  }

  /** Copies the charts of an archive to a folder that is deleted at the end of the program. */
  private static Path extracted(URL resource) throws IOException, URISyntaxException {
    JarURLConnection archive = (JarURLConnection) resource.openConnection();
    Path folder = Files.createTempDirectory("statute-charts");
    folder.toFile().deleteOnExit();
    for (JarEntry entry : Collections.list(archive.getJarFile().entries())) {
      if (entry.getName().matches(FOLDER + "/[^.][^/]*\\.ya?ml")) {
        Path copy = folder.resolve(entry.getName().substring(FOLDER.length() + 1));
        try (InputStream in = archive.getJarFile().getInputStream(entry)) {
          Files.copy(in, copy);
        }
        copy.toFile().deleteOnExit();
      }
    }
    return folder;
  }

  private static Loaded<Statute> fromClassPath(String name, ChartLoader loader) {
    try {
      Statute statute = loader.fromClassPath(name);
      return new Loaded<>(statute, statute.warnings());
    } catch (StatuteException e) {
      return new Loaded<>(null, e.problems());
    }
  }
}
