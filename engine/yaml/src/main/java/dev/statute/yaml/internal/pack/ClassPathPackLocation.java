package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.internal.tree.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Location of shipped packs: resources under {@code statute/rules/}. */
public final class ClassPathPackLocation implements PackLocation {
  private static final String ROOT = "statute/rules/";

  private final ClassLoader loader;

  public ClassPathPackLocation(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public boolean has(String pack) {
    return RuleFileNames.ENDS.stream()
            .anyMatch(end -> loader.getResource(ROOT + pack + end) != null)
        || packYaml(pack) != null;
  }

  private @Nullable URL packYaml(String pack) {
    return loader.getResource(ROOT + yaml(pack + "/pack.yaml"));
  }

  /**
   * Returns the resource that is there instead of one that is not: its name ends in {@code yml}.
   */
  private String yaml(String path) {
    String twin = path.replaceFirst("yaml$", "yml");
    boolean isTwin =
        loader.getResource(ROOT + path) == null && loader.getResource(ROOT + twin) != null;
    return isTwin ? twin : path;
  }

  /** Returns an empty set, as resources cannot be listed without knowing one of them. */
  @Override
  public Set<String> names() {
    return Set.of();
  }

  @Override
  public Pack read(SourceText name, List<SourceText> disabled, ProblemCollector problems) {
    Source single = null;
    for (String end : RuleFileNames.ENDS) {
      single = single == null ? file(name, name.value() + end, problems) : single;
    }
    if (single != null) {
      Source described = file(name, name.value() + ".pack.yaml", problems);
      Source tools = file(name, name.value() + ".tools.yaml", problems);
      return PackReader.pack(
          name, Layer.BASE, List.of(single), described, tools, disabled, problems);
    }
    List<Source> sources = new ArrayList<>();
    for (String file : rules(name, problems)) {
      Source source = file(name, name.value() + "/" + file, problems);
      if (source != null) {
        sources.add(source);
      }
    }
    Source tools = file(name, name.value() + "/tools.yaml", problems);
    if (sources.isEmpty() && tools == null) {
      problems.error("P202", name, "the pack '" + name + "' has no .drl file", "add one");
    }
    Source described = file(name, name.value() + "/pack.yaml", problems);
    return PackReader.pack(name, Layer.BASE, sources, described, tools, disabled, problems);
  }

  @Override
  public @Nullable Source file(SourceText name, String wanted, ProblemCollector problems) {
    String path = yaml(wanted);
    try (InputStream in = loader.getResourceAsStream(ROOT + path)) {
      return in == null
          ? null
          : SourceFile.decoded(
              "classpath:" + ROOT + path, in.readNBytes(SourceFile.MAX_BYTES + 1), problems);
    } catch (IOException unreadable) {
      problems.add(
          Problem.error(
              "C100",
              new Place("classpath:" + ROOT + path, 1, 1),
              "this resource cannot be read",
              "check the jar it is in"));
      return null;
    }
  }

  /**
   * Returns the file names of a folder pack, sorted: those in the folder of its {@code pack.yaml}.
   */
  private List<String> rules(SourceText name, ProblemCollector problems) {
    String folder = ROOT + name.value() + "/";
    URL described = packYaml(name.value());
    try {
      URLConnection connection = described == null ? null : described.openConnection();
      if (connection instanceof JarURLConnection jar) {
        return jar.getJarFile().stream()
            .map(JarEntry::getName)
            .filter(entry -> entry.startsWith(folder) && RuleFileNames.isRules(entry))
            .map(entry -> entry.substring(folder.length()))
            .filter(file -> file.indexOf('/') < 0)
            .sorted()
            .toList();
      }
      if (described != null && described.getProtocol().equals("file")) {
        return listed(Path.of(new URI(described.toString())).resolveSibling("."));
      }
    } catch (IOException | URISyntaxException unreadable) {
      problems.error("P202", name, "the pack '" + name + "' cannot be listed", "check its jar");
    }
    return List.of();
  }

  private static List<String> listed(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(RuleFileNames::isRules)
          .sorted()
          .toList();
    }
  }

  @Override
  public String toString() {
    return "the class path (" + ROOT + ")";
  }
}
