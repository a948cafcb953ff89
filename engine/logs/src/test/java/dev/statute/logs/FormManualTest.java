package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of descriptions of forms in the manual, and those that the reader knows. */
class FormManualTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+`) \\| (.+) \\|$");
  private static final Pattern CODE = Pattern.compile("`(\\w+)[^`]*`");
  private static final String ANY_OF = "use one of ";

  /** Reads the table under the heading {@code Keys}: the meaning of each key. */
  private static Map<String, String> manual() throws IOException {
    String page = Files.readString(Path.of("README.md"));
    int start = page.indexOf("\n## Keys\n");
    int end = page.indexOf("\n## ", start + 1);
    Map<String, String> meanings = new TreeMap<>();
    for (MatchResult row :
        ROW.matcher(page.substring(start, end < 0 ? page.length() : end)).results().toList()) {
      words(row.group(1)).forEach(key -> meanings.put(key, row.group(2)));
    }
    return meanings;
  }

  private static Set<String> words(String text) {
    Set<String> words = new TreeSet<>();
    CODE.matcher(text).results().forEach(code -> words.add(code.group(1)));
    return words;
  }

  /** Returns the words that the problem with an unknown word lists. */
  private static Set<String> known(String description) {
    return LogFormat.read(new Source("x.log.yaml", description)).problems().stream()
        .filter(problem -> problem.fix().startsWith(ANY_OF))
        .map(problem -> problem.fix().substring(ANY_OF.length()).split(", "))
        .findFirst()
        .<Set<String>>map(keys -> new TreeSet<>(Set.of(keys)))
        .orElseThrow();
  }

  @Test
  void the_manual_has_each_key_of_a_description_and_no_other() throws IOException {
    assertThat(manual().keySet()).isEqualTo(known("form: x\nqqqqqqqq: 1\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"calls", "results", "messages", "pieces"})
  void the_manual_has_each_field_of_a_clause(String clauses) throws IOException {
    assertThat(words(String.valueOf(manual().get(clauses))))
        .containsAll(known("form: x\n" + clauses + ": [ { when: 'true', qqqqqqqq: 1 } ]\n"));
  }

  @Test
  void the_manual_has_the_keys_of_rows_and_loops_and_the_dialects() throws IOException {
    assertThat(words(String.valueOf(manual().get("rows"))))
        .containsAll(known("form: x\nrows: { table: t, key: k, order: [], qqqqqqqq: 1 }\n"));
    assertThat(words(String.valueOf(manual().get("each"))))
        .containsAll(known("form: x\neach: { p: { of: a, match: 'b', qqqqqqqq: 1 } }\n"));
    assertThat(words(String.valueOf(manual().get("dialects"))))
        .containsAll(known("form: x\ndialects: qqqqqqqq\n"));
  }

  @Test
  void the_manual_has_each_form_of_a_name() throws IOException {
    String meaning = String.valueOf(manual().get("let"));
    assertThat(known("form: x\nlet: { n: { qqqqqqqq: 1 } }\n"))
        .allSatisfy(key -> assertThat(meaning).contains(key + ": "));
  }
}
