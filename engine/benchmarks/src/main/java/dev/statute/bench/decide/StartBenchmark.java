package dev.statute.bench.decide;

import dev.statute.chart.PackReference;
import dev.statute.drools.DroolsPolicies;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.PackFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** First start with rules, in a process of its own: from texts to the first decision. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class StartBenchmark {
  /** Measured engine. */
  @Param({"drools", "statute"})
  public String who = "statute";

  /** Rules: a shipped pack, or {@code all} of some, or a set by its name. */
  @Param({"guards/strict", "loops/full", "20", "1000"})
  public String rules = "20";

  private List<Pack> packs = List.of();
  private Question question = RuleSet.named("20").questions(1).get(0);

  /** Created by JMH. */
  public StartBenchmark() {}

  @Setup
  public void setUp() {
    if (rules.contains("/")) {
      PackReference reference =
          new PackReference(SourceText.synthetic(rules, "bench"), List.of(), Map.of());
      packs = PackFinder.standard().find(List.of(reference), null).get();
    } else {
      packs = List.of(RuleSet.named(rules).pack());
    }
  }

  @Benchmark
  public int start() {
    if (who.equals("statute")) {
      return DroolsPolicies.compile(packs, Vocabulary.NONE).get().judge(question).verdicts().size();
    }
    List<Source> files = new ArrayList<>();
    packs.forEach(pack -> files.addAll(pack.files()));
    return BareDrools.of(files, true).judge(question);
  }
}
