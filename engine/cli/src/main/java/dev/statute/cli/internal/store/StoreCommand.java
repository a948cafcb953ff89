package dev.statute.cli.internal.store;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonLinesOption;
import dev.statute.cli.internal.console.JsonOption;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.jdbc.JdbcStore;
import dev.statute.json.InputLines;
import dev.statute.step.Input;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceAdministration.Damage;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceAdministration.Pruned;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Life;
import dev.statute.store.InstanceStore.Status;
import dev.statute.turns.store.TurnStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands that inspect a store of durable instances, and park, retry and repair them. */
@Command(
    name = "store",
    description = "Makes, shows, checks and mends a store of durable instances.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
public final class StoreCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  private final Console console;

  public StoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "store what?");
  }

  @Command(
      description = "Makes a store, or brings an older one to the present schema.",
      mixinStandardHelpOptions = true)
  Integer init(@Mixin StoreArgument place) {
    try (InstanceStore store = place.openOrCreate()) {
      long all = store.charts().stream().mapToLong(ChartUse::all).sum();
      console
          .out()
          .println(
              place.address()
                  + " is ready"
                  + (all == 0 ? "" : ", with " + CountedNoun.of(all, "instance")));
      return ExitCode.SUCCESS;
    }
  }

  @Command(
      description = "Lists instances, or the charts they run.",
      mixinStandardHelpOptions = true)
  Integer ls(
      @Mixin StoreArgument place,
      @Option(
              names = "--status",
              paramLabel = "STATUS",
              split = ",",
              description = "live, parked, quarantined, done; all unless given")
          @Nullable List<Status> statuses,
      @Option(names = "--chart", paramLabel = "NAME", description = "of this chart only")
          @Nullable String chart,
      @Option(names = "--charts", description = "the charts, with how many run them")
          boolean charts,
      @Mixin JsonLinesOption output) {
    boolean json = output.isJson();
    try (InstanceStore store = place.open()) {
      if (charts) {
        StoreText.charts(console, store.charts(), json);
        return ExitCode.SUCCESS;
      }
      List<InstanceSummary> all =
          StoreOpener.instances(store, statuses == null ? List.of() : statuses, chart);
      StoreText.instances(console, all, json);
      boolean readable = all.stream().noneMatch(each -> each.status() == Status.QUARANTINED);
      return readable ? ExitCode.SUCCESS : ExitCode.FINDINGS;
    }
  }

  @Command(
      description = "Prints the text of a chart that instances run, as its file was then.",
      mixinStandardHelpOptions = true)
  Integer chart(
      @Mixin StoreArgument place,
      @Parameters(
              index = "1",
              paramLabel = "HASH",
              description = "of 'store ls --charts', or its beginning; or the name of a chart")
          String wanted) {
    try (InstanceStore store = place.open()) {
      console.out().print(StoreText.chart(store, wanted));
      console.out().flush();
      return ExitCode.SUCCESS;
    }
  }

  @Command(
      description = "Lists the earlier lives of an instance, which later ones took the place of.",
      mixinStandardHelpOptions = true)
  Integer lives(@Mixin InstanceArgument instance, @Mixin JsonLinesOption output) {
    boolean json = output.isJson();
    try (InstanceStore store = instance.open()) {
      List<Life> lives = store.endedLives(instance.id());
      if (lives.isEmpty() && store.inspect(instance.id()) == null) {
        throw instance.unknown(store);
      }
      StoreText.printLives(console, lives, json);
      return ExitCode.SUCCESS;
    }
  }

  @Command(description = "Shows all that is kept of an instance.", mixinStandardHelpOptions = true)
  Integer show(
      @Mixin InstanceArgument instance,
      @Option(
              names = "--life",
              paramLabel = "N",
              description = "an earlier life, as 'store lives' numbers them")
          @Nullable Integer life,
      @Mixin JsonOption output) {
    boolean json = output.isJson();
    try (InstanceStore store = instance.open()) {
      String id = instance.id();
      Map<String, @Nullable Object> all =
          life == null ? store.inspect(id) : StoreText.lifeJson(store.endedLives(id), id, life);
      if (all == null) {
        throw instance.unknown(store);
      }
      StoreText.instanceJson(console, "id", id, StoredProgressView.toJson(store, id, all), json);
      return ExitCode.SUCCESS;
    }
  }

  @Command(
      description = "Prints the events of an instance as lines of JSON.",
      mixinStandardHelpOptions = true)
  Integer events(
      @Mixin InstanceArgument instance,
      @Option(
              names = "--after",
              paramLabel = "NUMBER",
              defaultValue = "0",
              description = "only those that follow this one")
          long after) {
    try (InstanceStore store = instance.open()) {
      StoredEventPrinter events = new StoredEventPrinter(store, instance.id(), console);
      if (!events.print(after) && !instance.exists(store)) {
        throw instance.unknown(store);
      }
      return events.isAllReadable() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
    }
  }

  @Command(
      description = {
        "Puts events into the inbox of an instance, for a worker.",
        "One event by its name, or lines as 'run' takes them; the same id is one event."
      },
      mixinStandardHelpOptions = true)
  Integer post(
      @Mixin InstanceArgument instance,
      @Option(names = "--event", paramLabel = "NAME", description = "one event of this name")
          @Nullable String event,
      @Option(names = "--data", paramLabel = "JSON", description = "what the event says; an object")
          @Nullable String data,
      @Option(
              names = "--key",
              paramLabel = "EVENT_ID",
              description = "what the event is known by; a new one unless given")
          @Nullable String key,
      @Option(
              names = "--events",
              paramLabel = "FILE",
              description = "lines of JSON: events, moves and records; - for the standard input")
          @Nullable String file)
      throws IOException {
    if ((event == null) == (file == null)) {
      throw new UsageException(
          "give --event NAME for one event, or --events FILE for lines of them");
    }
    if (file != null && (data != null || key != null)) {
      throw new UsageException("--data and --key belong to --event; lines say it themselves");
    }
    try (InstanceStore store = instance.open();
        Doorbell doorbell = StoreOpener.doorbell(instance.address())) {
      if (!instance.exists(store)) {
        throw instance.unknown(store);
      }
      InboxSubmission posts = new InboxSubmission(store, doorbell, instance.id(), console);
      if (event != null) {
        Map<String, ?> payload =
            data == null ? null : ChartOptions.parseObject("--data", "{\"amount\":3}", data);
        posts.submit(new Input.Event(event, payload, key));
        return ExitCode.SUCCESS;
      }
      try (InputStream in = InputFiles.open(file, console)) {
        return posts.submitAll(new InputLines(in, String.valueOf(file)));
      }
    }
  }

  @Command(
      description = "Parks an instance: no worker handles it until it is retried.",
      mixinStandardHelpOptions = true)
  Integer park(
      @Mixin InstanceArgument instance,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              defaultValue = "parked by hand",
              description = "the reason, shown by 'store show'")
          String reason) {
    try (InstanceStore store = instance.open()) {
      if (!store.park(instance.id(), reason)) {
        throw instance.unknown(store);
      }
      console.out().println(instance.id() + " is parked: " + reason);
      return ExitCode.SUCCESS;
    }
  }

  @Command(
      description = "Gives parked and quarantined instances back to the workers.",
      mixinStandardHelpOptions = true)
  Integer retry(
      @Mixin StoreArgument place,
      @Parameters(index = "1..*", paramLabel = "ID", arity = "1..*", description = "instances")
          List<String> ids) {
    try (InstanceStore store = place.open()) {
      int code = ExitCode.SUCCESS;
      for (String id : ids) {
        if (store.retry(id)) {
          console.out().println(id + " is live again");
        } else if (store.inspect(id) == null) {
          throw StoreOpener.unknownInstance(store, place.address(), id);
        } else {
          console.out().println(id + " is neither parked nor quarantined; nothing to retry");
          code = ExitCode.FINDINGS;
        }
      }
      return code;
    }
  }

  @Command(
      description = "Gives instances up for good, damaged ones too, with all that belongs to them.",
      mixinStandardHelpOptions = true)
  Integer remove(
      @Mixin StoreArgument place,
      @Parameters(index = "1..*", paramLabel = "ID", arity = "1..*", description = "instances")
          List<String> ids) {
    try (InstanceStore store = place.open()) {
      for (String id : ids) {
        if (!InstanceArgument.exists(store, id)) {
          throw StoreOpener.unknownInstance(store, place.address(), id);
        }
        store.remove(id);
        console.out().println(id + " is removed");
      }
      return ExitCode.SUCCESS;
    }
  }

  @Command(
      description = "Reads every row and says which are not what was written.",
      mixinStandardHelpOptions = true)
  Integer check(@Mixin StoreArgument place) {
    try (InstanceStore store = place.open()) {
      List<Damage> found = store.check();
      found.forEach(
          damage ->
              console
                  .out()
                  .println(damage.table() + " '" + damage.row() + "': " + damage.message()));
      console.printNotice(
          CountedNoun.of(StoreOpener.instances(store, List.of(), null).size(), "instance")
              + ", "
              + (found.isEmpty() ? "no damage" : CountedNoun.of(found.size(), "damaged row")));
      return found.isEmpty() ? ExitCode.SUCCESS : ExitCode.FINDINGS;
    }
  }

  @Command(
      description =
          "Repairs the damage of 'check' that needs no decision: settles handled events, and"
              + " removes unreadable rows of agents.",
      mixinStandardHelpOptions = true)
  Integer repair(@Mixin StoreArgument place) {
    try (InstanceStore store = place.open()) {
      List<Damage> mended = store.repair(Instant.now());
      mended.forEach(
          each ->
              console
                  .out()
                  .println(each.table() + " '" + each.row() + "' is mended: " + each.message()));
      int left = store.check().size();
      console.printNotice(
          CountedNoun.of(mended.size(), "row")
              + " mended, "
              + (left == 0 ? "no damage" : CountedNoun.of(left, "damaged row") + " left"));
      return left == 0 ? ExitCode.SUCCESS : ExitCode.FINDINGS;
    }
  }

  @Command(
      description =
          "Drops what is older: instances that ended, handled events, event streams; of agents"
              + " turns that are over, with their data.",
      mixinStandardHelpOptions = true)
  Integer prune(
      @Mixin StoreArgument place,
      @Option(
              names = "--before",
              required = true,
              paramLabel = "INSTANT",
              description = "such as 2026-01-01T00:00:00Z")
          String before) {
    Instant until = parseInstant(before);
    try (JdbcStore store = place.open()) {
      Pruned gone = store.prune(until);
      TurnStore.Pruned turns = store.turns().prune(until);
      console.out().println(StoreText.pruned(gone, turns));
      return ExitCode.SUCCESS;
    }
  }

  private static Instant parseInstant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new UsageException(
          "--before takes an instant such as 2026-01-01T00:00:00Z, not '" + text + "'");
    }
  }
}
