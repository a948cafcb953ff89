package dev.statute.drools.internal.type;

import dev.statute.policy.Keys;
import dev.statute.policy.base.Values;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reference of all that rules read, call and insert, as a Markdown page. Words and types come from
 * the allow-list and its classes, meanings from their Javadoc, units and examples from {@code
 * words.tsv}.
 */
final class RuleReference {
  private final PolicyJavadoc docs;
  private final Map<String, WordExample> examples;
  private final StringBuilder page = new StringBuilder();

  RuleReference(PolicyJavadoc docs, Map<String, WordExample> examples) {
    this.docs = docs;
    this.examples = examples;
  }

  /**
   * Unit and example condition of a word.
   *
   * @param unit empty if it has none
   * @param condition inside a pattern of its fact; or whole patterns if it begins with one
   */
  record WordExample(String unit, String condition) {}

  /** Facts by their words: those with the same words share a section. */
  static Collection<List<Class<?>>> sections() {
    Map<String, List<Class<?>>> all = new LinkedHashMap<>();
    for (String name : FactAllowList.factNames()) {
      Class<?> fact = FactAllowList.findFact(name);
      List<Class<?>> section =
          Stream.concat(
                  all.getOrDefault(words(fact).keySet().toString(), List.of()).stream(),
                  Stream.of(fact))
              .toList();
      all.put(words(fact).keySet().toString(), section);
    }
    return all.values();
  }

  /** Words of a fact by name, in alphabetical order. */
  static Map<String, Method> words(Class<?> fact) {
    Map<String, Method> words = new TreeMap<>();
    for (String name : FactAllowList.accessors(fact)) {
      FactAllowList.findMethods(fact, name).stream()
          .filter(method -> isWord(method.getReturnType()))
          .filter(method -> Stream.of(method.getParameterTypes()).allMatch(RuleReference::isPlain))
          .findFirst()
          .ifPresent(method -> words.put(name, method));
    }
    return words;
  }

  private static boolean isPlain(Class<?> type) {
    return type.isPrimitive() || type == String.class;
  }

  private static boolean isWord(Class<?> type) {
    return isPlain(type) || type == List.class || FactAllowList.isEngineType(type);
  }

  String write(Map<String, List<String>> presence) {
    page.append(
        """
        # Rules: reference of words

        <!-- Written by RuleReferenceTest from the code; edit the Javadoc and words.tsv. -->

        All that a rule reads, calls and inserts. [The manual](README.md) explains how to use it. In a pattern a word is \
        written bare (`Transition( event == "Pause" )`); in a consequence, which is Java, with brackets (`$t.event()`).

        | type | values | what it allows |
        |---|---|---|
        | text | `"Pause"` | `== != in matches`, and the [calls](#calls) on texts |
        | whole number, number | `3`, `2.5` | `== != < <= > >= in`, `+ - * /` |
        | true or false | `true` | `== true`, `== false` |
        | list | | `contains`, `not contains`, `memberOf`, and the [calls](#calls) on lists |
        | values | | named values: the words of [Settings](#settings) |

        A word that may be absent is `null` there: test it first (`to != null`). A number that may be absent makes every \
        `>` and `>=` false; test it with `has` before any other comparison.

        ## When a fact is there

        Rules judge transitions (`Deny Permit Redirect Ignore`), guards (`Grant`), records (`Finding`) and fields (`Waive \
        Refuse`). A pattern on a fact that is not there is refused (`R122`).

        | fact | meaning | there when rules judge |
        |---|---|---|
        """);
    for (String name : FactAllowList.factNames()) {
      row(
          "`" + name + "`",
          docs.type(FactAllowList.findFact(name)),
          String.join(", ", presence.get(name)));
    }
    sections().forEach(this::section);
    verdicts();
    calls();
    return page.toString();
  }

  private void section(List<Class<?>> facts) {
    Class<?> fact = facts.get(0);
    page.append("\n## ")
        .append(facts.stream().map(Class::getSimpleName).collect(Collectors.joining(", ")))
        .append("\n\n| word | type | unit | meaning | example |\n|---|---|---|---|---|\n");
    words(fact)
        .forEach(
            (name, method) -> {
              WordExample example = examples.get(fact.getSimpleName() + "." + name);
              row(
                  "`" + name + arguments(fact, method) + "`",
                  type(method.getAnnotatedReturnType()),
                  example == null ? "" : example.unit,
                  docs.member(fact, name),
                  example == null ? "" : "`" + example.condition + "`");
            });
  }

  private String arguments(Class<?> type, Method method) {
    int count = method.getParameterCount();
    return count == 0
        ? ""
        : "(" + String.join(", ", docs.parameters(type, method.getName(), count)) + ")";
  }

  private void verdicts() {
    page.append("\n## Verdicts\n");
    for (String name : FactAllowList.verdictNames()) {
      Class<?> verdict = FactAllowList.findVerdict(name);
      RecordComponent[] parts = verdict.getRecordComponents();
      page.append("\n### ")
          .append(name)
          .append("\n\n`insert( new ")
          .append(name)
          .append(
              Stream.of(parts)
                  .map(RecordComponent::getName)
                  .collect(Collectors.joining(", ", "(", ")")))
          .append(" );` ")
          .append(docs.type(verdict))
          .append("\n\n| parameter | type | meaning |\n|---|---|---|\n");
      for (RecordComponent part : parts) {
        row(
            "`" + part.getName() + "`",
            type(part.getAnnotatedType()),
            docs.member(verdict, part.getName()));
      }
    }
  }

  private void calls() {
    page.append("\n## Calls\n\n| on | calls |\n|---|---|\n");
    row("text", names(FactAllowList.accessors(String.class)));
    row("list", names(FactAllowList.accessors(List.class)));
    row("number that a collection holds", names(FactAllowList.accessors(Double.class)));
    for (Class<?> type :
        List.of(Keys.class, String.class, Math.class, Integer.class, Long.class, Double.class)) {
      row("`" + type.getSimpleName() + "`", names(statics(type)));
    }
    page.append("\n`Keys.unordered(a, b)`: ")
        .append(docs.member(Keys.class, "unordered"))
        .append('\n');
  }

  private static List<String> statics(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .map(Method::getName)
        .filter(name -> FactAllowList.findStaticType(type.getSimpleName()) == type)
        .filter(name -> !FactAllowList.findStaticMethods(type, name).isEmpty())
        .distinct()
        .sorted()
        .toList();
  }

  private static String names(List<String> names) {
    return names.isEmpty() ? "–" : names.stream().collect(Collectors.joining("`, `", "`", "`"));
  }

  private static String type(AnnotatedType annotated) {
    Class<?> raw =
        (Class<?>)
            (annotated.getType() instanceof ParameterizedType generic
                ? generic.getRawType()
                : annotated.getType());
    String word = word(raw, annotated.getType().getTypeName());
    boolean absent = annotated.isAnnotationPresent(Nullable.class);
    return absent ? word + ", may be absent" : word;
  }

  private static String word(Class<?> raw, String name) {
    if (raw == int.class || raw == long.class) {
      return "whole number";
    }
    if (raw == double.class) {
      return "number";
    }
    if (raw == boolean.class) {
      return "true or false";
    }
    if (raw == String.class) {
      return "text";
    }
    if (raw == List.class) {
      return name.contains("String") ? "list of texts" : "list";
    }
    return raw == Values.class ? "values" : raw.getSimpleName();
  }

  private void row(String... cells) {
    page.append(
        Stream.of(cells)
            .map(cell -> cell.isEmpty() ? "–" : cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }
}
