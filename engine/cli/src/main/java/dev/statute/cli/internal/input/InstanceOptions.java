package dev.statute.cli.internal.input;

import dev.statute.chart.DataDefinition;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.session.StartOptions;
import dev.statute.step.Chart;
import dev.statute.yaml.YamlTree;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a new instance. */
public final class InstanceOptions {
  @Option(
      names = "--data",
      paramLabel = "KEY=VALUE",
      description = "initial data, a YAML value; repeatable")
  private List<String> data = List.of();

  @Option(
      names = "--at",
      paramLabel = "STATE",
      split = ",",
      description = "begins resting in these states")
  private List<String> at = List.of();

  public List<String> at() {
    return at;
  }

  /** Initial data, read by the types that the chart declares. */
  public Map<String, @Nullable Object> data(Chart chart) {
    Map<String, DataDefinition> declared = chart.definition().data();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    ChartOptions.parsePairs("--data", data)
        .forEach(
            (key, text) -> {
              DataDefinition item = declared == null ? null : declared.get(key);
              values.put(key, tree(key, text).plain(item == null ? null : item.type()));
            });
    return values;
  }

  /** Options of an instance with the chart's name as its id. */
  public StartOptions startOptions(Chart chart, Instant when) {
    return StartOptions.of(chart, at, data(chart), when);
  }

  private static YamlTree tree(String key, String text) {
    if (text.isBlank()) {
      throw new UsageException(
          "--data " + key + " has no value; an empty text is written --data '" + key + "=\"\"'");
    }
    Loaded<YamlTree> read = YamlTree.read(new Source("--data " + key, text));
    YamlTree tree = read.value();
    if (tree == null) {
      throw new UsageException("--data " + key + ": " + read.problems().get(0).message());
    }
    return tree;
  }
}
