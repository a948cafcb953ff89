package dev.statute.yaml.internal.pack;

import dev.statute.expr.DurationFormat;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.tree.TreeReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of {@code pack.yaml}. */
public final class PackReader {
  private static final List<String> TYPES =
      List.of("bool", "int", "double", "text", "duration", "list", "map");

  /** Keys of charts or other tools, with their counterparts. */
  private static final Map<String, String> ALIASES =
      Map.of(
          "number", "double",
          "float", "double",
          "string", "text",
          "boolean", "bool",
          "integer", "int");

  private static final String EXAMPLE = "{ type: int, default: 3, doc: \"…\" }";

  private final NodeReader shape;

  private PackReader(NodeReader shape) {
    this.shape = shape;
  }

  /** Returns the pack's description as far as it can be read, or null, with problems. */
  static @Nullable PackYaml read(YamlTree tree, ProblemCollector problems) {
    NodeReader shape = new NodeReader(problems);
    Mapping map = shape.map(tree, "pack.yaml", "a map", "description, owner, settings");
    return map == null ? null : new PackReader(shape).pack(map);
  }

  /**
   * Creates a pack with the content of its {@code pack.yaml} and {@code tools.yaml}, if they exist.
   */
  static Pack pack(
      SourceText name,
      Layer layer,
      List<Source> rules,
      @Nullable Source described,
      @Nullable Source tools,
      List<SourceText> disabled,
      ProblemCollector problems) {
    YamlTree tree = described == null ? null : TreeReader.read(described, problems);
    PackYaml about = tree == null ? null : read(tree, problems);
    PackYaml said = about == null ? PackYaml.EMPTY : about;
    return new Pack(
        name.value(),
        layer,
        said.description(),
        said.owner(),
        List.copyOf(rules),
        with(said.settings(), tools, problems),
        List.copyOf(disabled));
  }

  /** Merges settings with those of a catalogue, which has precedence. */
  private static Map<String, SettingDeclaration> with(
      Map<String, SettingDeclaration> settings, @Nullable Source tools, ProblemCollector problems) {
    Map<String, SettingDeclaration> catalogue =
        tools == null ? null : ToolsReader.read(tools, problems);
    if (catalogue == null) {
      return settings;
    }
    Map<String, SettingDeclaration> all = new LinkedHashMap<>(settings);
    all.putAll(catalogue);
    return Collections.unmodifiableMap(all);
  }

  private PackYaml pack(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a pack.yaml", List.of("owner", "settings"));
    return new PackYaml(
        text(keys, "description"),
        text(keys, "owner"),
        keys.maps("settings", "a setting", "limit", EXAMPLE, this::setting));
  }

  private @Nullable SettingDeclaration setting(SourceText name, Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a setting", List.of("type", "default", "doc"));
    keys.require("type", "type: int");
    SourceText word = keys.text("type", "a type", "type: int");
    if (word == null) {
      return null;
    }
    if (!TYPES.contains(word.value())) {
      String near = SpellingSuggestion.nearest(word.value(), TYPES);
      String meant = ALIASES.getOrDefault(word.value(), near == null ? "" : near);
      shape.error(
          "P101",
          word,
          "'" + word + "' is no type of a setting",
          meant.isEmpty()
              ? "types are: " + String.join(", ", TYPES)
              : "did you mean '" + meant + "'?");
      return null;
    }
    YamlTree initial = keys.get("default");
    Object value = initial == null ? null : initial.plain();
    if (initial != null && value != null && !fits(word.value(), value)) {
      shape.error(
          "P102",
          initial.at(),
          "the default of '" + name + "' is " + initial.described() + ", but its type is " + word,
          word.value().equals("duration")
              ? DurationFormat.suggestFix(value)
              : "write a default of that type, or another type");
    }
    return new SettingDeclaration(name, word.value(), value, text(keys, "doc"));
  }

  private static boolean fits(String type, Object value) {
    return switch (type) {
      case "bool" -> value instanceof Boolean;
      case "int" -> value instanceof Long;
      case "double" -> value instanceof Number;
      case "text" -> value instanceof String;
      case "duration" -> value instanceof String text && DurationFormat.parse(text) != null;
      case "list" -> value instanceof List;
      default -> value instanceof Map;
    };
  }

  private static String text(KeyReader keys, String key) {
    SourceText text = keys.text(key, "a text", key + ": \"…\"");
    return text == null ? "" : text.value().strip();
  }
}
