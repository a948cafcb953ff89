package dev.statute.drools.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.RuleTestSupport;
import dev.statute.drools.RunOptions;
import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.DrlReader;
import dev.statute.policy.Deny;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.ProblemCollector;
import java.util.List;
import java.util.Set;
import org.drools.drl.ast.descr.RuleDescr;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Second line of defence: consequences that the checks, omitted here, would refuse. */
class RuleClassLoaderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.getProperty(\"user.home\")",
        "\"\" + Runtime.getRuntime().availableProcessors()",
        "new java.io.File(\"x\").getName()",
        "Thread.currentThread().getName()",
        "java.nio.file.Path.of(\"x\").toString()",
        "new java.net.URL(\"http://localhost\").getHost()",
        "new ProcessBuilder(\"id\").toString()",
        "String.class.getMethods()[0].getName()",
        "ClassLoader.getSystemClassLoader().getName()",
        "java.lang.management.ManagementFactory.getRuntimeMXBean().getName()"
      })
  void a_consequence_does_not_link_to_what_rules_may_not_use(String reason) {
    RuleVerdicts rulings = judge(reason);
    RuleError error = rulings.error();
    assertThat(error).as("%s", rulings).isNotNull();
    assertThat(error.rule()).isEqualTo("p#r");
  }

  private static RuleVerdicts judge(String reason) {
    String drl =
        "package p\nimport dev.statute.policy.*\nrule \"r\" when $t : Transition( ) then"
            + " insert( new Deny($t, "
            + reason
            + ") ); end\n";
    Pack pack = RuleTestSupport.pack("p", drl);
    ProblemCollector problems = new ProblemCollector();
    DrlFile file = DrlReader.read(pack, pack.files().get(0), problems);
    RuleDescr rule = file.tree().getRules().get(0);
    CheckedRule unchecked =
        new CheckedRule(
            file,
            rule,
            file.name(rule),
            List.of(
                new CheckedRule.PatternInfo(
                    file.name(rule), Transition.class, List.of(), "$t", true)),
            Set.of(),
            false,
            List.of(new CheckedRule.GivenVerdict(Deny.class, "$t", false, null)),
            List.of());
    RuleBase base = RuleCompiler.compile(List.of(unchecked), RunOptions.DEFAULT, problems);
    assertThat(problems.sorted()).isEmpty();
    return new RuleSession(base).judge(RuleTestSupport.about(RuleTestSupport.move("A", "B")));
  }
}
