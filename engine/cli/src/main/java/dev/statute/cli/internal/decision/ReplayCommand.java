package dev.statute.cli.internal.decision;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonLinesOption;
import dev.statute.cli.internal.console.TextTable;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputClock;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.input.RecordedFile;
import dev.statute.cli.internal.input.RecordedSession;
import dev.statute.cli.internal.input.SessionFiles;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.json.InputLine;
import dev.statute.json.JsonText;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.VisibleText;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "replay",
    description = {
      "Plays recorded sessions again with changed charts or rules: which decisions differ, and"
          + " why.",
      "A decision log knows what was decided; of other logs that is played, with --against."
    },
    mixinStandardHelpOptions = true)
public final class ReplayCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description = "decision logs, input lines, logs of other agents, or folders of them")
  private List<Path> logs = List.of();

  @Option(names = "--chart", required = true, paramLabel = "CHART", description = "the new chart")
  private @Nullable Path chart;

  @Option(
      names = "--against",
      paramLabel = "CHART",
      description = "the old chart, where a log does not say what was decided")
  private @Nullable Path against;

  @Option(
      names = "--old-rules",
      paramLabel = "PATH",
      description = "rules on top of those that the old chart names; repeatable")
  private List<Path> oldRules = List.of();

  @Option(
      names = "--old-set",
      paramLabel = "KEY=VALUE",
      description = "a setting of the old chart; repeatable")
  private List<String> oldSettings = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "what the logs of others are written in, as for scan; default: told from each")
  private @Nullable String format;

  @Mixin private JsonLinesOption output = new JsonLinesOption();
  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();

  public ReplayCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    boolean json = output.isJson();
    Interpreter now =
        ProblemText.valueOf(
            options.newLoader().open(InputFiles.requireChart(Objects.requireNonNull(chart))),
            console);
    Interpreter old =
        against == null
            ? null
            : ProblemText.valueOf(
                renameOldOptions(
                    ChartOptions.newLoader("--old-rules", oldRules, "--old-set", oldSettings)
                        .open(InputFiles.requireChart(against))),
                console);
    if (now == null || (against != null && old == null)) {
      return ExitCode.FINDINGS;
    }
    ReplayReport report = new ReplayReport(console);
    SessionFiles found = SessionFiles.of(logs, SessionFiles.parseFormat(format));
    String leftOut = found.skippedNote();
    if (leftOut != null) {
      console.printNotice(leftOut);
    }
    found.unread().forEach(console::printNotice);
    if (found.files().isEmpty()) {
      throw new UsageException("there is no recorded session in what you named");
    }
    report.unreadable |= !found.unread().isEmpty();
    for (Path log : found.files()) {
      try {
        DecisionFile decisions = DecisionFile.read(log);
        if (decisions == null) {
          session(log, now, old, report);
        } else {
          replayLog(log, decisions, now, old, report);
        }
      } catch (IOException e) {
        report.unreadable(List.of(RecordedFile.unreadable(log, e)));
      }
    }
    if (report.sessions == 0 && !report.unreadable) {
      throw new UsageException(
          "there is no session of chart '" + now.chart().name() + "' in what you named");
    }
    if (json) {
      report.differences.forEach(each -> console.printLine(each.json()));
      console.printLine(JsonText.write(report.totals()));
    } else {
      report.print();
    }
    return report.isClean() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  }

  /** Moves problems of settings to the option that gave the setting. */
  private static Loaded<Interpreter> renameOldOptions(Loaded<Interpreter> loaded) {
    return new Loaded<>(
        loaded.value(), loaded.problems().stream().map(ReplayCommand::renameOldOptions).toList());
  }

  private static Problem renameOldOptions(Problem problem) {
    Place at = problem.place();
    return !at.file().startsWith("--set ")
        ? problem
        : new Problem(
            problem.severity(),
            problem.code(),
            new Place("--old-" + at.file().substring(2), at.line(), at.column()),
            problem.message(),
            problem.fix(),
            problem.line(),
            problem.width());
  }

  private void session(Path log, Interpreter now, @Nullable Interpreter old, ReplayReport report)
      throws IOException {
    if (old == null) {
      throw new UsageException(
          log + " does not say what was decided: give the old chart with --against CHART");
    }
    RecordedSession.CompleteSession whole =
        RecordedSession.readAll(log, SessionFiles.parseFormat(format));
    report.unreadable(whole.problems());
    List<InputLine> lines = whole.lines();
    Instant began = InputClock.ofLines(lines.isEmpty() ? null : lines.get(0)).start();
    report.add(
        log.toString(),
        ReplayResult.play(old, instance.startOptions(old.chart(), began), lines, false),
        ReplayResult.play(now, instance.startOptions(now.chart(), began), lines, false));
  }

  private void replayLog(
      Path log,
      DecisionFile decisions,
      Interpreter now,
      @Nullable Interpreter old,
      ReplayReport report) {
    report.unreadable(decisions.problems());
    if (!decisions.instancesWithoutStart().isEmpty()) {
      console.printNotice(
          log
              + ": passed over, as their start is not in this log: "
              + String.join(", ", decisions.instancesWithoutStart()));
    }
    if (decisions.dropped() > 0) {
      console.printNotice(
          log
              + ": "
              + CountedNoun.of(decisions.dropped(), "decision")
              + (decisions.dropped() == 1 ? " is" : " are")
              + " missing in this log; what came after may differ");
    }
    decisions.unexplainedGaps().forEach(gap -> console.printNotice(log + ": " + gap));
    report.unreadable |= !decisions.unexplainedGaps().isEmpty();
    Set<String> masked = decisions.collectMasked();
    if (!masked.isEmpty()) {
      console.printNotice(
          log + ": masked: " + String.join(", ", masked) + "; what depends on it may differ");
    }
    int others = 0;
    for (DecisionFile.RecordedInstance recorded : decisions.instances()) {
      if (!recorded.chart().equals(now.chart().name())) {
        others++;
        continue;
      }
      String name =
          decisions.instances().size() == 1
              ? log.toString()
              : log + "#" + recorded.beginning().id();
      ReplayResult after = replay(now, recorded);
      report.add(name, old == null ? ReplayResult.of(recorded) : replay(old, recorded), after);
    }
    if (others > 0) {
      console.printNotice(
          log
              + ": "
              + CountedNoun.of(others, "instance")
              + " of other charts "
              + (others == 1 ? "was" : "were")
              + " passed over");
    }
  }

  private static ReplayResult replay(
      Interpreter interpreter, DecisionFile.RecordedInstance recorded) {
    return ReplayResult.play(
        recorded.restrict(interpreter), recorded.beginning(), recorded.lines(), true);
  }

  /** Results of the comparison so far. */
  private static final class ReplayReport {
    private final Console console;
    private final List<DecisionDifference> differences = new ArrayList<>();
    private int sessions;
    private int decisions;
    private boolean unreadable;

    ReplayReport(Console console) {
      this.console = console;
    }

    void add(String session, ReplayResult before, ReplayResult after) {
      sessions++;
      decisions += before.size();
      differences.addAll(DecisionDifference.between(session, before, after));
    }

    /** Reports unreadable decisions, which were not compared. */
    void unreadable(List<Problem> problems) {
      ProblemText.printNotices(console, problems);
      unreadable |= problems.stream().anyMatch(Problem::isError);
    }

    boolean isClean() {
      return differences.isEmpty() && !unreadable;
    }

    private long consequentialCount() {
      return differences.stream().filter(DecisionDifference::consequential).count();
    }

    Map<String, Object> totals() {
      Map<String, Object> total = new LinkedHashMap<>();
      total.put("sessions", sessions);
      total.put("decisions", decisions);
      total.put("differ", differences.size() - consequentialCount());
      total.put("follow", consequentialCount());
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("total", total);
      return line;
    }

    void print() {
      TextTable table = new TextTable("session", ">line", ">seq", "given", "was", "is", "because");
      for (DecisionDifference each : differences) {
        if (!each.consequential()) {
          table.row(
              List.of(
                  each.session(),
                  Integer.toString(each.line()),
                  each.seq() == null ? "" : each.seq().toString(),
                  each.input(),
                  brief(each.before()),
                  brief(each.after()),
                  VisibleText.oneLine(each.reason(), 90)),
              TextTable.Mark.WARN);
        }
      }
      long differ = differences.size() - consequentialCount();
      if (differ > 0) {
        table.print(console.out(), console.style());
        console.out().println();
      }
      console.out().println(summary(differ));
    }

    private String summary(long differ) {
      String compared =
          CountedNoun.of(sessions, "session") + ", " + CountedNoun.of(decisions, "decision") + ": ";
      if (differ == 0) {
        return compared + "none differs";
      }
      long follow = consequentialCount();
      String more =
          follow == 0
              ? ""
              : ", " + follow + " more follow" + (follow == 1 ? "s" : "") + " from that";
      return compared + differ + (differ == 1 ? " differs" : " differ") + more;
    }

    private static String brief(@Nullable DecisionSummary decided) {
      return decided == null ? "nothing" : decided.brief();
    }
  }
}
