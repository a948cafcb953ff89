package dev.statute.logs.internal;

import dev.statute.expr.reading.GroupPattern;
import dev.statute.expr.reading.ReadingExpression;
import dev.statute.logs.internal.FormDescription.Condition;
import dev.statute.logs.internal.FormDescription.Definition;
import dev.statute.logs.internal.FormDescription.DefinitionKind;
import dev.statute.logs.internal.FormDescription.Vocabulary;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of what descriptions of logs and of hooks have in common: names with values, and
 * expressions over them. Confined to one thread.
 */
public abstract class VocabularyReader {
  /** Kinds of definitions that have the name of their source's key. */
  private static final List<DefinitionKind> DERIVED =
      List.of(
          DefinitionKind.JSON,
          DefinitionKind.PARSED,
          DefinitionKind.TEXTS,
          DefinitionKind.ATTRIBUTE);

  /** Keys of a name that is no expression. */
  static final Set<String> DEFINITION_KEYS =
      Set.of("of", "match", "pairs", "json", "parsed", "texts", "attribute", "first");

  private final ProblemCollector problems = new ProblemCollector();
  private final List<String> names = new ArrayList<>(List.of("item"));
  private final List<Definition> definitions = new ArrayList<>();

  /** Loop on which a name depends. */
  private final Map<String, String> loopOf = new LinkedHashMap<>();

  /** Problems so far. */
  protected ProblemCollector problems() {
    return problems;
  }

  protected void error(YamlTree at, String message) {
    error(at.at(), message, "see the manual of logs, or the description of a similar form");
  }

  protected void error(SourceText at, String message, String fix) {
    problems.error("L305", at, message, fix);
  }

  /** Adds a loop, whose name is that of each of its parts. */
  protected void addLoop(String name) {
    loopOf.put(name, name);
    names.add(name);
  }

  /** Adds the names that a map defines, after all loops. */
  protected void addDefinitions(@Nullable YamlTree let) {
    members(let).forEach((name, value) -> definitions.add(definition(name, value)));
  }

  /** Names so far, with their definitions. */
  protected Vocabulary vocabulary() {
    return new Vocabulary(List.copyOf(names), List.copyOf(definitions));
  }

  private Definition definition(String name, YamlTree value) {
    Definition read;
    if (value instanceof YamlTree.Mapping map) {
      checkKeys(map, DEFINITION_KEYS);
      read = derived(map);
    } else {
      read = definition(DefinitionKind.VALUE, List.of(value), null);
    }
    loopOf.put(name, read.loop());
    names.add(name);
    return read;
  }

  private Definition derived(YamlTree.Mapping map) {
    if (map.entries().size() != (map.get("of") == null ? 1 : 2)) {
      error(map, "a name has one value: 'of' with 'match' or 'pairs', or one other key");
      return new Definition("", DefinitionKind.FIRST, List.of(), null);
    }
    for (DefinitionKind kind : DERIVED) {
      YamlTree source = map.get(kind.name().toLowerCase(Locale.ROOT));
      if (source != null) {
        return definition(kind, List.of(source), null);
      }
    }
    if (map.get("first") instanceof YamlTree.Sequence list && !list.members().isEmpty()) {
      return definition(DefinitionKind.FIRST, list.members(), null);
    }
    YamlTree source = map.get("of");
    for (DefinitionKind kind : List.of(DefinitionKind.MATCH, DefinitionKind.PAIRS)) {
      YamlTree text = map.get(kind == DefinitionKind.MATCH ? "match" : "pairs");
      if (text != null && source != null) {
        GroupPattern pattern = pattern(text);
        if (kind == DefinitionKind.PAIRS
            && pattern != null
            && !pattern.groups().containsAll(Set.of("name", "value"))) {
          error(text, "the pattern of pairs has the groups 'name' and 'value'");
        }
        return definition(kind, List.of(source), pattern);
      }
    }
    error(
        map,
        "a name is an expression, or a map with 'of' and 'match' or 'pairs', or with one of 'json',"
            + " 'parsed', 'texts', 'attribute' and 'first'");
    return new Definition("", DefinitionKind.FIRST, List.of(), null);
  }

  /** Reads a pattern; returns null after reporting its mistake. */
  protected @Nullable GroupPattern pattern(YamlTree tree) {
    if (!(tree instanceof YamlTree.Scalar text)) {
      error(tree, "expected a pattern, not " + tree.described());
      return null;
    }
    try {
      return GroupPattern.compile(text.text());
    } catch (IllegalArgumentException e) {
      error(tree, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private Definition definition(
      DefinitionKind kind, List<YamlTree> sources, @Nullable GroupPattern pattern) {
    List<ReadingExpression> compiled = expressions(sources);
    return new Definition(loop(compiled, sources), kind, compiled, pattern);
  }

  /** Returns the loop that expressions read; it is an error if they read several. */
  protected String loop(List<ReadingExpression> expressions, List<YamlTree> at) {
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

  /**
   * Returns the loop of a clause. It is an error if only fields make it one of a loop, through
   * names that read its parts, as the clause would be asked for each part without saying so.
   */
  protected String loop(ReadingExpression when, List<ReadingExpression> fields, YamlTree at) {
    List<ReadingExpression> all = new ArrayList<>(fields);
    all.add(when);
    String loop = loop(all, List.of(at));
    boolean says = all.stream().anyMatch(each -> each.variables().contains(loop));
    if (!loop.isEmpty() && !says && loop(List.of(when), List.of(at)).isEmpty()) {
      String name =
          all.stream()
              .flatMap(each -> each.variables().stream())
              .filter(each -> loop.equals(loopOf.get(each)))
              .findFirst()
              .orElseThrow();
      error(
          at.at(),
          "this clause is asked for each '" + loop + "', as the name '" + name + "' reads it",
          "say so in 'when', as in has(" + loop + "), or read the entry by 'item'");
    }
    return loop;
  }

  protected List<Condition> conditions(@Nullable YamlTree tree) {
    List<Condition> conditions = new ArrayList<>();
    for (YamlTree each : list(tree)) {
      ReadingExpression when = expression(each);
      if (when != null) {
        conditions.add(new Condition(when, loop(List.of(when), List.of(each))));
      }
    }
    return List.copyOf(conditions);
  }

  private List<ReadingExpression> expressions(List<YamlTree> trees) {
    return trees.stream().map(this::expression).filter(Objects::nonNull).toList();
  }

  protected @Nullable ReadingExpression expression(YamlTree tree) {
    if (tree instanceof YamlTree.Scalar scalar) {
      return ReadingExpression.compile(scalar.at(), names, problems);
    }
    error(tree, "expected an expression, not " + tree.described());
    return null;
  }

  protected void checkKeys(YamlTree.Mapping map, Set<String> keys) {
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

  protected Map<String, YamlTree> members(@Nullable YamlTree tree) {
    Map<String, YamlTree> members = new LinkedHashMap<>();
    if (tree instanceof YamlTree.Mapping map) {
      map.entries().forEach((key, entry) -> members.put(key, entry.value()));
    } else if (tree != null) {
      error(tree, "expected a map, not " + tree.described());
    }
    return members;
  }

  protected static List<YamlTree> list(@Nullable YamlTree tree) {
    return tree instanceof YamlTree.Sequence list
        ? list.members()
        : tree == null ? List.of() : List.of(tree);
  }

  protected List<String> words(@Nullable YamlTree tree) {
    return list(tree).stream().map(this::word).toList();
  }

  protected String word(YamlTree.Mapping map, String key) {
    YamlTree tree = map.get(key);
    return tree == null ? "" : word(tree);
  }

  private String word(YamlTree tree) {
    if (tree instanceof YamlTree.Scalar scalar) {
      return scalar.text();
    }
    error(tree, "expected a word, not " + tree.described());
    return "";
  }

  protected static List<String> path(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\\."));
  }
}
