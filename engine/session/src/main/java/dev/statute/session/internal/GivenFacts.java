package dev.statute.session.internal;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.StateDefinition;
import dev.statute.chart.check.EffectiveSettings;
import dev.statute.policy.Candidate;
import dev.statute.policy.Instance;
import dev.statute.policy.Limits;
import dev.statute.policy.Progress;
import dev.statute.policy.Proposal;
import dev.statute.policy.Settings;
import dev.statute.policy.Transition;
import dev.statute.policy.base.Counter;
import dev.statute.policy.base.NewestAction;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.Given;
import dev.statute.yaml.TestFile.TestCase;
import dev.statute.yaml.YamlTree.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Question with the facts that a test gives. Omitted fields are empty, 0 or false; a transition has
 * its {@code from} as source, its {@code to} as target, and is listed.
 */
final class GivenFacts {
  private static final List<String> PROPOSALS = List.of("Transition", "Candidate");
  private static final String INSTANCE = "Instance";
  private static final String PROGRESS = "Progress";
  private static final String SETTINGS = "Settings";

  private static final List<String> INSTANCE_FIELDS =
      List.of(
          "id",
          "chart",
          "version",
          "configuration",
          "data",
          "age",
          "epoch",
          "turn",
          "fields",
          "now");

  /** Words of {@code Progress} about the latest action. */
  private static final List<String> NEWEST =
      List.of("tool", "file", "effect", "action", "result", "error", "errorClass");

  /** Field that may be waived or refused; no fact of its own. */
  private static final String FIELD = "Field";

  private final ProblemCollector problems;
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<Transition> transitions = new ArrayList<>();
  private final List<Object> observed = new ArrayList<>();
  private final List<String> fields = new ArrayList<>();
  private final Map<String, SettingDefinition> set;
  private @Nullable Map<String, @Nullable Object> instance;
  private Progress progress = Progress.NONE;
  private boolean isRecord;
  private Settings settings = Settings.of(Map.of());

  private GivenFacts(Map<String, SettingDefinition> set, ProblemCollector problems) {
    this.set = set;
    this.problems = problems;
  }

  static GivenFacts of(
      TestCase test, TestFile file, List<Pack> packs, Policy policy, ProblemCollector problems) {
    GivenFacts facts = new GivenFacts(file.settings(test), problems);
    facts.prepare(test.given());
    facts.settings = facts.settle(packs, policy);
    test.given().forEach(facts::add);
    return facts;
  }

  Question question() {
    Observation observation = isRecord ? new Facts(progress, List.copyOf(observed)) : null;
    return new Question(instance(Map.of()), settings, candidates, transitions, observation, fields);
  }

  /** Record facts of a test as an observation. */
  private record Facts(Progress progress, List<Object> all) implements Observation {
    @Override
    public List<Object> facts(Predicate<Class<?>> wanted) {
      return all.stream().filter(fact -> wanted.test(fact.getClass())).toList();
    }
  }

  /** Creates the facts that transitions refer to first. */
  private void prepare(List<Given> given) {
    for (Given fact : given) {
      switch (fact.type().value()) {
        case INSTANCE -> {
          only(fact, INSTANCE_FIELDS);
          instance = RepeatVariables.map(fact.fields(), 1);
        }
        case FIELD -> only(fact, List.of("id"));
        case PROGRESS -> counters(fact);
        case SETTINGS ->
            fact.fields()
                .entries()
                .forEach(
                    (name, entry) ->
                        set.put(name, new SettingDefinition(entry.key(), entry.value().plain())));
        default -> {}
      }
    }
  }

  private void only(Given fact, List<String> known) {
    for (Entry entry : fact.fields().entries().values()) {
      if (!known.contains(entry.key().value())) {
        unknown(entry.key(), fact.type() + " field", known);
      }
    }
  }

  private void counters(Given fact) {
    Map<String, Number> numbers = new LinkedHashMap<>();
    Map<String, String> words = new LinkedHashMap<>();
    fact.fields()
        .entries()
        .forEach(
            (name, entry) -> {
              Object value = entry.value().plain();
              if (NEWEST.contains(name)) {
                words.put(name, String.valueOf(value));
              } else if (!Counter.names().contains(name)) {
                List<String> known = new ArrayList<>(Counter.names());
                known.addAll(NEWEST);
                unknown(entry.key(), "counter", known);
              } else if (value instanceof Number number) {
                numbers.put(name, number);
              } else {
                problems.error(
                    "T304",
                    entry.value().at(),
                    "counter '" + name + "' is a number",
                    "write a number");
              }
            });
    progress =
        Progress.of(
            numbers,
            new NewestAction(
                words.getOrDefault("tool", ""),
                words.getOrDefault("file", ""),
                words.getOrDefault("effect", ""),
                words.getOrDefault("action", ""),
                words.getOrDefault("result", ""),
                words.getOrDefault("error", ""),
                words.getOrDefault("errorClass", "")));
  }

  private Settings settle(List<Pack> packs, Policy policy) {
    return EffectiveSettings.resolve(
        new EffectiveSettings.Sources(
            noChart(), packs, set, Map.of(), policy.settingNames(), Set.of()),
        problems);
  }

  private void add(Given fact) {
    String type = fact.type().value();
    if (PROPOSALS.contains(type)) {
      Proposal.Description description = proposal(fact);
      if (type.equals("Candidate")) {
        candidates.add(new Candidate(description));
      } else {
        transitions.add(new Transition(description));
      }
    } else if (type.equals(FIELD)) {
      fields.add(String.valueOf(RepeatVariables.map(fact.fields(), 1).get("id")));
    } else if (type.equals(PROGRESS)) {
      isRecord = true;
      observed.add(progress);
      observed.add(Limits.of(settings));
    } else if (!type.equals(INSTANCE) && !type.equals(SETTINGS)) {
      isRecord = true;
      Object made = RecordFacts.make(fact, problems);
      if (made != null) {
        observed.add(made);
      }
    }
  }

  private Proposal.Description proposal(Given fact) {
    FactFields given = new FactFields(fact, problems);
    String from = given.text("from", "");
    String to = given.textOrNull("to");
    List<String> targets = given.texts("targets", to == null ? List.of() : List.of(to));
    String event = given.text("event", "");
    String kind = given.text("kind", event.isEmpty() ? "move" : "event");
    Instance one = instance(given.map("instance"));
    List<String> leaves = given.texts("leaves", List.of(from));
    List<String> enters = given.texts("enters", targets);
    Progress counters = progress;
    Proposal.Description description =
        new Proposal.Description(
            given.text("chart", one.chart()),
            from,
            to,
            targets,
            given.text("source", from),
            event,
            kind,
            given.flag("listed", true),
            given.text("guard", ""),
            given.texts("tags", List.of()),
            Values.of(given.map("payload")),
            one,
            () -> counters,
            settings,
            leaves::contains,
            enters::contains);
    given.nothingElse();
    return description;
  }

  private Instance instance(Map<String, ?> inline) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (instance != null) {
      all.putAll(instance);
    }
    all.putAll(inline);
    FactFields given = new FactFields(all);
    return new Instance(
        given.text("id", "test"),
        given.text("chart", ""),
        (int) given.number("version", 1),
        given.texts("configuration", List.of()),
        Values.of(given.map("data")),
        given.number("age", 0),
        given.number("epoch", 0),
        given.text("turn", ""),
        Values.of(given.map("fields")),
        given.number("now", 0));
  }

  private void unknown(SourceText name, String kind, List<String> known) {

    problems.error(
        "T304",
        name,
        "there is no " + kind + " '" + name + "'",
        SpellingSuggestion.fix(name.value(), known, "one of " + String.join(", ", known)));
  }

  private static ChartDefinition noChart() {
    SourceText name = SourceText.synthetic("test", "test");
    StateDefinition root =
        new StateDefinition(
            name,
            StateDefinition.Kind.ATOMIC,
            List.of(),
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of(),
            List.of(),
            List.of(),
            name.place());
    return new ChartDefinition(
        name,
        1,
        List.of(),
        Map.of(),
        null,
        null,
        root,
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        ChartDefinition.Unhandled.IGNORE,
        ChartDefinition.OnError.ROLLBACK,
        List.of(),
        null,
        null);
  }
}
