package dev.statute.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Golden files and the pages of problem codes use the terms of authors of charts and rules: no Java
 * types, and no output of Java's {@code toString}.
 */
class MessageWordsTest {
  private static final Path ENGINE = Path.of("..");

  private static final Pattern JAVA =
      Pattern.compile(
          String.join(
              "|",
              "\\b(?:java|javax|jdk|sun|kotlin|org\\.drools|org\\.kie)\\.[a-zA-Z]\\w*",
              "\\bdev\\.statute\\.(?!policy\\b)\\w+",
              "\\b[A-Z]\\w*(?:Exception|Error)\\b",
              "\\b(?:Linked|Tree|Concurrent)?(?:Hash)?(?:Array)?(?:Map|List|Set)(?:\\[|<|\\{|@)",
              "\\b(?:LinkedHashMap|HashMap|TreeMap|ArrayList|HashSet|BigDecimal|BigInteger)\\b",
              "\\b(?:String|Integer|Long|Double|Boolean|Float|Object|Instant|Duration|Optional)\\b",
              "\\b(?:double|boolean|float)\\b",
              "\\bnull pointer\\b",
              "\\bClassCast\\w*",
              "\\bPT\\d+[HMS]\\w*",
              // a map, a record, an object, an array
              "\\{[\\w.]+=[^}]*\\}",
              "\\b[A-Z][a-z]\\w+\\[[a-zA-Z]\\w*=",
              "\\b[\\w$]+@[0-9a-f]{6,8}\\b",
              "\\[[LBIJD];?@"));

  /** Lines written by authors: shown lines of files, and code. */
  private static final Pattern SHOWN = Pattern.compile("^[ !]*\\d* \\|.*|^\\$ statute .*");

  /**
   * Text of authors is shown in quotes. Expressions have functions such as double(…). Consequences
   * of rules are Java.
   */
  private static final Pattern ALLOWED =
      Pattern.compile(
          "'[^']*'|`[^`]*`|\\bdouble\\(|\\bdouble quotes?\\b|"
              + "write \\(int\\) (?:before it|\\(double\\)).*");

  @Test
  void golden_files_and_pages_of_codes_name_no_type_of_java() throws IOException {
    List<String> found = new ArrayList<>();
    int files = 0;
    for (Path file : files()) {
      files++;
      boolean isCode = false;
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        boolean isFence = file.toString().endsWith(".md") && line.startsWith("```");
        isCode = isFence != isCode;
        if (!isCode && !SHOWN.matcher(line).matches()) {
          String wrong =
              JAVA.matcher(ALLOWED.matcher(line).replaceAll(""))
                  .results()
                  .map(match -> match.group())
                  .collect(joining(", "));
          if (!wrong.isEmpty()) {
            found.add(ENGINE.relativize(file) + ":" + number + ": " + wrong + " in: " + line);
          }
        }
      }
    }
    assertThat(files).isGreaterThan(350);
    assertThat(found).isEmpty();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(ENGINE)) {
      return all.filter(MessageWordsTest::isPrinted).sorted().toList();
    }
  }

  private static boolean isPrinted(Path file) {
    String name = file.toString().replace('\\', '/');
    return !name.contains("/target/")
        && (name.endsWith(".golden") && name.contains("/src/test/resources/")
            || name.endsWith(".md") && name.contains("/META-INF/statute/codes/"));
  }
}
