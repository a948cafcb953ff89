package dev.statute.logs.internal;

import dev.statute.expr.reading.GroupPattern;
import dev.statute.expr.reading.ReadingExpression;
import dev.statute.logs.internal.FormDescription.Clause;
import dev.statute.logs.internal.FormDescription.ClauseKind;
import dev.statute.logs.internal.FormDescription.Condition;
import dev.statute.logs.internal.FormDescription.Container;
import dev.statute.logs.internal.FormDescription.Definition;
import dev.statute.logs.internal.FormDescription.DefinitionKind;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reader of the description of a form of logs, a YAML file. A description runs nothing. */
final class DescriptionReader {
  private static final Set<String> KEYS =
      Set.of(
          ("form doc refuse container entries each let looks once calls results messages pieces compactions"
                  + " rounds ignore copies dialects")
              .split(" "));
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "calls",
          Set.of("when id tool args except once agent batch thought file command key".split(" ")),
          "results",
          Set.of("when id tool text failed ok exit denied content".split(" ")),
          "messages",
          Set.of("when by text agent key".split(" ")),
          "pieces",
          Set.of("when text args".split(" ")));

  private final ProblemCollector problems = new ProblemCollector();
  private final List<String> names = new ArrayList<>(List.of("item"));
  private final Map<String, List<List<String>>> loops = new LinkedHashMap<>();

  /** Loop on which a name depends. */
  private final Map<String, String> loopOf = new LinkedHashMap<>();

  private DescriptionReader() {}

  /** Reads a description. */
  static Loaded<FormDescription> read(Source source) {
    DescriptionReader reader = new DescriptionReader();
    YamlTree tree = YamlTree.read(source).getOrReport(reader.problems);
    FormDescription form = null;
    if (tree instanceof YamlTree.Mapping map) {
      form = reader.form(map);
    } else if (tree != null) {
      reader.error(tree, "a description of a form is a map, not " + tree.described());
    }
    return Loaded.of(reader.problems.hasErrors() ? null : form, reader.problems);
  }

  private void error(YamlTree at, String message) {
    error(at.at(), message, "see the manual of logs, or the description of a similar form");
  }

  private void error(SourceText at, String message, String fix) {
    problems.error("L305", at, message, fix);
  }

  private FormDescription form(YamlTree.Mapping map) {
    checkKeys(map, KEYS);
    String name = word(map, "form");
    if (name.isEmpty()) {
      error(map, "a description names its form: 'form: NAME'");
    }
    Map<String, YamlTree> each = members(map.get("each"));
    each.forEach(
        (loop, paths) -> {
          loops.put(loop, words(paths).stream().map(DescriptionReader::path).toList());
          loopOf.put(loop, loop);
          names.add(loop);
        });
    List<Definition> definitions = new ArrayList<>();
    members(map.get("let")).forEach((let, value) -> definitions.add(definition(let, value)));
    List<String> entries = words(map.get("entries"));
    boolean hasResults =
        !(map.get("results") instanceof YamlTree.Scalar none) || !none.text().equals("none");
    Map<ClauseKind, List<Clause>> clauses = new EnumMap<>(ClauseKind.class);
    clauses.put(ClauseKind.CALL, clauses(map, "calls"));
    clauses.put(ClauseKind.RESULT, hasResults ? clauses(map, "results") : List.of());
    clauses.put(ClauseKind.MESSAGE, clauses(map, "messages"));
    clauses.put(ClauseKind.PIECE, clauses(map, "pieces"));
    YamlTree once = map.get("once");
    return new FormDescription(
        new FormDescription.Label(name, word(map, "doc"), word(map, "refuse")),
        new FormDescription.Layout(
            container(map.get("container")),
            entries.stream()
                .filter(entry -> !entry.equals("jsonl"))
                .map(DescriptionReader::path)
                .toList(),
            Collections.unmodifiableMap(loops),
            hasResults),
        new FormDescription.Vocabulary(List.copyOf(names), List.copyOf(definitions)),
        conditions(map.get("looks")),
        clauses,
        new FormDescription.Marks(
            once == null ? null : expression(once),
            conditions(map.get("compactions")),
            conditions(map.get("rounds")),
            conditions(map.get("ignore"))),
        new FormDescription.Texts(
            new LinkedHashSet<>(words(map.get("copies"))),
            new LinkedHashSet<>(words(map.get("dialects")))));
  }

  private Container container(@Nullable YamlTree tree) {
    if (tree == null) {
      return Container.JSON;
    }
    String word = tree instanceof YamlTree.Scalar scalar ? scalar.text() : "";
    return Arrays.stream(Container.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseGet(
            () -> {
              error(tree, "there is no container of entries '" + word + "'");
              return Container.JSON;
            });
  }

  private Definition definition(String name, YamlTree value) {
    Definition read;
    if (value instanceof YamlTree.Mapping map) {
      checkKeys(map, Set.of("of", "match", "json", "texts", "first"));
      read = derived(map);
    } else {
      read = definition(DefinitionKind.VALUE, List.of(value), null);
    }
    loopOf.put(name, read.loop());
    names.add(name);
    return read;
  }

  private Definition derived(YamlTree.Mapping map) {
    for (DefinitionKind kind : List.of(DefinitionKind.JSON, DefinitionKind.TEXTS)) {
      YamlTree source = map.get(kind.name().toLowerCase(Locale.ROOT));
      if (source != null) {
        return definition(kind, List.of(source), null);
      }
    }
    if (map.get("first") instanceof YamlTree.Sequence list) {
      return definition(DefinitionKind.FIRST, list.members(), null);
    }
    if (map.get("match") instanceof YamlTree.Scalar match && map.get("of") != null) {
      try {
        return definition(
            DefinitionKind.MATCH,
            List.of(Objects.requireNonNull(map.get("of"))),
            GroupPattern.compile(match.text()));
      } catch (IllegalArgumentException e) {
        error(match, String.valueOf(e.getMessage()));
      }
    } else {
      error(
          map,
          "a name is an expression, or a map with 'of' and 'match', 'json', 'texts' or 'first'");
    }
    return new Definition("", DefinitionKind.FIRST, List.of(), null);
  }

  private Definition definition(
      DefinitionKind kind, List<YamlTree> sources, @Nullable GroupPattern pattern) {
    List<ReadingExpression> compiled = expressions(sources);
    return new Definition(loop(compiled, sources), kind, compiled, pattern);
  }

  /** Returns the loop that expressions read; it is an error if they read several. */
  private String loop(List<ReadingExpression> expressions, List<YamlTree> at) {
    Set<String> read = new LinkedHashSet<>();
    for (ReadingExpression each : expressions) {
      each.variables().forEach(name -> read.add(loopOf.getOrDefault(name, "")));
    }
    read.remove("");
    if (read.size() > 1) {
      error(at.get(0), "one clause uses one loop, and this one uses " + String.join(" and ", read));
    }
    return read.isEmpty() ? "" : read.iterator().next();
  }

  private List<Condition> conditions(@Nullable YamlTree tree) {
    List<Condition> conditions = new ArrayList<>();
    for (YamlTree each : list(tree)) {
      ReadingExpression when = expression(each);
      if (when != null) {
        conditions.add(new Condition(when, loop(List.of(when), List.of(each))));
      }
    }
    return List.copyOf(conditions);
  }

  private List<Clause> clauses(YamlTree.Mapping map, String kind) {
    List<Clause> clauses = new ArrayList<>();
    for (YamlTree each : list(map.get(kind))) {
      if (each instanceof YamlTree.Mapping clause && clause.get("when") != null) {
        checkKeys(clause, Objects.requireNonNull(FIELDS.get(kind)));
        Map<String, ReadingExpression> fields = new LinkedHashMap<>();
        members(clause)
            .forEach(
                (field, value) -> {
                  if (!Set.of("except", "once").contains(field)) {
                    ReadingExpression compiled = expression(value);
                    if (compiled != null) {
                      fields.put(field, compiled);
                    }
                  }
                });
        ReadingExpression when = fields.remove("when");
        if (when != null) {
          List<ReadingExpression> all = new ArrayList<>(fields.values());
          all.add(when);
          clauses.add(
              new Clause(
                  new Condition(when, loop(all, List.of(each))),
                  Map.copyOf(fields),
                  Set.copyOf(words(clause.get("except"))),
                  word(clause, "once").equals("true")));
        }
      } else {
        error(each, "a clause of '" + kind + "' is a map with 'when'");
      }
    }
    return List.copyOf(clauses);
  }

  private List<ReadingExpression> expressions(List<YamlTree> trees) {
    return trees.stream().map(this::expression).filter(Objects::nonNull).toList();
  }

  private @Nullable ReadingExpression expression(YamlTree tree) {
    if (tree instanceof YamlTree.Scalar scalar) {
      return ReadingExpression.compile(scalar.at(), names, problems);
    }
    error(tree, "expected an expression, not " + tree.described());
    return null;
  }

  private void checkKeys(YamlTree.Mapping map, Set<String> keys) {
    map.entries()
        .forEach(
            (key, entry) -> {
              if (!keys.contains(key)) {
                error(
                    entry.key(),
                    "there is no key '" + key + "' here",
                    "use one of " + String.join(", ", keys.stream().sorted().toList()));
              }
            });
  }

  private static Map<String, YamlTree> members(@Nullable YamlTree tree) {
    Map<String, YamlTree> members = new LinkedHashMap<>();
    if (tree instanceof YamlTree.Mapping map) {
      map.entries().forEach((key, entry) -> members.put(key, entry.value()));
    }
    return members;
  }

  private static List<YamlTree> list(@Nullable YamlTree tree) {
    return tree instanceof YamlTree.Sequence list
        ? list.members()
        : tree == null ? List.of() : List.of(tree);
  }

  private static List<String> words(@Nullable YamlTree tree) {
    Function<YamlTree, String> text =
        each -> each instanceof YamlTree.Scalar scalar ? scalar.text() : "";
    return list(tree).stream().map(text).toList();
  }

  private static String word(YamlTree.Mapping map, String key) {
    return map.get(key) instanceof YamlTree.Scalar scalar ? scalar.text() : "";
  }

  private static List<String> path(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\\."));
  }
}
