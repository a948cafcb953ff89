package dev.statute.bench.decide;

import dev.statute.drools.DroolsPolicies;
import dev.statute.drools.DroolsPolicy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.Vocabulary;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
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

/** One decision: a question about one transition, answered by all rules. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class DecideBenchmark {
  /** Measured engine. */
  @Param({"drools", "statute"})
  public String who = "statute";

  /** Number of rules, as named by {@link RuleSet}. */
  @Param({"20", "20 joins", "1000", "1000 computed"})
  public String rules = "20";

  /** Number of instances, which are judged in turn. */
  @Param({"1", "10000"})
  public int instances = 1;

  private ToIntFunction<Question> judge = question -> 0;
  private Question[] questions = {};
  private int next;

  /** Created by JMH. */
  public DecideBenchmark() {}

  @Setup
  public void setUp() {
    RuleSet set = RuleSet.named(rules);
    List<Question> all = set.questions(instances);
    DroolsPolicy policy = DroolsPolicies.compile(List.of(set.pack()), Vocabulary.NONE).get();
    BareDrools bare = BareDrools.of(set.pack().files(), set.joins() > 0);
    for (Question question : all) {
      int ours = policy.judge(question).verdicts().size();
      if (ours != bare.judge(question)) {
        throw new IllegalStateException("they differ about " + question);
      }
    }
    judge =
        who.equals("drools") ? bare::judge : question -> policy.judge(question).verdicts().size();
    questions = all.toArray(new Question[0]);
  }

  @Benchmark
  public int decision() {
    next = next + 1 == questions.length ? 0 : next + 1;
    return judge.applyAsInt(questions[next]);
  }
}
