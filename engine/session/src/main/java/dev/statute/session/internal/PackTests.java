package dev.statute.session.internal;

import dev.statute.ChartLoader;
import dev.statute.chart.PackReference;
import dev.statute.drools.DroolsPolicies;
import dev.statute.drools.DroolsPolicy;
import dev.statute.drools.RunOptions;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.session.TestCoverage;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.TestCase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runner of pack tests: gives facts to the rules of a pack and compares their verdicts with the
 * expected ones.
 */
public final class PackTests implements TestRunner {
  private final TestFile file;
  private final List<Pack> packs;
  private final Policy policy;

  private PackTests(TestFile file, List<Pack> packs, Policy policy) {
    this.file = file;
    this.packs = packs;
    this.policy = policy;
  }

  /** Loads the tests of the pack with this name; null if it is missing or has errors. */
  public static @Nullable PackTests of(
      SourceText name,
      Path file,
      TestFile content,
      ChartLoader bench,
      TestCoverage coverage,
      ProblemCollector problems) {
    PackReference reference = new PackReference(name, List.of(), Map.of());
    Loaded<List<Pack>> found = bench.finder().find(List.of(reference), file);
    problems.addAll(found.problems());
    List<Pack> packs = found.value();
    if (packs == null) {
      return null;
    }
    Loaded<DroolsPolicy> compiled =
        DroolsPolicies.compile(
            packs, Vocabulary.NONE, RunOptions.DEFAULT.listener(bench.listener()));
    problems.addAll(compiled.problems());
    DroolsPolicy policy = compiled.value();
    if (policy == null) {
      return null;
    }
    policy.rules().forEach(coverage::register);
    return new PackTests(content, packs, policy);
  }

  @Override
  public List<Problem> check(TestCase test) {
    ProblemCollector problems = new ProblemCollector();
    given(test, problems);
    return problems.sorted().stream().filter(Problem::isError).toList();
  }

  private GivenFacts given(TestCase test, ProblemCollector problems) {
    if (test.expect() != null) {
      VerdictNotation.check(test.expect().get("verdicts"), problems);
    }
    return GivenFacts.of(test, file, packs, policy, problems);
  }

  @Override
  public TestFailures run(TestCase test) {
    ProblemCollector problems = new ProblemCollector();
    GivenFacts given = given(test, problems);
    if (problems.hasErrors()) {
      return new TestFailures(problems.sorted(), List.of());
    }
    RuleVerdicts rulings = policy.judge(given.question());
    RuleError error = rulings.error();
    if (error != null) {
      Problem failed =
          Problem.error(
              "T302",
              test.name(),
              "the rule " + error.rule() + " failed: " + error.message(),
              "see " + error.place());
      return new TestFailures(List.of(failed), List.of());
    }
    ExpectationComparison comparison = new ExpectationComparison(1);
    List<Map<String, Object>> verdicts = VerdictNotation.of(rulings);
    if (test.expect() != null) {
      comparison.compare("", test.expect(), Map.of("verdicts", verdicts));
    }
    return new TestFailures(comparison.problems(), verdicts.stream().map(InlineYaml::of).toList());
  }
}
