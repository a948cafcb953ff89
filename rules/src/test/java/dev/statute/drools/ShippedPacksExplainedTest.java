package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.rules.GeneratedProposals;
import dev.statute.yaml.PackFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every shipped pack, on generated facts: no explanation contradicts the rule engine. It is in the
 * package of the policy for access to its parts.
 */
@Tag("long")
class ShippedPacksExplainedTest {
  private static final long SEED = Long.getLong("statute.seed", 20_261_122);
  private static final Pattern TEXT = Pattern.compile("\"([A-Za-z_.-]+)\"");

  @TestFactory
  Stream<DynamicTest> no_explanation_contradicts_the_rule_engine() throws IOException {
    List<Path> packs = new ArrayList<>();
    for (String folder : List.of("guards", "loops")) {
      try (Stream<Path> members = Files.list(Path.of(folder))) {
        members
            .filter(each -> Files.isDirectory(each) || each.toString().endsWith(".drl"))
            .sorted()
            .forEach(packs::add);
      }
    }
    assertThat(packs).hasSizeGreaterThan(6);
    return packs.stream().map(pack -> DynamicTest.dynamicTest(pack.toString(), () -> check(pack)));
  }

  private static void check(Path path) {
    List<Pack> packs = PackFinder.standard().addedPacks(path).get();
    DroolsPolicy policy = DroolsPolicies.compile(packs, Vocabulary.NONE).get();
    ExplanationAgreement agreement = new ExplanationAgreement(policy);
    for (int round = 0; round < 40; round++) {
      long seed = SEED + round;
      Random random = new Random(seed);
      Map<String, ?> changes =
          random.nextBoolean()
              ? Map.of("interaction_limit", 2L, "reprompt", true)
              : Map.of("interaction_limit", 0L, "read_only_tools", List.of("read_file"));
      GeneratedProposals questions = new GeneratedProposals(random, packs, changes);
      String context = path + ", seed " + seed;
      if (policy.producesFindings()) {
        questions.aboutRecords(30, question -> agreement.check(question, context));
      } else {
        List<String> words = words(packs);
        for (int i = 0; i < 40; i++) {
          agreement.check(questions.aboutProposals(words, words, words), context);
        }
      }
    }
    assertThat(agreement.decided()).isGreaterThan(500);
    assertThat(agreement.fired()).isGreaterThan(20);
    assertThat(agreement.undecided()).as("not told without the rule engine").isZero();
  }

  /** Texts that rules compare with. */
  private static List<String> words(List<Pack> packs) {
    Set<String> words = new LinkedHashSet<>(List.of("elsewhere"));
    for (Pack pack : packs) {
      Matcher matcher = TEXT.matcher(pack.files().get(0).content());
      while (matcher.find()) {
        words.add(matcher.group(1));
      }
    }
    return List.copyOf(words);
  }
}
