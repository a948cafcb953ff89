package dev.statute.step.internal.compile;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.internal.rules.Environments;
import dev.statute.chart.internal.rules.Slots;
import dev.statute.expr.Type;
import dev.statute.policy.Settings;
import dev.statute.problem.Problems;
import dev.statute.step.internal.model.Arrow;
import dev.statute.step.internal.model.Field;
import dev.statute.step.internal.model.Model;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.Node;
import dev.statute.step.internal.model.Signals;
import dev.statute.step.internal.model.Wording;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts a model together from the parts that the other classes compile. */
final class Assembly {
  private final ChartDefinition definition;
  private final ChartIndex index;
  private final Problems problems;

  Assembly(ChartDefinition definition, ChartIndex index, Problems problems) {
    this.definition = definition;
    this.index = index;
    this.problems = problems;
  }

  /** Reports states of one id. */
  void names() {
    new Names(definition, index, problems).unique();
  }

  /** Names of the settings that some expression reads, whatever else is wrong with it. */
  Set<String> settings() {
    Phrases phrases = Phrases.reading();
    Environments open = Environments.of(definition, index, Settings.of(Map.of()), Type.DYN);
    model(open, phrases, new Problems());
    return phrases.settings();
  }

  Model compile(Environments environments) {
    return model(environments, Phrases.checking(problems), problems);
  }

  private Model model(Environments environments, Phrases phrases, Problems reported) {
    Names names = new Names(definition, index, reported);
    Map<String, DataDefinition> data = definition.data() == null ? Map.of() : definition.data();
    Changes changes = new Changes(phrases, data);
    Actions actions = new Actions(phrases, changes, names, environments::payload);
    List<Node> nodes =
        new Nodes(definition, index, names, phrases, actions, environments).compile();
    List<NamedTimer> timers =
        new Timers(names, phrases, environments.dynamic()).compile(definition);
    Map<String, Field> fields = fields(phrases, environments);
    return new Model(
        new Model.Parts(
            definition,
            index,
            nodes,
            timers,
            fields,
            new Signals(words(nodes), index.size()),
            Math.max(Slots.FREE + 1, actions.locals()),
            phrases.progress()));
  }

  private Map<String, Field> fields(Phrases phrases, Environments environments) {
    Map<String, Field> fields = new LinkedHashMap<>();
    definition
        .fields()
        .forEach(
            (name, field) -> {
              Wording prompt = phrases.wording(field.prompt(), environments.dynamic());
              fields.put(
                  name,
                  new Field(
                      name,
                      prompt == null ? scope -> "" : prompt,
                      field.required(),
                      phrases.condition(field.check(), environments.fieldCheck()),
                      phrases.wording(field.message(), environments.fieldCheck())));
            });
    return Collections.unmodifiableMap(fields);
  }

  private static List<String> words(List<Node> nodes) {
    List<String> words = new ArrayList<>();
    for (Node node : nodes) {
      for (Arrow arrow : node.on()) {
        words.addAll(arrow.descriptors().words());
      }
      words.addAll(node.defer().words());
    }
    return words;
  }
}
