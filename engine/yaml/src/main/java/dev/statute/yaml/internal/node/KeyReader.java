package dev.statute.yaml.internal.node;

import dev.statute.chart.SettingDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.internal.tree.QuoteRepair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reader of a map with a fixed set of keys; any other key is reported at once. */
public final class KeyReader {
  /** Keys of other engines, with their counterparts. */
  private static final Map<String, String> FOREIGN_KEYS =
      Map.ofEntries(
          Map.entry("target", "to"),
          Map.entry("cond", "when"),
          Map.entry("condition", "when"),
          Map.entry("if", "when"),
          Map.entry("unless", "when"),
          Map.entry("actions", "do"),
          Map.entry("action", "do"),
          Map.entry("then", "do"),
          Map.entry("onentry", "entry"),
          Map.entry("on_entry", "entry"),
          Map.entry("onexit", "exit"),
          Map.entry("on_exit", "exit"),
          Map.entry("transition", "on"),
          Map.entry("context", "data"),
          Map.entry("id", "chart"),
          Map.entry("name", "chart"),
          Map.entry("event", "on"),
          Map.entry("payload", "data"),
          Map.entry("delay", "after"),
          Map.entry("src", "task"),
          Map.entry("params", "with"),
          Map.entry("args", "with"));

  /** Keys that are allowed in every map, without effect. */
  public static final List<String> DOCUMENTATION_KEYS = List.of("note", "description");

  private final NodeReader shape;
  private final Mapping map;
  private final String what;

  private KeyReader(NodeReader shape, Mapping map, String what) {
    this.shape = shape;
    this.map = map;
    this.what = what;
  }

  /**
   * Creates a reader of {@code map} as {@code what} ("a transition") with the keys of {@code
   * allowed}; {@code note} and {@code description} are always allowed.
   */
  public static KeyReader of(NodeReader shape, Mapping map, String what, List<String> allowed) {
    Entry previous = null;
    boolean cut = false;
    for (Entry entry : map.entries().values()) {
      String key = entry.key().value();
      if (DOCUMENTATION_KEYS.contains(key)) {
        shape.text(entry.value(), key, "a text", key + ": \"…\"");
      } else if (!allowed.contains(key)) {
        if (isTruncated(entry)) {
          if (!cut && !QuotingChecks.reportMissingSpace(shape, entry.key())) {
            QuotingChecks.report(shape, previous == null ? entry.key() : previous.value().at());
          }
          cut = true;
          continue;
        }
        unknown(shape, entry.key(), what, allowed);
      }
      cut = false;
      previous = entry;
    }
    return new KeyReader(shape, map, what);
  }

  /** Returns whether a key is the rest of a text cut by a comma: {@code { when: f(a, b), … }}. */
  public static boolean isTruncated(Entry entry) {
    return entry.value() instanceof Scalar scalar
        && scalar.isMissing()
        && QuoteRepair.isTruncated(entry.key());
  }

  private static void unknown(NodeReader shape, SourceText key, String what, List<String> allowed) {
    List<String> all = new ArrayList<>(allowed);
    all.addAll(DOCUMENTATION_KEYS);
    String meant = FOREIGN_KEYS.get(key.value());
    if (meant == null || !allowed.contains(meant)) {
      meant = SpellingSuggestion.nearest(key.value(), all);
    }
    shape.error(
        "C120",
        key,
        what + " has no key '" + key + "'",
        meant == null
            ? "its keys are: " + String.join(", ", all)
            : "did you mean '" + meant + "'?");
  }

  public @Nullable YamlTree get(String key) {
    return map.get(key);
  }

  /** Returns the entries with one of these keys, in document order. */
  public List<Entry> known(List<String> names) {
    return map.entries().values().stream()
        .filter(entry -> names.contains(entry.key().value()))
        .toList();
  }

  public boolean has(String key) {
    return map.entries().containsKey(key);
  }

  /** Returns the key's own text; the map must contain it. */
  public SourceText key(String key) {
    Entry entry = map.entries().get(key);
    return entry == null ? map.at() : entry.key();
  }

  /** Reports a required key that is absent. */
  public void require(String key, String example) {
    if (!has(key)) {
      shape.error("C121", map.at(), what + " needs the key '" + key + "'", "add " + example);
    }
  }

  /** Reports two keys that exclude each other, if that {@code matters}. */
  public void rejectBoth(String one, String other, String fix, boolean matters) {
    if (matters && has(one) && has(other)) {
      shape.error("C127", key(other), "'" + other + "' cannot stand beside '" + one + "'", fix);
    }
  }

  /** Applies a reader to the value of a key; null if the key is absent. */
  public <T> @Nullable T read(String key, Function<YamlTree, @Nullable T> reader) {
    YamlTree tree = get(key);
    return tree == null ? null : reader.apply(tree);
  }

  /** Returns the members of a list, or a single value; none if the key is absent. */
  public List<YamlTree> members(String key) {
    YamlTree tree = get(key);
    return tree == null ? List.of() : shape.oneOrMore(tree);
  }

  /** Returns a map, see {@link NodeReader#map}. */
  public @Nullable Mapping map(String key, String wanted, String example) {
    return read(key, tree -> shape.map(tree, key, wanted, example));
  }

  /**
   * Returns what a reader makes of each map under a key, by name; none if the key is absent.
   *
   * @param member description of one map
   * @param example one map, for the fix, under {@code name}
   */
  public <T> Map<String, T> maps(
      String key,
      String member,
      String name,
      String example,
      BiFunction<SourceText, Mapping, @Nullable T> reader) {
    Map<String, T> all = new LinkedHashMap<>();
    Mapping map = map(key, "a map of " + key, key + ": { " + name + ": " + example + " }");
    for (Entry entry : map == null ? List.<Entry>of() : map.entries().values()) {
      String called = entry.key().value();
      Mapping inner = shape.map(entry.value(), called, member, called + ": " + example);
      T made = inner == null ? null : reader.apply(entry.key(), inner);
      if (made != null) {
        all.put(called, made);
      }
    }
    return Collections.unmodifiableMap(all);
  }

  /** Returns a text, see {@link NodeReader#text}. */
  public @Nullable SourceText text(String key, String wanted, String example) {
    return read(key, tree -> shape.text(tree, key, wanted, example));
  }

  /** Returns texts, given as one or as a list; none if the key is absent. */
  public List<SourceText> texts(String key, String wanted, String example) {
    YamlTree tree = get(key);
    return tree == null ? List.of() : shape.texts(tree, key, wanted, example);
  }

  /** Returns a bool, see {@link NodeReader#bool}; false if the key is absent. */
  public boolean flag(String key) {
    YamlTree tree = get(key);
    return tree != null && shape.bool(tree, key);
  }

  /** Returns one word, see {@link NameReader#name}. */
  public @Nullable SourceText name(String key, String wanted) {
    return read(key, tree -> NameReader.name(shape, tree, key, wanted));
  }

  /** Returns the names of states, see {@link NameReader#targets}; none if the key is absent. */
  public List<SourceText> targets(String key) {
    YamlTree tree = get(key);
    return tree == null ? List.of() : NameReader.targets(shape, tree, key);
  }

  /** Returns descriptors of events, see {@link NameReader#descriptorList}. */
  public List<SourceText> descriptors(String key) {
    YamlTree tree = get(key);
    return tree == null ? List.of() : NameReader.descriptorList(shape, tree, key);
  }

  /** Returns an expression as text, see {@link QuotingChecks#expression}. */
  public @Nullable SourceText expression(String key) {
    return read(key, tree -> QuotingChecks.expression(shape, tree, key));
  }

  /** Returns expressions, given as one or as a list; none if the key is absent. */
  public List<SourceText> expressions(String key) {
    return members(key).stream()
        .map(member -> QuotingChecks.expression(shape, member, key))
        .filter(Objects::nonNull)
        .toList();
  }

  /** Returns a computed value, see {@link ValueReader#value}. */
  public @Nullable ValueDefinition value(String key) {
    return read(key, tree -> ValueReader.value(shape, tree, key));
  }

  /** Returns settings, see {@link ValueReader#settings}; none if the key is absent. */
  public Map<String, SettingDefinition> settings(String key) {
    YamlTree tree = get(key);
    return tree == null ? Map.of() : ValueReader.settings(shape, tree, key);
  }
}
