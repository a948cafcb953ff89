package dev.statute.cli.internal.input;

import dev.statute.ChartLoader;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.json.JsonText;
import dev.statute.problem.SourceText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options with rules and settings for a chart. */
public final class ChartOptions {
  @Option(
      names = "--rules",
      paramLabel = "PATH",
      description =
          "rules on top of those that the chart names; repeatable, each a layer above the one before")
  private List<Path> rules = List.of();

  @Option(
      names = "--only-rules",
      paramLabel = "PATH",
      description =
          "rules in place of those that the chart names; repeatable, each a layer above the one before")
  private List<Path> onlyRules = List.of();

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "a setting; repeatable")
  private List<String> settings = List.of();

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = "settings of rules/profiles/NAME.yaml, or of a YAML file")
  private @Nullable String profile;

  public ChartLoader newLoader() {
    return loaderWith("--rules", List.of());
  }

  /** Creates a loader with additional rules of an option. */
  ChartLoader loaderWith(String option, List<Path> more) {
    if (!rules.isEmpty() && !onlyRules.isEmpty()) {
      throw new UsageException("--rules adds and --only-rules replaces: give one of them");
    }
    ChartLoader loader =
        ChartLoader.standard().profile(profile).settings(parsePairs("--set", settings));
    loader = layers(loader, "--rules", rules);
    loader = onlyRules.isEmpty() ? loader : loader.onlyRules();
    loader = layers(loader, "--only-rules", onlyRules);
    return layers(loader, option, more);
  }

  /** Creates a loader with these rules and settings in addition to those of charts. */
  public static ChartLoader newLoader(
      String rulesOption, List<Path> rules, String settingsOption, List<String> settings) {
    ChartLoader loader = ChartLoader.standard().settings(parsePairs(settingsOption, settings));
    return layers(loader, rulesOption, rules);
  }

  private static ChartLoader layers(ChartLoader loader, String option, List<Path> paths) {
    ChartLoader layered = loader;
    for (Path path : paths) {
      layered = layered.rules(SourceText.synthetic(path.toString(), option));
    }
    return layered;
  }

  /** Returns the rules of the command line. */
  public List<Path> rules() {
    return rules.isEmpty() ? onlyRules : rules;
  }

  /** Settings of the command line, as text. */
  public Map<String, String> settings() {
    return parsePairs("--set", settings);
  }

  /** Parses the value of an option that takes a JSON object. */
  public static Map<String, ?> parseObject(String option, String example, String given) {
    try {
      return JsonText.object(given);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          option
              + " takes a JSON object such as "
              + example
              + ", not '"
              + given
              + "': "
              + e.getMessage());
    }
  }

  /** Parses {@code key=value} pairs, in order; the last value of a key counts. */
  public static Map<String, String> parsePairs(String option, List<String> given) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : given) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new UsageException(option + " takes KEY=VALUE, not '" + pair + "'");
      }
      pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return pairs;
  }
}
