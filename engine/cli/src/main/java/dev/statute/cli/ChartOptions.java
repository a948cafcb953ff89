package dev.statute.cli;

import dev.statute.ChartLoader;
import dev.statute.drools.RuleListener;
import dev.statute.problem.Text;
import dev.statute.yaml.PackFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What may be put around a chart. */
final class ChartOptions {
  @Option(
      names = "--rules",
      paramLabel = "PATH",
      description = "rules on top of those that the chart names; repeatable")
  private List<Path> rules = List.of();

  @Option(
      names = "--only-rules",
      paramLabel = "PATH",
      description = "rules in place of those that the chart names; repeatable")
  private List<Path> onlyRules = List.of();

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "a setting; repeatable")
  private List<String> settings = List.of();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "settings of rules/profiles/NAME.yaml")
  private @Nullable String profile;

  ChartLoader bench() {
    return with("--rules", List.of());
  }

  /** The same with more rules on top, which an option names. */
  ChartLoader with(String option, List<Path> more) {
    if (!rules.isEmpty() && !onlyRules.isEmpty()) {
      throw new UsageException("--rules adds and --only-rules replaces: give one of them");
    }
    List<Text> all = new ArrayList<>(named("--rules", rules));
    all.addAll(named("--only-rules", onlyRules));
    all.addAll(named(option, more));
    return new ChartLoader(
        PackFinder.standard(),
        List.copyOf(all),
        !onlyRules.isEmpty(),
        profile,
        pairs("--set", settings),
        RuleListener.NONE);
  }

  /** With these rules and settings on top of what a chart says. */
  static ChartLoader bench(
      String rulesOption, List<Path> rules, String settingsOption, List<String> settings) {
    return new ChartLoader(
        PackFinder.standard(),
        named(rulesOption, rules),
        false,
        null,
        pairs(settingsOption, settings),
        RuleListener.NONE);
  }

  private static List<Text> named(String option, List<Path> paths) {
    return paths.stream().map(path -> Text.ofProgram(path.toString(), option)).toList();
  }

  /** The settings of the command line, as text. */
  Map<String, String> settings() {
    return pairs("--set", settings);
  }

  /** {@code key=value} as given, in order; of one key the last counts. */
  static Map<String, String> pairs(String option, List<String> given) {
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
