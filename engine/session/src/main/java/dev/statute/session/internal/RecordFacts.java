package dev.statute.session.internal;

import dev.statute.policy.Action;
import dev.statute.policy.Budget;
import dev.statute.policy.Cycle;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Message;
import dev.statute.policy.Phase;
import dev.statute.policy.Poll;
import dev.statute.policy.TestRun;
import dev.statute.policy.base.Values;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.TestFile.Given;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Factory of facts that are records, from their fields by name. */
final class RecordFacts {
  private static final Map<String, Class<? extends Record>> TYPES = new LinkedHashMap<>();

  static {
    Stream.of(
            Action.class,
            Failure.class,
            FileChange.class,
            TestRun.class,
            Message.class,
            Phase.class,
            Cycle.class,
            Poll.class,
            Budget.class)
        .forEach(type -> TYPES.put(type.getSimpleName(), type));
  }

  private RecordFacts() {}

  /** Creates the fact; null if its type is unknown or its fields are wrong. */
  static @Nullable Object make(Given fact, ProblemCollector problems) {
    String name = fact.type().value();
    Class<? extends Record> type = TYPES.get(name);
    if (type == null) {
      List<String> known =
          Stream.concat(
                  Stream.of("Transition", "Candidate", "Instance", "Settings", "Progress", "Field"),
                  TYPES.keySet().stream())
              .toList();

      problems.error(
          "T304",
          fact.type(),
          "there is no fact '" + name + "'",
          SpellingSuggestion.fix(name, known, "one of " + String.join(", ", known)));
      return null;
    }
    FactFields given = new FactFields(fact, problems);
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(given, components[i].getName(), types[i]);
    }
    given.nothingElse();
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      String why = e.getCause() == null ? null : e.getCause().getMessage();
      problems.error(
          "T304",
          fact.type(),
          "a " + name + " cannot be made of this" + (why == null ? "" : ": " + why),
          "look at the values of its fields");
      return null;
    }
  }

  private static Object value(FactFields given, String name, Class<?> type) {
    if (type == int.class) {
      return (int) given.number(name, 0);
    }
    if (type == long.class) {
      return given.number(name, 0);
    }
    if (type == boolean.class) {
      return given.flag(name, false);
    }
    if (type == double.class) {
      return given.value(name) instanceof Number number ? number.doubleValue() : 0.0;
    }
    if (type == Values.class) {
      return Values.of(given.map(name));
    }
    if (type == List.class) {
      return given.texts(name, List.of());
    }
    return given.text(name, "");
  }
}
