package dev.statute.session.internal;

import dev.statute.ChartWithRules;
import dev.statute.chart.SettingDefinition;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.StartOptions;
import dev.statute.session.TestCoverage;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.TestCase;
import dev.statute.yaml.TestFile.TestStep;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runner of chart tests: handles their steps and compares the results with the expected ones. */
public final class ChartTests implements TestRunner {
  private final TestFile file;
  private final ChartWithRules chart;
  private final TestCoverage coverage;
  private final Map<Map<String, SettingDefinition>, Loaded<Interpreter>> interpreters =
      new LinkedHashMap<>();

  public ChartTests(TestFile file, ChartWithRules chart, TestCoverage coverage) {
    this.file = file;
    this.chart = chart;
    this.coverage = coverage;
    chart.rules().forEach(coverage::register);
  }

  /** Creates the check of the properties in the file. */
  public PathProperties properties() {
    return new PathProperties(chart, interpreter(file.set()), null);
  }

  @Override
  public TestFailures run(TestCase test) {
    Loaded<Interpreter> made = interpreter(file.settings(test));
    Interpreter interpreter = made.value();
    if (interpreter == null) {
      return new TestFailures(made.problems(), List.of());
    }
    coverage.register(interpreter.chart());
    ObservedLines observed = new ObservedLines();
    ChartSession session =
        ChartSession.start(
            interpreter,
            StartOptions.of(interpreter.chart(), at(test), plain(test), Instant.EPOCH),
            SessionListener.all(coverage.listener(interpreter.chart()), observed.listener()));
    if (!session.snapshot().exists()) {
      Map<String, ?> refusal = observed.first();
      Problem problem =
          Problem.error(
              "T302",
              refusalPlace(test, String.valueOf(refusal.get("message")), refusal.get("field")),
              "the chart does not start: " + String.join("; ", observed.story()),
              "begin it where it can rest, with data that it takes");
      return new TestFailures(List.of(problem), observed.story());
    }
    return steps(test, session, observed);
  }

  @Override
  public List<Problem> check(TestCase test) {
    Loaded<Interpreter> made = interpreter(file.settings(test));
    Interpreter interpreter = made.value();
    if (interpreter == null) {
      return made.problems().stream().filter(Problem::isError).toList();
    }
    List<Problem> problems = new ArrayList<>();
    Step start = interpreter.startAt("test", at(test), plain(test), Instant.EPOCH);
    if (start.outcome() instanceof Outcome.Rejected rejected) {
      SourceText at = refusalPlace(test, rejected.message(), rejected.field());
      problems.add(
          Problem.error(
              "T302", at, rejected.message(), "begin where it can rest, with data that it takes"));
    }
    int line = 0;
    for (TestStep step : test.steps()) {
      InputLine input = parse(step, ++line, 1);
      Mapping expect = step.expect();
      if (input instanceof InputLine.Unreadable unreadable && !expectsOutcome(step)) {
        problems.add(unreadable.problem());
      }
      if (expect != null) {
        List<String> known = interpreter.chart().states();
        states(expect.get("to"), known, problems);
        states(expect.get("configuration"), known, problems);
      }
    }
    return problems;
  }

  private static void states(@Nullable YamlTree tree, List<String> known, List<Problem> problems) {
    if (tree instanceof Sequence list) {
      list.members().forEach(member -> states(member, known, problems));
    } else if (tree instanceof Scalar scalar
        && !scalar.isBroken()
        && !RepeatVariables.counts(scalar)) {
      if (!known.contains(scalar.text())) {

        problems.add(
            Problem.error(
                "T306",
                scalar.at(),
                "the chart has no state '" + scalar.text() + "' to rest in",
                SpellingSuggestion.fix(
                    scalar.text(), known, "name one of its states, or [] for none")));
      }
    }
  }

  /** Place of a refused start: a state or data item of the test, or the test itself. */
  private SourceText refusalPlace(TestCase test, String message, @Nullable Object field) {
    String name = field == null ? "" : String.valueOf(field);
    Entry own = test.data().get(name);
    Entry data = own == null ? file.data().get(name) : own;
    if (data != null) {
      return data.key();
    }
    return test.at().stream()
        .filter(state -> message.contains("'" + state + "'"))
        .findFirst()
        .orElse(test.name());
  }

  private static TestFailures steps(TestCase test, ChartSession session, ObservedLines observed) {
    int line = 0;
    for (TestStep step : test.steps()) {
      for (int n = 1; n <= step.repeat(); n++) {
        observed.next();
        line++;
        List<Problem> failures = step(step, line, n, session, observed);
        if (!failures.isEmpty()) {
          return new TestFailures(failures, observed.story());
        }
      }
    }
    return TestFailures.NONE;
  }

  private static List<Problem> step(
      TestStep step, int line, int n, ChartSession session, ObservedLines observed) {
    InputLine input = parse(step, line, n);
    session.play(input);
    if (input instanceof InputLine.Unreadable unreadable && !expectsOutcome(step)) {
      return List.of(unreadable.problem());
    }
    Mapping expect = step.expect();
    return expect == null ? List.of() : compare(expect, n, observed.together(session));
  }

  private static List<Problem> compare(Mapping expect, int n, Map<String, Object> came) {
    ExpectationComparison comparison = new ExpectationComparison(n);
    expect
        .entries()
        .forEach(
            (name, entry) -> {
              boolean asksWhetherDone =
                  name.equals("final") && entry.value().plain() instanceof Boolean;
              if (asksWhetherDone && came.get(name) instanceof Map<?, ?> last) {
                comparison.compare(name, entry.value(), last.get("done"));
              } else if (name.equals("rule") || name.equals("reason")) {
                comparison.compareAny(name, entry.value(), came.get(name));
              } else {
                comparison.compare(name, entry.value(), came.get(name));
              }
            });
    return comparison.problems();
  }

  private static InputLine parse(TestStep step, int line, int n) {
    return InputLines.parse(line, RepeatVariables.map(step.input(), n), key -> place(step, key));
  }

  private static boolean expectsOutcome(TestStep step) {
    return step.expect() != null && step.expect().get("outcome") != null;
  }

  private static Place place(TestStep step, String key) {
    Entry entry = step.input().entries().get(key);
    return entry == null ? step.place() : entry.key().place();
  }

  private Loaded<Interpreter> interpreter(Map<String, SettingDefinition> settings) {
    return interpreters.computeIfAbsent(settings, chart::with);
  }

  private static List<String> at(TestCase test) {
    return test.at().stream().map(SourceText::value).toList();
  }

  private Map<String, @Nullable Object> plain(TestCase test) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    file.data().forEach((name, entry) -> data.put(name, entry.value().plain()));
    test.data().forEach((name, entry) -> data.put(name, entry.value().plain()));
    return data;
  }
}
