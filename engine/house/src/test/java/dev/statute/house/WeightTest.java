package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Number and size of the jars of each use: in the manual and as Maven resolves them. */
class WeightTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root"));
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| [^|]+ \\| (`statute[^|]*) \\| (\\d+) \\| ([\\d.]+) MB \\|$");
  private static final Pattern ARTIFACT = Pattern.compile("`statute(?:-([a-z0-9-]+))?`");

  @TestFactory
  Stream<DynamicTest> the_manual_names_jars_and_megabytes() throws IOException {
    List<MatchResult> rows =
        ROW.matcher(Files.readString(ROOT.resolve("engine/DEPENDENCIES.md"))).results().toList();
    assertThat(rows).hasSizeGreaterThan(5);
    return rows.stream().map(row -> DynamicTest.dynamicTest(row.group(1), () -> check(row)));
  }

  private static void check(MatchResult row) throws IOException, URISyntaxException {
    Set<Path> jars = new TreeSet<>();
    for (MatchResult artifact : ARTIFACT.matcher(row.group(1)).results().toList()) {
      String module = artifact.group(1) == null ? "statute" : artifact.group(1);
      jars.addAll(classPath(ROOT.resolve("engine").resolve(module).resolve(target())));
    }
    double bytes = 0;
    for (Path jar : jars) {
      bytes += Files.size(jar);
    }
    String found = "%d jars, %.1f MB".formatted(jars.size(), bytes / 1e6);
    assertThat(jars).as(found).hasSize(Integer.parseInt(row.group(2)));
    assertThat(bytes / 1e6)
        .as(found)
        .isCloseTo(Double.parseDouble(row.group(3)), withinPercentage(5));
  }

  /** Name of the build folder, which a second JDK has of its own. */
  private static Path target() throws URISyntaxException {
    Path classes =
        Path.of(WeightTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return classes.getParent().getFileName();
  }

  /** The jar of a module and those that it needs at run time. */
  private static Set<Path> classPath(Path target) throws IOException {
    Path written = target.resolve("class-path");
    assumeTrue(Files.exists(written), "needs packaged modules: mvn verify");
    Set<Path> jars = new TreeSet<>();
    for (String element : Files.readString(written).strip().split(File.pathSeparator)) {
      jars.add(Path.of(element));
    }
    try (Stream<Path> files = Files.list(target)) {
      files
          .filter(file -> file.toString().matches(".*-\\d[\\d.]*(-SNAPSHOT)?\\.jar"))
          .forEach(jars::add);
    }
    return jars;
  }
}
