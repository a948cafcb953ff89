package dev.statute.house;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Folders of the modules, and the files in them. */
final class HouseFiles {
  static final Path ROOT = Path.of(System.getProperty("statute.root"));

  /** A module's folder is at most this deep. */
  private static final int DEPTH = 2;

  private static final Map<Path, Optional<ModuleDescriptor>> DESCRIPTORS =
      new ConcurrentHashMap<>();

  private HouseFiles() {}

  /** Returns the folders with a {@code pom.xml} under {@code engine}, in order. */
  static List<Path> modules() {
    try (Stream<Path> files =
        Files.find(ROOT.resolve("engine"), DEPTH, (file, kind) -> file.endsWith("pom.xml"))) {
      return files.map(Path::getParent).filter(Objects::nonNull).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the last name of a path. */
  static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /** Returns the folder of compiled classes; a second JDK builds into a folder of its own. */
  static Path classes(Path module) {
    try {
      Path own =
          Path.of(HouseFiles.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return module.resolve(name(Objects.requireNonNull(own.getParent()))).resolve("classes");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the Java files below a folder of a module, in order; none if there is no folder. */
  static List<Path> javaFiles(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns whether a module exports a package to all modules; without a descriptor, all packages
   * that are not internal.
   */
  static boolean isExported(Path module, String packageName) {
    return DESCRIPTORS
        .computeIfAbsent(module, HouseFiles::descriptor)
        .map(
            descriptor ->
                descriptor.exports().stream()
                    .anyMatch(
                        export -> export.source().equals(packageName) && !export.isQualified()))
        .orElse(!HouseClasses.isInternal(packageName));
  }

  /** Returns whether a module exports a package by name to another module. */
  static boolean isExportedTo(Path module, String packageName, Path user) {
    Optional<ModuleDescriptor> by = DESCRIPTORS.computeIfAbsent(user, HouseFiles::descriptor);
    return DESCRIPTORS.computeIfAbsent(module, HouseFiles::descriptor).stream()
        .flatMap(descriptor -> descriptor.exports().stream())
        .anyMatch(
            export ->
                export.source().equals(packageName)
                    && by.map(ModuleDescriptor::name)
                        .filter(export.targets()::contains)
                        .isPresent());
  }

  private static Optional<ModuleDescriptor> descriptor(Path module) {
    Path compiled = classes(module).resolve("module-info.class");
    if (!Files.exists(compiled)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(compiled)) {
      return Optional.of(ModuleDescriptor.read(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
