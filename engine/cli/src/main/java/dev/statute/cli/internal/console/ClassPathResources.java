package dev.statute.cli.internal.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Texts on the class path. */
public final class ClassPathResources {
  private ClassPathResources() {}

  /** Reads the UTF-8 text of a required resource. */
  public static String text(String name) throws IOException {
    try (InputStream in = ClassPathResources.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("resource " + name + " is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Lists the files directly in a folder, of all jars and directories that have it, sorted. */
  public static NavigableSet<String> list(String folder) throws IOException {
    NavigableSet<String> names = new TreeSet<>();
    for (URL url :
        Collections.list(ClassPathResources.class.getClassLoader().getResources(folder))) {
      if (url.openConnection() instanceof JarURLConnection jar) {
        jar.getJarFile().stream()
            .map(entry -> entry.getName())
            .filter(name -> name.startsWith(folder + "/") && !name.endsWith("/"))
            .forEach(name -> names.add(name.substring(folder.length() + 1)));
      } else if (url.getProtocol().equals("file")) {
        try (Stream<Path> files = Files.list(Path.of(new URI(url.toString())))) {
          files.map(file -> file.getFileName().toString()).forEach(names::add);
        } catch (URISyntaxException e) {
          throw new IOException(url + " is no usable place for resources", e);
        }
      }
    }
    return names;
  }
}
