package dev.statute.session.internal;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.TestFile.Given;
import dev.statute.yaml.YamlTree;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fields of a given fact, each with its default value. */
final class FactFields {
  private final @Nullable Given fact;
  private final @Nullable ProblemCollector problems;
  private final Map<String, @Nullable Object> values;
  private final Set<String> known = new LinkedHashSet<>();

  FactFields(Given fact, ProblemCollector problems) {
    this.fact = fact;
    this.problems = problems;
    this.values = RepeatVariables.map(fact.fields(), 1);
  }

  FactFields(Map<String, @Nullable Object> values) {
    this.fact = null;
    this.problems = null;
    this.values = values;
  }

  @Nullable Object value(String name) {
    known.add(name);
    return values.get(name);
  }

  String text(String name, String otherwise) {
    return Objects.requireNonNullElse(textOrNull(name), otherwise);
  }

  @Nullable String textOrNull(String name) {
    Object value = value(name);
    return value == null ? null : String.valueOf(value);
  }

  boolean flag(String name, boolean otherwise) {
    Object value = value(name);
    if (value != null && !(value instanceof Boolean)) {
      misfit(name, "true or false");
    }
    return value instanceof Boolean flag ? flag : otherwise;
  }

  long number(String name, long otherwise) {
    Object value = value(name);
    if (value != null && !(value instanceof Number)) {
      misfit(name, "a number");
    }
    return value instanceof Number number ? number.longValue() : otherwise;
  }

  private void misfit(String name, String wanted) {
    YamlTree given = fact == null ? null : fact.fields().get(name);
    if (given != null && problems != null) {
      problems.error(
          "T304",
          given.at(),
          "'" + name + "' is " + wanted + ", but this is " + given.described(),
          "write " + wanted);
    }
  }

  List<String> texts(String name, List<String> otherwise) {
    Object value = value(name);
    if (value instanceof List<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    return value == null ? otherwise : List.of(String.valueOf(value));
  }

  @SuppressWarnings("unchecked") // keys of YAML are texts
  Map<String, @Nullable Object> map(String name) {
    Object value = value(name);
    if (value != null && !(value instanceof Map)) {
      misfit(name, "a map");
    }
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
  }

  /** Reports every field that was not read. */
  void nothingElse() {
    if (fact == null || problems == null) {
      return;
    }
    fact.fields()
        .entries()
        .forEach(
            (name, entry) -> {
              if (!known.contains(name)) {

                problems.error(
                    "T304",
                    entry.key(),
                    "a " + fact.type() + " has no field '" + name + "'",
                    SpellingSuggestion.fix(
                        name, known, "its fields are " + String.join(", ", known)));
              }
            });
  }
}
