package dev.statute.yaml.internal.chart;

import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.Trigger;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.QuotingChecks;
import dev.statute.yaml.internal.tree.QuoteRepair;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of transitions, under {@code on}, {@code always} and {@code after}, in all short forms.
 */
final class TransitionReader {
  static final List<String> KEYS = List.of("to", "when", "guard", "do", "internal", "reason");
  private static final String EXPECTED = "a transition";
  private static final String EXAMPLE = "a state's name, { to: …, when: … } or a list of such";

  private final NodeReader shape;
  private final ActionReader actions;
  private final ChartLimits counts;

  TransitionReader(NodeReader shape, ActionReader actions, ChartLimits counts) {
    this.shape = shape;
    this.actions = actions;
    this.counts = counts;
  }

  /** Reads the transitions of a state, or of the root. */
  List<TransitionDefinition> of(KeyReader state) {
    List<TransitionDefinition> all = new ArrayList<>();
    YamlTree on = state.get("on");
    if (on != null) {
      readOn(on, all);
    }
    YamlTree always = state.get("always");
    if (always != null) {
      alternatives(always, "always", new TransitionDefinition.Always(), all);
    }
    YamlTree after = state.get("after");
    if (after != null) {
      readAfter(after, all);
    }
    return List.copyOf(all);
  }

  private void readOn(YamlTree tree, List<TransitionDefinition> all) {
    Mapping map =
        shape.map(tree, "on", "a map from events to transitions", "on: { Pause: paused }");
    if (map == null) {
      return;
    }
    SourceText cut = null;
    for (Entry entry : map.entries().values()) {
      SourceText event = entry.key();
      if (KeyReader.isTruncated(entry)) {
        cut = cut == null ? event : cut;
        continue;
      }
      if (cut != null) {
        checkTruncatedEvents(cut, event);
        cut = null;
      }
      Trigger trigger = new TransitionDefinition.OnEvent(NameReader.descriptors(shape, event));
      alternatives(entry.value(), event.value(), trigger, all);
    }
    if (cut != null && !QuotingChecks.reportMissingSpace(shape, cut)) {
      QuotingChecks.reportNull(shape, new Scalar(cut, YamlTree.Style.PLAIN), cut.value(), EXPECTED);
    }
  }

  /** Reports {@code {Cancel, Shutdown: x}}, which YAML reads as Cancel with a null. */
  private void checkTruncatedEvents(SourceText first, SourceText last) {
    if (QuotingChecks.reportMissingSpace(shape, first)) {
      return;
    }
    SourceText meant = QuoteRepair.upTo(first, last);
    shape.error(
        "quote-me",
        meant,
        "YAML reads '" + first + "' as an event with nothing behind it",
        QuoteRepair.fix(meant));
  }

  private void readAfter(YamlTree tree, List<TransitionDefinition> all) {
    Mapping map =
        shape.map(tree, "after", "a map from durations to transitions", "after: { 10m: idle }");
    if (map != null) {
      for (Entry entry : map.entries().values()) {
        Trigger trigger = new TransitionDefinition.After(entry.key());
        alternatives(entry.value(), entry.key().value(), trigger, all);
      }
    }
  }

  private void alternatives(
      YamlTree tree, String key, Trigger trigger, List<TransitionDefinition> all) {
    if (!(tree instanceof Sequence list)) {
      add(readOne(tree, key, trigger), all);
      return;
    }
    List<YamlTree> members = list.members();
    if (members.isEmpty()) {
      shape.wrongKind(tree, key, EXPECTED, EXAMPLE);
    } else if (members.stream().noneMatch(Mapping.class::isInstance)
        && members.stream().allMatch(TransitionReader::isWord)) {
      shape.error(
          "C122",
          tree.at(),
          "a list under '" + key + "' holds alternatives, but none of these has a condition",
          members.size() == 1
              ? "write " + key + ": " + members.get(0).at()
              : "for several states at once write " + key + ": { to: [ … ] }");
    } else {
      members.forEach(member -> add(readOne(member, key, trigger), all));
    }
  }

  private static boolean isWord(YamlTree tree) {
    return tree instanceof Scalar scalar && !scalar.isNull() && !scalar.isBroken();
  }

  private void add(@Nullable TransitionDefinition created, List<TransitionDefinition> all) {
    if (created != null) {
      counts.countTransition(created);
      all.add(created);
    }
  }

  private @Nullable TransitionDefinition readOne(YamlTree tree, String key, Trigger trigger) {
    if (tree instanceof Mapping map) {
      return readFull(KeyReader.of(shape, map, EXPECTED, KEYS), trigger, map);
    }
    if (tree instanceof Scalar scalar && scalar.isNull()) {
      QuotingChecks.reportNull(shape, scalar, key, EXPECTED);
      return null;
    }
    if (tree instanceof Sequence) {
      shape.wrongKind(tree, key, EXPECTED, EXAMPLE);
      return null;
    }
    SourceText target = NameReader.target(shape, tree, key);
    return target == null
        ? null
        : new TransitionDefinition(
            trigger, List.of(target), null, null, List.of(), false, null, tree.place());
  }

  /** Reads a transition in its long form; {@code keys} may be those of a row. */
  TransitionDefinition readFull(KeyReader keys, Trigger trigger, Mapping map) {
    return new TransitionDefinition(
        trigger,
        keys.targets("to"),
        keys.expression("when"),
        guard(keys),
        actions.list(keys, "do"),
        keys.flag("internal"),
        reason(keys),
        map.place());
  }

  @Nullable SourceText guard(KeyReader keys) {
    SourceText name = keys.name("guard", "the name of a permission");
    return name == null || !NameReader.isGuard(shape, name) ? null : name;
  }

  @Nullable SourceText reason(KeyReader keys) {
    return keys.text("reason", "a text", "reason: \"…\"");
  }
}
