package dev.statute.cli.internal.chart;

import dev.statute.ChartFile;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.check.ChartDiff;
import dev.statute.chart.check.ChartDiff.Change;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonOption;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.drools.RuleDiff;
import dev.statute.json.JsonText;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.ProblemCollector;
import dev.statute.yaml.PackFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "diff",
    description = "Says what differs in meaning between two charts with their rules, or two packs.",
    footer = "Exits 0 if nothing differs, 1 if something does, 2 if a file cannot be compared.",
    mixinStandardHelpOptions = true)
public final class DiffCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "OLD", description = "a chart, a rule file or a folder")
  private @Nullable Path before;

  @Parameters(index = "1", paramLabel = "NEW", description = "what it became")
  private @Nullable Path after;

  @Mixin private JsonOption output = new JsonOption();

  public DiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    boolean json = output.isJson();
    Path old = InputFiles.requireExisting(Objects.requireNonNull(before));
    Path now = InputFiles.requireExisting(Objects.requireNonNull(after));
    ProblemCollector problems = new ProblemCollector();
    List<Change> changes = isRules(old) ? rules(old, now, problems) : charts(old, now, problems);
    ProblemText.printNotices(console, problems.sorted().stream().filter(p -> p.isError()).toList());
    if (problems.hasErrors()) {
      return ExitCode.USAGE;
    }
    if (json) {
      console.printLine(JsonText.write(json(old, now, changes)));
    } else {
      changes.forEach(change -> console.out().println(text(change)));
      console.printNotice(
          changes.isEmpty() ? "no difference" : CountedNoun.of(changes.size(), "difference"));
    }
    return changes.isEmpty() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  private static boolean isRules(Path path) {
    return Files.isDirectory(path) || PackFinder.isRuleFile(path);
  }

  private static List<Change> charts(Path old, Path now, ProblemCollector problems) {
    if (isRules(now)) {
      throw new UsageException("'" + old + "' is a chart and '" + now + "' is not");
    }
    ChartDefinition was = ChartFile.load(InputFiles.requireChart(old)).getOrReport(problems);
    ChartDefinition is = ChartFile.load(InputFiles.requireChart(now)).getOrReport(problems);
    if (was == null || is == null) {
      return List.of();
    }
    List<Change> changes = new ArrayList<>(ChartDiff.of(was, is));
    PackFinder finder = PackFinder.standard();
    List<Pack> before = finder.find(was.policies(), old).getOrReport(problems);
    List<Pack> after = finder.find(is.policies(), now).getOrReport(problems);
    if (before != null && after != null && !(before.isEmpty() && after.isEmpty())) {
      changes.addAll(RuleDiff.of(before, after, problems));
    }
    return changes;
  }

  private static List<Change> rules(Path old, Path now, ProblemCollector problems) {
    if (!isRules(now)) {
      throw new UsageException("'" + old + "' holds rules and '" + now + "' does not");
    }
    PackFinder finder = PackFinder.standard();
    List<Pack> before = finder.addedPacks(old).getOrReport(problems);
    List<Pack> after = finder.addedPacks(now).getOrReport(problems);
    if (before == null || after == null) {
      return List.of();
    }
    List<Pack> comparable = new ArrayList<>();
    for (Pack pack : before) {
      boolean isOnly = before.size() == 1 && after.size() == 1;
      comparable.add(like(after, pack, isOnly ? after.get(0).name() : pack.name()));
    }
    return RuleDiff.of(comparable, after, problems);
  }

  /** Names a pack and its layer so that packs are compared independent of the names of paths. */
  private static Pack like(List<Pack> others, Pack pack, String name) {
    return new Pack(
        name,
        others.isEmpty() ? pack.layer() : others.get(0).layer(),
        pack.description(),
        pack.owner(),
        pack.files(),
        pack.settings(),
        pack.disabled());
  }

  private String text(Change change) {
    return switch (change.kind()) {
      case ADDED -> console.style().success(change.toString());
      case REMOVED -> console.style().error(change.toString());
      case CHANGED -> console.style().warning(change.toString());
    };
  }

  private static Map<String, Object> json(Path old, Path now, List<Change> changes) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("old", old.toString());
    all.put("new", now.toString());
    all.put("changes", changes.stream().map(DiffCommand::json).toList());
    return all;
  }

  private static Map<String, Object> json(Change change) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", change.kind().name().toLowerCase(Locale.ROOT));
    map.put("subject", change.subject());
    map.put("name", change.name());
    map.put("detail", change.detail());
    return map;
  }
}
