package dev.statute.cli.internal.follow;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.cli.internal.scan.ScanTable;
import dev.statute.json.JsonText;
import dev.statute.policy.Finding;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.session.SessionTimeline.LoopCost;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Output of findings as they come: text or JSON lines, and a command for each. */
final class FindingOutput {
  private final Console console;
  private final boolean isJson;
  private final @Nullable FindingCommand command;

  FindingOutput(Console console, boolean isJson, @Nullable FindingCommand command) {
    this.console = console;
    this.isJson = isJson;
    this.command = command;
  }

  /** Prints a finding and runs the command. */
  void print(String log, int line, Instant at, ReportedFinding found, LoopCost spent) {
    String json = json(log, line, at, found, spent);
    if (isJson) {
      console.printLine(json);
    } else {
      printText(log, line, found);
    }
    console.out().flush();
    if (command != null) {
      command.run(json, environment(log, line, found));
    }
  }

  /** Tests if findings reach neither a reader of the output nor a command. */
  boolean isClosed() {
    return command == null && console.out().checkError();
  }

  private void printText(String log, int line, ReportedFinding found) {
    Finding finding = found.finding();
    TerminalStyle style = console.style();
    console
        .out()
        .println(
            "%s:%s  %s %s ×%s: %s"
                .formatted(
                    log,
                    line,
                    ScanTable.mark(style, finding.level()),
                    finding.pattern(),
                    finding.count(),
                    finding.reason()));
    String place = found.place() == null ? "" : "  " + found.place();
    console.out().println("    " + style.dim("by " + found.rule() + place));
  }

  private static String json(
      String log, int line, Instant at, ReportedFinding found, LoopCost spent) {
    Finding finding = found.finding();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("finding", finding.pattern());
    all.put("level", finding.level());
    all.put("log", log);
    all.put("line", (long) line);
    all.put("at", at.toString());
    all.put("count", (long) finding.count());
    all.put("reason", finding.reason());
    all.put("identity", finding.identity());
    all.put("rule", found.rule());
    if (found.place() != null) {
      all.put("place", found.place().toString());
    }
    all.put("spent", spent.amounts());
    return JsonText.write(all);
  }

  private static Map<String, String> environment(String log, int line, ReportedFinding found) {
    Finding finding = found.finding();
    return Map.of(
        "STATUTE_LOG", log,
        "STATUTE_LINE", Integer.toString(line),
        "STATUTE_PATTERN", finding.pattern(),
        "STATUTE_LEVEL", finding.level(),
        "STATUTE_COUNT", Integer.toString(finding.count()),
        "STATUTE_REASON", finding.reason(),
        "STATUTE_RULE", found.rule());
  }
}
