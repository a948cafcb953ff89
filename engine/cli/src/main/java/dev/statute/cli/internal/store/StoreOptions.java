package dev.statute.cli.internal.store;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.InputClock;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.input.LineIdentity;
import dev.statute.json.InputLine;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.StartOptions;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for an instance in a store. */
public final class StoreOptions {
  @Option(
      names = "--store",
      paramLabel = "FILE_OR_URL",
      description =
          "keeps the instance in this store; run again on the same file, which may have grown, it"
              + " goes on where it stopped: lines that were handled before are duplicates")
  private @Nullable String store;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "what the instance is called in the store; default: as its chart")
  private @Nullable String id;

  @Option(
      names = "--respawn",
      description =
          "if the instance has ended, begins a new life with what the chart hydrates; the last one"
              + " is kept among its lives")
  private boolean respawn;

  @Option(
      names = "--source",
      paramLabel = "NAME",
      description =
          "what lines without an id are known again by, instead of the place of their file: the"
              + " same name for a file that was moved, another one for a file that was written"
              + " anew, one at all for '-'")
  private @Nullable String source;

  /** Returns the file or the address of the store; null = none. */
  public @Nullable String store() {
    return store;
  }

  /** Creates the identity of lines; null = each line is a new event. */
  @Nullable
  public LineIdentity newIdentity(@Nullable String file) throws IOException {
    return LineIdentity.next(file, source);
  }

  public boolean isPresent() {
    if (store == null && source != null) {
      throw new UsageException(
          "--source names lines that a store knows again: give --store as well");
    }
    if (store == null && respawn) {
      throw new UsageException("--respawn is about an instance of a store: give --store as well");
    }
    if (store == null && id != null) {
      throw new UsageException("--id names an instance of a store: give --store as well");
    }
    return store != null;
  }

  /** Id of the instance, also without a store. */
  public String id(Chart chart) {
    return id == null ? chart.name() : id;
  }

  /** Persistent session with its resources. */
  public record OpenStoredSession(
      String id, ChartSession session, StoreLease lease, InstanceStore store)
      implements AutoCloseable {
    @Override
    public void close() {
      try (store;
          lease) {
        store.release(id, lease.worker());
      }
    }
  }

  /**
   * Starts or resumes an instance in the store.
   *
   * @param identity identity of lines without an id; null = each is a new event
   * @param clock clock of its lines
   */
  public OpenStoredSession start(
      Interpreter interpreter,
      InstanceOptions how,
      @Nullable LineIdentity identity,
      InputClock clock,
      SessionListener listener) {
    String name = id(interpreter.chart());
    InstanceStore opened = StoreOpener.openOrCreate(Objects.requireNonNull(store));
    StoreLease lease = null;
    try {
      opened.saveChart(interpreter.chart());
      lease = new StoreLease(opened, "run-" + ProcessHandle.current().pid());
      StoredSession held =
          StoredSession.claim(
              opened, lease.worker(), name, identity, interpreter.chart(), Instant.now());
      Snapshot stored = held.snapshot();
      Map<String, @Nullable Object> data = new LinkedHashMap<>();
      if (respawn && stored != null && stored.isDone()) {
        data.putAll(interpreter.hydration(stored));
        held.respawn();
        stored = null;
      }
      data.putAll(how.data(interpreter.chart()));
      ChartSession session =
          stored == null
              ? ChartSession.start(
                  interpreter,
                  new StartOptions(name, how.at(), data, clock.start()),
                  held,
                  listener)
              : ChartSession.resume(
                  interpreter, stored, clock.resumeAt(stored.startedAt()), held, listener);
      for (Input input : held.waitingLines()) {
        if (held.snapshot() != null) {
          session.play(new InputLine.Submit(0, null, input));
        }
      }
      return new OpenStoredSession(name, session, lease, opened);
    } catch (RuntimeException e) {
      if (lease != null) {
        lease.close();
      }
      opened.close();
      throw e;
    }
  }
}
