package dev.statute.logs.internal;

import dev.statute.expr.reading.ReadingExpression;
import dev.statute.logs.internal.FormDescription.Clause;
import dev.statute.logs.internal.FormDescription.ClauseKind;
import dev.statute.logs.internal.FormDescription.Condition;
import dev.statute.logs.internal.FormDescription.Container;
import dev.statute.logs.internal.FormDescription.Loop;
import dev.statute.logs.internal.FormDescription.Rows;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
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
import org.jspecify.annotations.Nullable;

/** Reader of the description of a form of logs, a YAML file. A description runs nothing. */
final class DescriptionReader extends VocabularyReader {
  static final Set<String> KEYS =
      Set.of(
          ("form doc refuse container rows entries each let looks once calls results messages"
                  + " pieces compactions rounds ignore copies dialects")
              .split(" "));
  static final Map<String, Set<String>> FIELDS =
      Map.of(
          "calls",
          Set.of("when id tool args except once agent batch thought file command key".split(" ")),
          "results",
          Set.of("when id tool text failed ok exit denied content".split(" ")),
          "messages",
          Set.of("when by text agent key".split(" ")),
          "pieces",
          Set.of("when text args".split(" ")));

  static final Set<String> LOOP_KEYS = Set.of("of", "match");
  static final Set<String> ROW_KEYS = Set.of("table", "key", "order", "parts");

  private final Map<String, Loop> loops = new LinkedHashMap<>();

  private DescriptionReader() {}

  /** Reads a description. */
  static Loaded<FormDescription> read(Source source) {
    DescriptionReader reader = new DescriptionReader();
    YamlTree tree = YamlTree.read(source).getOrReport(reader.problems());
    FormDescription form = null;
    if (tree instanceof YamlTree.Mapping map) {
      form = reader.form(map);
    } else if (tree != null) {
      reader.error(tree, "a description of a form is a map, not " + tree.described());
    }
    return Loaded.of(reader.problems().hasErrors() ? null : form, reader.problems());
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
          loops.put(loop, loop(paths));
          addLoop(loop);
        });
    addDefinitions(map.get("let"));
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
            list(map.get("rows")).stream().map(this::rows).toList(),
            entries.stream()
                .filter(entry -> !entry.equals("jsonl"))
                .map(DescriptionReader::path)
                .toList(),
            Collections.unmodifiableMap(loops),
            hasResults),
        vocabulary(),
        conditions(map.get("looks")),
        clauses,
        new FormDescription.Marks(
            once == null ? null : expression(once),
            conditions(map.get("compactions")),
            conditions(map.get("rounds")),
            conditions(map.get("ignore"))),
        new FormDescription.Texts(
            new LinkedHashSet<>(words(map.get("copies"))), dialects(map.get("dialects"))));
  }

  private boolean isTrue(@Nullable YamlTree tree) {
    String word = tree instanceof YamlTree.Scalar scalar ? scalar.text() : "";
    if (tree != null && !Set.of("true", "false").contains(word)) {
      error(tree, "expected true or false");
    }
    return word.equals("true");
  }

  private Rows rows(YamlTree tree) {
    if (!(tree instanceof YamlTree.Mapping map)
        || word(map, "table").isEmpty()
        || word(map, "key").isEmpty()
        || map.get("order") == null) {
      error(tree, "rows are a map with 'table', 'key', 'order' and perhaps 'parts'");
      return new Rows("", "", List.of(), null);
    }
    checkKeys(map, ROW_KEYS);
    YamlTree parts = map.get("parts");
    return new Rows(
        word(map, "table"),
        word(map, "key"),
        words(map.get("order")),
        parts == null ? null : rows(parts));
  }

  private Loop loop(YamlTree tree) {
    if (tree instanceof YamlTree.Mapping map) {
      checkKeys(map, LOOP_KEYS);
      YamlTree match = map.get("match");
      if (match == null || map.get("of") == null) {
        error(tree, "a loop is a path, a list of paths, or a map with 'of' and 'match'");
      }
      return new Loop(paths(map.get("of")), match == null ? null : pattern(match));
    }
    return new Loop(paths(tree), null);
  }

  private List<List<String>> paths(@Nullable YamlTree tree) {
    return words(tree).stream().map(DescriptionReader::path).toList();
  }

  private Set<String> dialects(@Nullable YamlTree tree) {
    Set<String> known = new LinkedHashSet<>(TextCalls.BUILT_IN);
    known.addAll(DialectCatalogue.names());
    for (YamlTree each : list(tree)) {
      if (!known.contains(each instanceof YamlTree.Scalar name ? name.text() : "")) {
        error(
            each.at(),
            "there is no dialect of calls in texts with this name",
            "use one of " + String.join(", ", known));
      }
    }
    return new LinkedHashSet<>(words(tree));
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
          clauses.add(
              new Clause(
                  new Condition(when, loop(when, List.copyOf(fields.values()), each)),
                  Map.copyOf(fields),
                  Set.copyOf(words(clause.get("except"))),
                  isTrue(clause.get("once"))));
        }
      } else {
        error(each, "a clause of '" + kind + "' is a map with 'when'");
      }
    }
    return List.copyOf(clauses);
  }
}
