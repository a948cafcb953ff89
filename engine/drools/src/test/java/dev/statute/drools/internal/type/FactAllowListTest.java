package dev.statute.drools.internal.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FactAllowListTest {
  private static final Path POLICY =
      Path.of(System.getProperty("statute.root"), "engine/core/src/main/java/dev/statute/policy");

  /** Types of the package that are neither facts nor verdicts. */
  private static final Set<String> NO_FACTS = Set.of("Keys", "package-info");

  @Test
  void every_type_of_the_policy_package_is_a_fact_a_verdict_or_neither() throws IOException {
    try (Stream<Path> files = Files.list(POLICY)) {
      Set<String> unknown =
          files
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .filter(name -> !NO_FACTS.contains(name))
              .filter(
                  name ->
                      FactAllowList.findFact(name) == null
                          && FactAllowList.findVerdict(name) == null)
              .collect(Collectors.toSet());
      assertThat(unknown).isEmpty();
    }
  }
}
