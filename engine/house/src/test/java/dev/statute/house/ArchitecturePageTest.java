package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Comparison of the packages and types in {@code ARCHITECTURE.md} with the code. */
class ArchitecturePageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("statute.root")).resolve("ARCHITECTURE.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`dev\\.statute[^|]*)\\|");
  private static final Pattern PACKAGE = Pattern.compile("`(dev\\.statute[a-z0-9.]*|\\.[a-z]+)`");
  private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Za-z]+)(?:\\.[A-Z][A-Za-z]+)?`");
  private static final List<JavaClass> TYPES =
      new ClassFileImporter()
          .withImportOption(HouseClasses.NO_TESTS).importPackages("dev.statute").stream()
              .filter(type -> !type.getPackageName().startsWith("dev.statute.bench"))
              .toList();

  @Test
  void every_package_has_a_row() throws IOException {
    Set<String> named = new TreeSet<>();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      String last = "";
      for (MatchResult name : PACKAGE.matcher(row.group(1)).results().toList()) {
        String text = name.group(1);
        last = text.startsWith(".") ? last.substring(0, last.lastIndexOf('.')) + text : text;
        named.add(last);
      }
    }
    assertThat(named)
        .containsExactlyElementsOf(
            TYPES.stream()
                .map(JavaClass::getPackageName)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void every_named_type_exists() throws IOException {
    Set<String> known = TYPES.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
    known.add(ArchitecturePageTest.class.getSimpleName());
    assertThat(
            TYPE.matcher(Files.readString(PAGE))
                .results()
                .map(name -> name.group(1))
                .filter(name -> !known.contains(name)))
        .isEmpty();
  }
}
