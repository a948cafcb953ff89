package dev.statute.yaml.internal.chart;

import dev.statute.chart.RowDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the table form: rows of {@code transitions}. */
final class TransitionTableReader {
  private static final List<String> KEYS =
      List.of("from", "on", "to", "when", "guard", "do", "internal", "reason");
  private static final String EXAMPLE = "transitions: [ { from: idle, on: Pause, to: paused } ]";

  private final NodeReader shape;
  private final TransitionReader transitions;
  private final ChartLimits counts;

  TransitionTableReader(NodeReader shape, TransitionReader transitions, ChartLimits counts) {
    this.shape = shape;
    this.transitions = transitions;
    this.counts = counts;
  }

  List<RowDefinition> of(@Nullable YamlTree tree) {
    List<RowDefinition> rows = new ArrayList<>();
    if (tree instanceof Sequence list) {
      for (Mapping map : shape.maps(list.members(), "transitions", "rows", EXAMPLE)) {
        RowDefinition row = row(map);
        if (row != null) {
          rows.add(row);
        }
      }
    } else if (tree != null) {
      shape.wrongKind(tree, "transitions", "a list of rows", EXAMPLE);
    }
    return List.copyOf(rows);
  }

  private @Nullable RowDefinition row(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a row of 'transitions'", KEYS);
    keys.require("from", "from: STATE, or from: any");
    if (!keys.has("on")) {
      shape.error(
          "C130",
          map.at(),
          "a row of 'transitions' needs the event that it is for",
          "add on: EVENT; states that may be asked for without an event are listed under"
              + " 'moves'");
    }
    List<SourceText> sources = keys.targets("from");
    List<SourceText> descriptors = keys.descriptors("on");
    TransitionDefinition transition =
        transitions.readFull(keys, new TransitionDefinition.OnEvent(descriptors), map);
    for (int i = 0; i < Math.max(1, sources.size()); i++) {
      counts.countTransition(transition);
    }
    return keys.has("from") && keys.has("on") ? new RowDefinition(sources, transition) : null;
  }
}
