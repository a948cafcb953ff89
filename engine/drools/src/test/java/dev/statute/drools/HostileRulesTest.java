package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule files that use forbidden constructs, one each. */
class HostileRulesTest {
  static List<Path> files() {
    try (Stream<Path> files = Files.list(Path.of("src/test/resources/hostile"))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void is_refused_before_anything_is_compiled(Path file) throws IOException {
    String name = file.getFileName().toString();
    Loaded<DroolsPolicy> loaded =
        DroolsPolicies.compile(
            List.of(RuleTestSupport.pack(name, Files.readString(file))), Vocabulary.NONE);
    assertThat(loaded.hasValue()).as("%s", name).isFalse();
    assertThat(loaded.problems()).extracting(Problem::code).doesNotContain("R140");
    assertThat(loaded.problems()).allMatch(p -> p.place().file().equals(name + ".drl"));
  }
}
