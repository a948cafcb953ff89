package dev.statute.logs.hook;

import dev.statute.expr.reading.ReadingExpression;
import dev.statute.logs.hook.HookEvent.Kind;
import dev.statute.logs.internal.VocabularyReader;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlTree;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of the description of a program's hooks, a YAML file. A description runs nothing. */
final class HookDescriptionReader extends VocabularyReader {
  private static final Set<String> KEYS =
      Set.of("program doc event unnamed session transcript let call hooks ignore reply".split(" "));
  private static final Set<String> CALL = Set.of("id tool args agent".split(" "));

  /** Keys of a hook that are no expressions. */
  private static final Set<String> WORDS = Set.of("is", "advised", "reply");

  private static final Set<String> RESULT =
      Set.of("text result error failed ok exit denied took".split(" "));

  private HookDescriptionReader() {}

  static Loaded<HookForm> read(Source source) {
    HookDescriptionReader reader = new HookDescriptionReader();
    YamlTree tree = YamlTree.read(source).getOrReport(reader.problems());
    HookForm form = null;
    if (tree instanceof YamlTree.Mapping map) {
      form = reader.form(map);
    } else if (tree != null) {
      reader.error(tree, "a description of hooks is a map, not " + tree.described());
    }
    return Loaded.of(reader.problems().hasErrors() ? null : form, reader.problems());
  }

  private HookForm form(YamlTree.Mapping map) {
    checkKeys(map, KEYS);
    for (String key : List.of("program", "event", "session", "hooks", "reply")) {
      if (map.get(key) == null) {
        error(map, "a description of hooks has the key '" + key + "'");
      }
    }
    addDefinitions(map.get("let"));
    Map<String, List<ReadingExpression>> call = Map.of();
    if (map.get("call") instanceof YamlTree.Mapping common) {
      checkKeys(common, CALL);
      call = fields(common);
    }
    String reply = word(map, "reply");
    Map<String, HookClause> hooks = new LinkedHashMap<>();
    for (Map.Entry<String, YamlTree> hook : members(map.get("hooks")).entrySet()) {
      hooks.put(hook.getKey(), clause(hook.getValue(), call, reply));
    }
    for (String name : words(map.get("ignore"))) {
      hooks.putIfAbsent(name, new HookClause(Kind.OTHER, Map.of(), false, reply));
    }
    return new HookForm(
        new HookForm.Layout(
            word(map, "program"),
            words(map.get("event")),
            expressions(map.get("unnamed")),
            words(map.get("session")),
            expressions(map.get("transcript"))),
        vocabulary(),
        hooks);
  }

  private HookClause clause(
      YamlTree tree, Map<String, List<ReadingExpression>> call, String reply) {
    if (!(tree instanceof YamlTree.Mapping hook)) {
      error(tree, "a hook is a map with what it 'is', not " + tree.described());
      return new HookClause(Kind.OTHER, Map.of(), false, reply);
    }
    Kind kind = kind(hook.get("is"));
    Map<String, List<ReadingExpression>> fields = new LinkedHashMap<>();
    Set<String> known = new HashSet<>(WORDS);
    switch (kind) {
      case PROPOSAL -> known.addAll(CALL);
      case CALL -> {
        known.addAll(CALL);
        known.addAll(RESULT);
      }
      case MESSAGE -> known.addAll(Set.of("text", "agent"));
      case PROMPT -> known.addAll(Set.of("text", "when"));
      case CONDENSATION, END, OTHER -> {}
    }
    checkKeys(hook, known);
    if (kind == Kind.PROPOSAL || kind == Kind.CALL) {
      fields.putAll(call);
    }
    fields.putAll(fields(hook));
    String own = word(hook, "reply");
    return new HookClause(
        kind,
        Map.copyOf(fields),
        word(hook, "advised").equals("true"),
        own.isEmpty() ? reply : own);
  }

  private Kind kind(@Nullable YamlTree tree) {
    String word = tree instanceof YamlTree.Scalar scalar ? scalar.text() : "";
    return tree == null
        ? Kind.OTHER
        : Arrays.stream(Kind.values())
            .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word))
            .findFirst()
            .orElseGet(
                () -> {
                  error(tree, "a hook is no '" + word + "'");
                  return Kind.OTHER;
                });
  }

  private Map<String, List<ReadingExpression>> fields(YamlTree.Mapping map) {
    Map<String, List<ReadingExpression>> fields = new LinkedHashMap<>();
    members(map)
        .forEach(
            (name, value) -> {
              if (!WORDS.contains(name)) {
                fields.put(name, expressions(value));
              }
            });
    return fields;
  }

  private List<ReadingExpression> expressions(@Nullable YamlTree tree) {
    return list(tree).stream().map(this::expression).filter(Objects::nonNull).toList();
  }
}
