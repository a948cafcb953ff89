package dev.statute.charts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Independence of hints to agents and findings of rules. */
class HintIndependenceTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root", ".."));
  private static final Pattern FOUND = Pattern.compile("new Finding\\(\"([a-z-]+)\"");
  private static final Pattern HINT = Pattern.compile("(?m)^    ([a-z-]+):\\R      - ");

  @Test
  void each_pattern_that_the_full_pack_finds_has_a_hint_of_its_own_and_no_other_has()
      throws IOException {
    assertThat(all(HINT, "charts/supervised.yaml", true))
        .isEqualTo(all(FOUND, "rules/loops/full/full.drl", false));
  }

  private static TreeSet<String> all(Pattern pattern, String file, boolean hints)
      throws IOException {
    String text = Files.readString(ROOT.resolve(file));
    String part =
        hints ? text.substring(text.indexOf("\n  hints:"), text.indexOf("\n  recipes:")) : text;
    TreeSet<String> all = new TreeSet<>();
    pattern.matcher(part).results().forEach(r -> all.add(r.group(1)));
    assertThat(all).hasSizeGreaterThan(20);
    if (hints) {
      assertThat(all.remove("otherwise")).isTrue();
    }
    return all;
  }
}
