package dev.statute;

import java.io.Closeable;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/** Chart resources of the class path as paths; those in a jar are read in place. */
final class ClassPathCharts {
  private ClassPathCharts() {}

  /**
   * Finds a resource.
   *
   * @throws IllegalArgumentException if it does not exist
   */
  static ChartSources find(String name) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = context == null ? ClassPathCharts.class.getClassLoader() : context;
    URL resource = loader.getResource(name);
    try {
      if (resource == null) {
        return withoutEntry(loader, name);
      }
      URLConnection connection = resource.openConnection();
      if (connection instanceof JarURLConnection jar) {
        return in(Path.of(jar.getJarFileURL().toURI()), name);
      }
      // a folder of the class path may be a link; rules are found beside the chart's own place
      Path path = Path.of(new URI(resource.toString())).toRealPath();
      return new ChartSources(List.of(path), null);
    } catch (IOException | URISyntaxException e) {
      throw new IllegalArgumentException("'" + name + "' cannot be read from " + resource, e);
    }
  }

  /**
   * Finds a folder in a jar that has no entry for it, as some tools write only those of files.
   *
   * @throws IllegalArgumentException if there is none
   */
  private static ChartSources withoutEntry(ClassLoader loader, String name)
      throws IOException, URISyntaxException {
    for (URL manifest : Collections.list(loader.getResources("META-INF/MANIFEST.MF"))) {
      if (manifest.openConnection() instanceof JarURLConnection jar) {
        ChartSources found = in(Path.of(jar.getJarFileURL().toURI()), name);
        if (Files.isDirectory(found.paths().get(0))) {
          return found;
        }
        found.close();
      }
    }
    throw new IllegalArgumentException(
        "there is no '"
            + name
            + "' on the class path; name a folder or a chart file in it (a file, if its jar has"
            + " neither a manifest nor an entry for the folder)");
  }

  private static ChartSources in(Path jar, String name) throws IOException {
    FileSystem files = FileSystems.newFileSystem(jar, (ClassLoader) null);
    Closeable container = files;
    return new ChartSources(List.of(files.getPath("/" + name)), container);
  }
}
