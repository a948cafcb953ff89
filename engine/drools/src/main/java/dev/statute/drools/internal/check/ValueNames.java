package dev.statute.drools.internal.check;

import dev.statute.drools.internal.condition.AllowedValues;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.policy.Instance;
import dev.statute.policy.Proposal;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Check for names of payload fields and data that no chart declares, and for those that are read as
 * another type than they are declared: such a value is always absent, so a condition on it denies
 * nothing. Payload fields are checked if the pattern names its events.
 */
final class ValueNames {
  private static final Set<String> READ =
      Set.of("has", "num", "text", "flag", "duration", "time", "list");

  /** Accessors by declared type; values of any type are not checked. */
  private static final Map<String, String> READ_BY =
      Map.of(
          "string", "text",
          "uuid", "text",
          "int", "num",
          "number", "num",
          "decimal", "num",
          "bool", "flag",
          "duration", "duration",
          "timestamp", "time",
          "list", "list");

  /** Cells of decision tables by accessor. */
  private static final Map<String, String> CELLS =
      Map.of(
          "text", "write a word, or a text in single quotes such as '5'",
          "num", "write a number or a comparison such as <= 100",
          "flag", "write true or false");

  private final Vocabulary vocabulary;
  private final DrlFile file;
  private final ProblemCollector problems;

  ValueNames(Vocabulary vocabulary, DrlFile file, ProblemCollector problems) {
    this.vocabulary = vocabulary;
    this.file = file;
    this.problems = problems;
  }

  /** Checks the conditions of a pattern. */
  void check(Class<?> type, List<PatternConstraint> conditions) {
    if (!vocabulary.isKnown()) {
      return;
    }
    Map<String, String> payload =
        Proposal.class.isAssignableFrom(type) ? payload(conditions) : null;
    for (PatternConstraint condition : conditions) {
      visit(type, payload, condition.expression());
    }
  }

  /** Fields of the events that a pattern is about; null = not known. */
  private @Nullable Map<String, String> payload(List<PatternConstraint> conditions) {
    if (vocabulary.payloads().containsKey(Vocabulary.ANY)) {
      return null;
    }
    Set<String> events = AllowedValues.of(conditions, Set.of("event")).get("event");
    if (events == null || events.isEmpty()) {
      return file.isTable() ? ofAnyEvent() : null;
    }
    Map<String, String> all = Map.of();
    for (String event : events) {
      Map<String, String> fields = vocabulary.payloads().get(event);
      if (fields == null) {
        return null;
      }
      all = Vocabulary.union(all, fields);
    }
    return all;
  }

  /** Fields of all events; a row without an event may also be about a field that none declares. */
  private Map<String, String> ofAnyEvent() {
    Map<String, String> all = Map.of(Vocabulary.ANY, Vocabulary.ANY);
    for (Map<String, String> fields : vocabulary.payloads().values()) {
      all = Vocabulary.union(all, fields);
    }
    return all;
  }

  private void visit(
      Class<?> type, @Nullable Map<String, String> payload, DrlExpression expression) {
    expression.parts().forEach(part -> visit(type, payload, part));
    if (expression instanceof Call call
        && READ.contains(call.name())
        && call.arguments().size() == 1
        && call.arguments().get(0) instanceof Literal literal
        && literal.value() instanceof String name) {
      if (payload != null && isNamed(call.receiver(), "payload")) {
        check("the event has no field '", call, name, payload, literal);
      } else if (isData(type, call.receiver())) {
        check("no chart declares data '", call, name, vocabulary.data(), literal);
      }
    }
  }

  private static boolean isNamed(@Nullable DrlExpression on, String name) {
    return on instanceof Name found && found.name().equals(name);
  }

  private static boolean isData(Class<?> type, @Nullable DrlExpression on) {
    return type == Instance.class
        ? isNamed(on, "data")
        : Proposal.class.isAssignableFrom(type)
            && on instanceof Select select
            && select.name().equals("data")
            && isNamed(select.receiver(), "instance");
  }

  private void checkAccessor(Call call, String name, String declared, Literal literal) {
    String type = declared.replace("?", "");
    String right = type.startsWith("[") ? "list" : READ_BY.get(type);
    if (right != null
        && !call.name().equals(right)
        && !call.name().equals("has")
        && file.isTable()) {
      problems.error(
          "R133",
          file.text(literal.start() + 1, literal.end() - 1),
          "'" + name + "' is declared " + declared + ", so this cell never matches",
          CELLS.getOrDefault(right, "a table cannot test a " + right + ": write a rule in DRL"));
    } else if (right != null && !call.name().equals(right) && !call.name().equals("has")) {
      problems.warning(
          "R133",
          file.text(literal.start() + 1, literal.end() - 1),
          "'" + name + "' is declared " + declared + ", so " + call.name() + "(…) never finds it",
          "write " + right + "(\"" + name + "\")");
    }
  }

  private void check(
      String noun, Call call, String name, Map<String, String> known, Literal literal) {
    String declared = known.get(name);
    if (declared == null && known.containsKey(Vocabulary.ANY)) {
      return; // a chart without a declaration may have it, with any type
    }
    if (declared != null) {
      checkAccessor(call, name, declared, literal);
      return;
    }
    String first = name.split("\\.", -1)[0];
    if (known.containsKey(first)) {
      return;
    }
    Set<String> names = known.keySet();
    problems.warning(
        "R133",
        file.text(literal.start() + 1, literal.end() - 1),
        noun + first + "', so this never has a value",
        SpellingSuggestion.fix(
            first,
            names,
            names.isEmpty()
                ? "there are none: declare it in the chart"
                : "there are: " + String.join(", ", names)));
  }
}
