package dev.statute.drools.internal.run;

import dev.statute.drools.internal.check.CheckedRule;
import dev.statute.problem.Problem;
import java.util.List;
import org.kie.internal.builder.KnowledgeBuilderError;

/** Problems for errors of Drools in rules that passed the checks of this module. */
final class BuildErrors {
  private static final String[] PREFIXES = {"Rule Compilation error ", "Unable to build "};

  private BuildErrors() {}

  static Problem problem(KnowledgeBuilderError error, List<CheckedRule> rules) {
    CheckedRule rule = rule(error, rules);
    if (error.getMessage().contains("65535")) {
      return Problem.error(
          "R107",
          rule.name(),
          "rule '" + rule.name().value() + "' is too long to be compiled",
          "write several rules");
    }
    String message = error.getMessage().lines().findFirst().orElse("").trim();
    for (String prefix : PREFIXES) {
      message = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    }
    message = message.replace(RuleBase.compiledName(rules.indexOf(rule)), rule.name().value());
    return Problem.error(
        "R140",
        rule.name(),
        "rule '" + rule.name().value() + "' does not compile: " + message,
        "look for names that are bound nowhere, or only in a part of the conditions");
  }

  /** Creates the problem for a failure of the compiler itself. */
  static Problem compilerFailure(Throwable thrown, List<CheckedRule> rules) {
    int number = RuleBase.findNumberIn(String.valueOf(thrown.getMessage()));
    CheckedRule rule = rules.get(number < 0 ? rules.size() - 1 : number);
    return Problem.error(
        "R140",
        rule.name(),
        "rule '" + rule.name().value() + "', or one before it, does not compile",
        "write it shorter, or as several rules");
  }

  private static CheckedRule rule(KnowledgeBuilderError error, List<CheckedRule> rules) {
    int number = RuleBase.findNumberIn(error.toString() + error.getMessage());
    if (number >= 0) {
      return rules.get(number);
    }
    int line = error.getLines().length == 0 ? 0 : error.getLines()[0];
    CheckedRule nearest = rules.get(0);
    for (CheckedRule each : rules) {
      if (each.name().place().line() <= line) {
        nearest = each;
      }
    }
    return nearest;
  }
}
