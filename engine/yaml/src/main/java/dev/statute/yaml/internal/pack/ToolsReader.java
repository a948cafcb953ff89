package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of tool catalogues, {@code tools.yaml} beside a pack: the kinds of work of tools and
 * programs, the texts of errors and empty results. Each key becomes a setting that the tracker
 * reads.
 */
public final class ToolsReader {
  private static final List<String> SECTIONS =
      List.of(
          "tools",
          "words",
          "commands",
          "errors",
          "empty",
          "unseen",
          "complaints",
          "answers",
          "answer_words",
          "ignore",
          "ignore_beside_command");
  private static final List<String> TOOL =
      List.of("effect", "by", "cases", "runs", "key", "ignore", "exempt");
  private static final String EXAMPLE = "tools: { my_tool: READ }";

  private final NodeReader shape;
  private final Map<String, SettingDeclaration> settings = new LinkedHashMap<>();

  private ToolsReader(NodeReader shape) {
    this.shape = shape;
  }

  /** Reads a catalogue as settings by name; an unknown kind of work is refused. */
  public static Loaded<Map<String, SettingDeclaration>> load(Source source) {
    ProblemCollector problems = new ProblemCollector();
    return Loaded.of(read(source, problems), problems);
  }

  /** Returns the catalogue as far as it can be read, or null, with problems. */
  static @Nullable Map<String, SettingDeclaration> read(Source source, ProblemCollector problems) {
    NodeReader shape = new NodeReader(problems);
    YamlTree tree = TreeReader.read(source, problems);
    Mapping map = tree == null ? null : shape.map(tree, "tools.yaml", "a map", EXAMPLE);
    return map == null ? null : new ToolsReader(shape).all(map);
  }

  private Map<String, SettingDeclaration> all(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a tools.yaml", SECTIONS);
    put(keys, "tools", "tool_effects", entries(this::tool));
    put(keys, "words", "word_effects", entries(this::effect));
    put(keys, "commands", "command_effects", entries(this::effect));
    put(keys, "errors", "error_classes", entries(this::phrases));
    put(keys, "empty", "empty_results", this::phrases);
    put(keys, "unseen", "unseen_results", this::phrases);
    put(keys, "complaints", "complaints", this::phrases);
    put(keys, "answers", "answer_classes", entries(this::phrases));
    put(keys, "answer_words", "answer_words", this::phrases);
    put(keys, "ignore", "catalogue_ignores", this::arguments);
    put(keys, "ignore_beside_command", "catalogue_ignores_beside_command", this::arguments);
    return Collections.unmodifiableMap(settings);
  }

  /** Returns the setting's name at the place of its section. */
  private static SourceText named(String setting, SourceText section) {
    Place place = section.place();
    Source source = section.source();
    return source == null
        ? SourceText.of(setting, place)
        : SourceText.of(setting, offset -> place, source);
  }

  /** Reader of the value of a key. */
  private interface SectionReader {
    @Nullable Object read(YamlTree tree, String key);
  }

  private void put(KeyReader keys, String section, String setting, SectionReader reader) {
    Object value = keys.read(section, tree -> reader.read(tree, section));
    if (value != null) {
      SourceText name = named(setting, keys.key(section));
      String type = value instanceof Map ? "map" : "list";
      settings.put(setting, new SettingDeclaration(name, type, value, "From a tools.yaml."));
    }
  }

  /** Returns a reader of a map that applies another reader to each entry. */
  private SectionReader entries(SectionReader each) {
    return (tree, key) -> {
      Mapping map = shape.map(tree, key, "a map", EXAMPLE);
      if (map == null) {
        return null;
      }
      Map<String, Object> read = new LinkedHashMap<>();
      for (Entry entry : map.entries().values()) {
        String name = entry.key().value();
        Object value = each.read(entry.value(), name);
        if (value != null) {
          read.put(name, value);
        }
      }
      return Collections.unmodifiableMap(read);
    };
  }

  private @Nullable Object tool(YamlTree tree, String name) {
    if (!(tree instanceof Mapping map)) {
      return effect(tree, name);
    }
    KeyReader keys = KeyReader.of(shape, map, "a tool", TOOL);
    Map<String, Object> tool = new LinkedHashMap<>();
    add(tool, keys, "effect", this::effect);
    add(tool, keys, "by", this::text);
    add(tool, keys, "cases", entries(this::effect));
    add(tool, keys, "runs", this::text);
    add(tool, keys, "key", this::arguments);
    add(tool, keys, "ignore", this::arguments);
    add(tool, keys, "exempt", shape::bool);
    if (keys.has("cases") && !keys.has("by")) {
      shape.error("C121", map.at(), "a tool with cases needs the key 'by'", "add by: command");
    }
    return Collections.unmodifiableMap(tool);
  }

  private static void add(
      Map<String, Object> tool, KeyReader keys, String key, SectionReader section) {
    Object value = keys.read(key, tree -> section.read(tree, key));
    if (value != null) {
      tool.put(key, value);
    }
  }

  private @Nullable String text(YamlTree tree, String key) {
    SourceText text = shape.text(tree, key, "the name of an argument", key + ": command");
    return text == null ? null : text.value();
  }

  private List<String> phrases(YamlTree tree, String key) {
    return texts(tree, key, "[\"not found\"]");
  }

  private List<String> arguments(YamlTree tree, String key) {
    return texts(tree, key, "[explanation]");
  }

  private List<String> texts(YamlTree tree, String key, String example) {
    return shape.texts(tree, key, "texts", example).stream().map(SourceText::value).toList();
  }

  private @Nullable String effect(YamlTree tree, String key) {
    SourceText word = shape.text(tree, "effect", "a kind of work", "READ");
    if (word == null || ProgressTrackerFactory.EFFECTS.contains(word.value())) {
      return word == null ? null : word.value();
    }
    String upper = word.value().toUpperCase(Locale.ROOT);
    shape.error(
        "P103",
        word,
        "'" + word + "' is no kind of work",
        SpellingSuggestion.fix(
            upper,
            ProgressTrackerFactory.EFFECTS,
            "there are: " + String.join(", ", ProgressTrackerFactory.EFFECTS)));
    return null;
  }
}
