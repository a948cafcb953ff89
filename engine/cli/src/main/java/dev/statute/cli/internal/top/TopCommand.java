package dev.statute.cli.internal.top;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.top.TopSource.TopRow;
import dev.statute.expr.DurationFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code statute top}: live view of instances, agents and findings. */
@Command(
    name = "top",
    description = {
      "Shows instances, agents and findings, live in a terminal.",
      "Elsewhere it prints once. Keys: j and k or the arrows select, Enter looks into one, Esc or Backspace goes back, q ends."
    },
    mixinStandardHelpOptions = true)
public final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\u001b[H\u001b[J";
  private static final int LINES_AROUND = 4;

  private final Console console;
  private final TopScreen screen;
  private List<TopRow> rows = List.of();
  private int selected;
  private boolean inside;

  @Parameters(
      arity = "0..1",
      paramLabel = "URL|STORE",
      description =
          "a server, an SQLite file, or postgresql://USER@HOST/DATABASE; default ${DEFAULT-VALUE}")
  private String source = "http://127.0.0.1:8077";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "token for a server that asks for one")
  private @Nullable Path tokenFile;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "time between two looks; default ${DEFAULT-VALUE}")
  private String every = "2s";

  @Option(names = "--once", description = "prints once, also in a terminal")
  private boolean once;

  public TopCommand(Console console) {
    this.console = console;
    screen = new TopScreen(console);
  }

  @Override
  public Integer call() {
    Duration interval = interval();
    boolean isServer = source.startsWith("http://") || source.startsWith("https://");
    try (TopSource opened =
        isServer ? new ServerTopSource(source, tokenFile) : new StoreTopSource(source)) {
      boolean live = !once && Boolean.getBoolean("statute.terminal.out");
      try (TerminalKeys keys = live ? TerminalKeys.open() : null) {
        if (keys == null) {
          screen.list(opened.name(), Instant.now(), opened.rows(), -1, Integer.MAX_VALUE);
        } else {
          show(opened, keys, interval);
        }
      }
    }
    return ExitCode.SUCCESS;
  }

  private Duration interval() {
    Duration time = DurationFormat.parse(every);
    if (time == null || time.isZero() || time.isNegative()) {
      throw new UsageException("--every takes a time such as 2s, not '" + every + "'");
    }
    return time;
  }

  private void show(TopSource opened, TerminalKeys keys, Duration interval) {
    Instant due = Instant.MIN;
    while (true) {
      Instant now = Instant.now();
      String key = keys.next();
      if (key.equals("q")) {
        return;
      }
      handle(key);
      if (!key.isEmpty() || !now.isBefore(due)) {
        due = now.plus(interval);
        draw(opened, now);
      }
    }
  }

  private void handle(String key) {
    switch (key) {
      case "j", "down" -> selected++;
      case "k", "up" -> selected--;
      case "\n", "\r" -> inside = true;
      case "\u001b", "\u007f", "h" -> inside = false;
      default -> {} // no key of the view
    }
  }

  private void draw(TopSource opened, Instant now) {
    String fault = null;
    try {
      rows = opened.rows();
    } catch (RuntimeException e) {
      fault = String.valueOf(e.getMessage()); // what is shown is the last look
    }
    selected = Math.max(0, Math.min(selected, rows.size() - 1));
    int[] size = TerminalKeys.size();
    int room = Math.max(1, size[0] - LINES_AROUND);
    Console.writeControl(console.out(), CLEAR);
    if (inside && !rows.isEmpty()) {
      TopRow row = rows.get(selected);
      screen.one(row, fault == null ? opened.describe(row) : List.of(), room, size[1]);
    } else {
      screen.list(opened.name(), now, rows, selected, room);
    }
    if (fault != null) {
      console.out().println(console.style().error(fault));
    }
    console.out().flush();
  }
}
