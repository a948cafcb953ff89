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

  /** Types of the package that are no facts: whoever adds one says here which it is. */
  private static final Set<String> NO_FACTS =
      Set.of(
          "Counter",
          "ShadowDivergence",
          "ExplainingPolicy",
          "Explanation",
          "Keys",
          "Layer",
          "NullFreeList",
          "Observation",
          "Pack",
          "Policy",
          "NoPolicy",
          "Question",
          "Resolution",
          "RuleError",
          "RuleVerdict",
          "RuleVerdicts",
          "ShadowPolicy",
          "Values",
          "Verdict",
          "Vocabulary",
          "package-info");

  @Test
  void every_type_of_the_policy_package_is_a_fact_a_verdict_or_neither() throws IOException {
    try (Stream<Path> files = Files.list(POLICY)) {
      Set<String> unknown =
          files
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
