package dev.statute.cli.internal.serve;

import dev.statute.ReloadResult;
import dev.statute.Statute;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.ShippedCharts;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.expr.DurationFormat;
import dev.statute.problem.Loaded;
import dev.statute.runtime.Clock;
import dev.statute.server.ServerSettings;
import dev.statute.server.StatuteServer;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "serve",
    description = {
      "Serves instances by HTTP: routes, event streams and an inspector.",
      "Without CHARTS it serves the shipped ones. Ends with Ctrl-C."
    },
    mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {
  private static final Duration RELOAD_INTERVAL = Duration.ofSeconds(1);

  private final Console console;
  private final CountDownLatch stopSignal = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  @Parameters(arity = "0..*", paramLabel = "CHARTS", description = "chart files and folders")
  private List<Path> charts = List.of();

  @Option(
      names = "--store",
      paramLabel = "FILE_OR_URL",
      description =
          "an SQLite file, postgresql://USER@HOST/DATABASE, or 'memory'; default: a file in"
              + " $XDG_STATE_HOME/statute, or ~/.local/state/statute")
  private @Nullable String store;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "address to listen on; default ${DEFAULT-VALUE}")
  private String host = ServerSettings.DEFAULT.host();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "port to listen on, 0 for any free one; default ${DEFAULT-VALUE}")
  private int port = ServerSettings.DEFAULT.port();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "tokens, one per line, each after its role: read, act or admin")
  private @Nullable Path tokenFile;

  @Option(
      names = "--origin",
      paramLabel = "URL",
      description = "origin whose pages may call the server; repeatable")
  private List<URI> origins = List.of();

  @Option(
      names = "--max-body",
      paramLabel = "BYTES",
      description = "longest body of a request, except of hooks; default ${DEFAULT-VALUE}")
  private int maxBody = ServerSettings.DEFAULT.maxBody();

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description =
          "time after the last heartbeat of this server after which others take its instances"
              + " over; default ${DEFAULT-VALUE}")
  private String lease = "120s";

  @Option(
      names = "--reload",
      description =
          "loads charts and rules again when a file changes; a broken file changes nothing")
  private boolean reload;

  @Option(
      names = "--playground",
      description =
          "has the playground, which runs rules from the network, also where HOST is no loopback"
              + " address")
  private boolean playground;

  @Mixin private ChartOptions options = new ChartOptions();

  public ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new UsageException("--port takes a number from 0 to 65535, not " + port);
    }
    if (maxBody < 1) {
      throw new UsageException("--max-body takes a number of at least 1, not " + maxBody);
    }
    charts.forEach(InputFiles::requireExisting);
    ServerSettings settings =
        ServerSettings.DEFAULT
            .listen(host, port)
            .tokens(TokenFile.read(tokenFile))
            .origins(origins.stream().map(ServeCommand::requireOrigin).toList())
            .maxBody(maxBody)
            .playground(playground)
            .lease(leaseTime());
    try (Statute statute = ProblemText.valueOf(load(), console)) {
      if (statute == null) {
        return ExitCode.FINDINGS;
      }
      serve(statute.onReload(this::printReload), settings);
    }
    return ExitCode.SUCCESS;
  }

  private static URI requireOrigin(URI origin) {
    if (origin.getScheme() == null || origin.getRawAuthority() == null) {
      throw new UsageException(
          "--origin takes an address such as https://board.example, not '" + origin + "'");
    }
    return origin;
  }

  private Duration leaseTime() {
    Duration time = DurationFormat.parse(lease);
    if (time == null || time.isNegative() || time.isZero()) {
      throw new UsageException("--lease takes a time such as 120s, not '" + lease + "'");
    }
    return time;
  }

  private Loaded<Statute> load() {
    return charts.isEmpty()
        ? ShippedCharts.load(options.newLoader())
        : options.newLoader().tryLoad(charts.toArray(Path[]::new));
  }

  private void serve(Statute statute, ServerSettings settings) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    try (ServerStore opened = ServerStore.open(store);
        StatuteServer server = start(statute, settings, opened)) {
      if (reload) {
        statute.watch(RELOAD_INTERVAL);
      }
      console.out().println("statute: listening on " + server.uri());
      console.out().flush();
      console.printNotice("statute: instances are kept in " + opened.place());
      stopSignal.await();
      console.printNotice("statute: stopping");
    } finally {
      closed.countDown();
    }
  }

  private static StatuteServer start(Statute statute, ServerSettings settings, ServerStore opened) {
    try {
      return StatuteServer.start(
          statute,
          settings.journal(opened.journal()),
          opened::addTo,
          opened.turns(),
          Clock.system());
    } catch (StoreException e) {
      if (e.code().equals("worker-exists")) {
        throw new UsageException(
            "the store is served by another server already; stop that one, or give another --store"
                + " ("
                + e.getMessage()
                + ")");
      }
      throw e;
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UsageException(unusable(settings, e));
    }
  }

  /** Returns why the address cannot be listened on; Jetty reports a taken port as the cause. */
  private static String unusable(ServerSettings settings, IOException e) {
    Throwable bind = e instanceof BindException ? e : e.getCause();
    boolean taken = bind instanceof BindException;
    return "port "
        + settings.port()
        + " of "
        + settings.host()
        + " cannot be listened on ("
        + (taken && bind != null ? bind.getMessage() : e.getMessage())
        + ")"
        + (taken ? "; give another --port, or 0 for a free one" : "");
  }

  private void printReload(ReloadResult result) {
    ProblemText.printNotices(console, result.problems());
    console.printNotice(
        result.isApplied()
            ? "statute: reloaded " + String.join(", ", result.changed())
            : "statute: not reloaded; the charts as they were go on");
  }

  /** Ends the command and waits until requests and steps under way ended. */
  void stop() {
    stopSignal.countDown();
    try {
      boolean unused = closed.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
