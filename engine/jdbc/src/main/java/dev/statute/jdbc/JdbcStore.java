package dev.statute.jdbc;

import dev.statute.jdbc.internal.instance.AcceptWrite;
import dev.statute.jdbc.internal.instance.ClaimAttempt;
import dev.statute.jdbc.internal.instance.CommitWrite;
import dev.statute.jdbc.internal.instance.EffectSettlement;
import dev.statute.jdbc.internal.instance.InstanceCache;
import dev.statute.jdbc.internal.instance.InstanceCache.CachedInstance;
import dev.statute.jdbc.internal.instance.InstanceReader;
import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.instance.LifeRow;
import dev.statute.jdbc.internal.instance.StoreQueries;
import dev.statute.jdbc.internal.instance.WorkerTable;
import dev.statute.jdbc.internal.maintenance.AgentRepair;
import dev.statute.jdbc.internal.maintenance.ChecksumAudit;
import dev.statute.jdbc.internal.maintenance.InstanceRetention;
import dev.statute.jdbc.internal.maintenance.StrandedInboxRow;
import dev.statute.jdbc.internal.postgres.PostgresAddress;
import dev.statute.jdbc.internal.postgres.PostgresDatabase;
import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.ReadConnectionPool;
import dev.statute.jdbc.internal.sqlite.SqliteDatabase;
import dev.statute.jdbc.internal.turn.CachedTurnExecutor;
import dev.statute.jdbc.internal.write.SimpleWrite;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.json.JsonText;
import dev.statute.json.SnapshotJson;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore;
import dev.statute.store.StoreException;
import dev.statute.store.StreamEvent;
import dev.statute.store.Worker;
import dev.statute.turns.TurnCodec;
import dev.statute.turns.store.TurnStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store in a database. Writes share transactions: those that wait during a flush to disk form the
 * next transaction. Every row carries a checksum that is verified on reading. Times have a
 * precision of milliseconds.
 *
 * <p>All methods throw, and all stages fail with, {@link StoreException}: {@code unreachable},
 * {@code busy}, {@code full}, {@code corrupted}, {@code foreign}, {@code newer-schema}, {@code
 * unknown-chart}, {@code worker-exists}, {@code closed}, or {@code failed} for the rest. Once the
 * cause is gone, the store works again. Beyond a few thousand waiting writes, a call that adds
 * another one blocks. Thread-safe. One thread of the store completes all stages: a dependent stage
 * may start further writes, but not wait for them ({@code thenCompose}, not {@code join}), unless
 * it runs elsewhere ({@code thenApplyAsync}).
 */
public final class JdbcStore implements InstanceStore {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcStore.class);
  private static final int BUSY_MILLIS = 10_000;

  private static final TurnCodec CODEC =
      TurnCodec.of(
          SnapshotJson::write,
          (text, chart) -> SnapshotJson.read(new Source("head", text), chart).get(),
          JsonText::write,
          JsonText::object);

  private final StoreConnections connections;
  private final WorkerTable workers;
  private final StoreQueries queries;
  private final InstanceRetention retention;
  private final TurnStore turns;
  private final Set<String> charts = ConcurrentHashMap.newKeySet();
  private final InstanceCache instanceCache = new InstanceCache();
  private final EffectSettlement effects;

  JdbcStore(DatabaseDialect database) {
    connections = new StoreConnections(database, CachedTurnExecutor::new);
    workers = new WorkerTable(connections);
    queries = new StoreQueries(connections);
    retention = new InstanceRetention(connections);
    effects = new EffectSettlement(connections);
    turns = new JdbcTurns(connections);
  }

  /**
   * Opens or creates an SQLite file. Several processes may open the same file; they alternate.
   *
   * @throws StoreException {@code foreign} for a file of another program, {@code newer-schema} for
   *     one of a newer version, {@code unreachable} or {@code corrupted}
   */
  public static JdbcStore sqlite(Path file, Durability durability) {
    return sqlite(file, durability, BUSY_MILLIS);
  }

  /** Opens or creates an SQLite file; commits survive a loss of power. */
  public static JdbcStore sqlite(Path file) {
    return sqlite(file, Durability.POWER_SAFE);
  }

  /** Opens an SQLite file with another time limit for locks of other processes. */
  static JdbcStore sqlite(Path file, Durability durability, int busyMillis) {
    SqliteDatabase database = new SqliteDatabase(file, durability, busyMillis);
    database.open();
    return new JdbcStore(database);
  }

  /**
   * Opens a schema of a PostgreSQL database; creates its tables if missing.
   *
   * @param url JDBC URL of the driver: {@code jdbc:postgresql://host/database?user=…}
   * @throws StoreException {@code foreign} for a schema of another program, {@code newer-schema}
   *     for one of a newer version, {@code unreachable}
   */
  public static JdbcStore postgres(String url, PostgresSettings settings) {
    return postgres(PostgresAddress.displayName(url), PostgresAddress.dataSource(url), settings);
  }

  /**
   * Opens a schema over a host's connections; the store keeps the connections that it takes until
   * it is closed.
   */
  public static JdbcStore postgres(DataSource source, PostgresSettings settings) {
    return postgres("the PostgreSQL database", source, settings);
  }

  private static JdbcStore postgres(String name, DataSource source, PostgresSettings settings) {
    PostgresDatabase database = new PostgresDatabase(name, source, settings);
    database.open();
    return new JdbcStore(database);
  }

  /** Returns the turn store in the same database, usable until this store is closed. */
  public TurnStore turns() {
    return turns;
  }

  /** Returns the codec of turns, which writes JSON. */
  public static TurnCodec codec() {
    return CODEC;
  }

  @Override
  public void enlist(Worker worker, Instant now, Instant until) {
    workers.enlist(worker, now, until);
  }

  @Override
  public boolean renew(Worker worker, Instant now, Instant until) {
    return workers.renew(worker, until);
  }

  @Override
  public void retire(Worker worker) {
    workers.retire(worker);
  }

  @Override
  public List<RegisteredWorker> workers() {
    return workers.findAll();
  }

  @Override
  public void saveChart(Chart chart) {
    if (!charts.contains(chart.hash())) {
      String doing = "keeping chart '" + chart.name() + "'";
      connections.writeAndWait(
          chart.hash(), SimpleWrite.unconditional(doing, List.of(CommitWrite.insertChart(chart))));
      charts.add(chart.hash());
    }
  }

  @Override
  public List<ChartUse> charts() {
    return queries.charts();
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    Optional<Stored> stored =
        read(
            id,
            session -> {
              InstanceRow row = InstanceReader.readRow(session, id);
              return row == null || !row.exists()
                  ? Optional.empty()
                  : Optional.of(InstanceReader.readStored(session, row, charts));
            });
    return stored.orElse(null);
  }

  /** Reads after earlier settlements are written; on a damaged row, quarantines its instance. */
  private <T> T read(String id, ReadConnectionPool.ReadWork<T> reading) {
    effects.awaitPending();
    try {
      return connections.readers.read("reading instance '" + id + "'", reading);
    } catch (StoreException e) {
      if (e.code().equals("corrupted")) {
        quarantine(id, e);
      }
      throw e;
    }
  }

  private void quarantine(String id, StoreException why) {
    LOG.error("instance '{}' is set aside: {}", id, why.getMessage());
    try {
      retention.quarantine(id, String.valueOf(why.getMessage()));
    } catch (RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  @Override
  public Claim claim(
      String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    while (true) {
      ClaimAttempt seen = read(id, session -> ClaimAttempt.read(session, id, worker, now, charts));
      InstanceRow free = seen.free();
      if (free == null) {
        return seen.claim();
      }
      // in the writing transaction, because the instance may have changed since
      connections.writeAndWait(
          id,
          SimpleWrite.conditional(
              "claiming instance '" + id + "'",
              new StoreWrite.RowChange(
                  WriteStatement.CLAIM_INSTANCE,
                  free.epoch() + 1,
                  free.crcAtEpoch(free.epoch() + 1),
                  worker.name(),
                  worker.session(),
                  id,
                  free.epoch(),
                  free.revision())));
    }
  }

  @Override
  public void release(String id, Worker worker) {
    connections.writeAndWait(
        id,
        SimpleWrite.conditional(
            "releasing instance '" + id + "'",
            new StoreWrite.RowChange(
                WriteStatement.RELEASE_INSTANCE, id, worker.name(), worker.session())));
  }

  @Override
  public CompletionStage<Accepted> accept(Entry entry) {
    return connections.write(
        entry.instance(), new AcceptWrite(entry, connections.database.layout()));
  }

  @Override
  public List<Entry> readInbox(String id, int atMost) {
    return read(id, session -> InstanceReader.readInbox(session, id, atMost));
  }

  @Override
  public @Nullable Handled handled(String instance, String event) {
    Optional<Handled> handled =
        read(
            instance,
            session ->
                Optional.ofNullable(
                    InstanceReader.readHandled(
                        session, connections.database.layout(), instance, event)));
    return handled.orElse(null);
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    String chart = commit.snapshot().chart().hash();
    boolean isKnown = charts.contains(chart);
    CommitWrite write =
        new CommitWrite(commit, !isKnown, cachedBefore(commit), connections.database.layout());
    return connections
        .write(commit.id(), write)
        .thenApply(
            committed -> {
              if (committed == Committed.DONE) {
                charts.add(chart);
                instanceCache.put(commit.id(), write.cachedAfter());
              }
              return committed;
            });
  }

  /** Returns the cached rows of an instance; reads them if the commit needs them. */
  private @Nullable CachedInstance cachedBefore(Commit commit) {
    CachedInstance before = instanceCache.get(commit.id(), commit.epoch(), commit.expected());
    if (before != null || connections.database.layout() == EventLayout.INDEXED) {
      return before;
    }
    if (commit.epoch() == 0 && commit.expected() == 0) {
      return CachedInstance.NONE;
    }
    // does not wait for writes: the caller may be the thread that completes them
    return connections.readers.read(
        "reading instance '" + commit.id() + "'",
        session -> {
          InstanceRow row = InstanceReader.readRow(session, commit.id());
          return row == null ? CachedInstance.NONE : CachedInstance.of(row);
        });
  }

  @Override
  public void settle(String id, Set<String> keys) {
    effects.settle(id, keys);
  }

  @Override
  public List<StreamEvent> events(String id, long after, int atMost) {
    return connections.readers.read(
        "reading the events of instance '" + id + "'",
        session ->
            InstanceReader.readEvents(session, connections.database.layout(), id, after, atMost));
  }

  @Override
  public List<String> due(Instant now, Instant until, Worker worker, String after, int atMost) {
    effects.awaitPending();
    return queries.dueInstances(now, until, worker, after, atMost);
  }

  @Override
  public List<Life> endedLives(String id) {
    return connections.readers.read(
        "reading the lives of instance '" + id + "'",
        session ->
            session.query(LifeRow.BY_INSTANCE, LifeRow::of, id).stream()
                .map(LifeRow::life)
                .toList());
  }

  @Override
  public List<InstanceSummary> list(Filter filter) {
    effects.awaitPending();
    return queries.list(filter);
  }

  @Override
  public @Nullable Map<String, @Nullable Object> inspect(String id) {
    return read(id, session -> Optional.ofNullable(StoreQueries.inspect(session, id))).orElse(null);
  }

  @Override
  public List<Damage> check() {
    return connections.readers.read(
        "checking all rows",
        session -> {
          EventLayout layout = connections.database.layout();
          List<Damage> all = new ArrayList<>(ChecksumAudit.run(session, layout));
          if (layout == EventLayout.CHAINED) {
            StrandedInboxRow.findAll(session).forEach(each -> all.add(each.damage()));
          }
          return all;
        });
  }

  @Override
  public List<Damage> repair(Instant now) {
    List<Damage> mended = new ArrayList<>();
    if (connections.database.layout() == EventLayout.CHAINED) {
      mended.addAll(
          connections.runTask("", "repairing", session -> StrandedInboxRow.repair(session, now)));
    }
    List<String> agents =
        connections.readers.read(
            "looking for agents",
            session -> session.query(AgentRepair.AGENTS, row -> row.getString(1)));
    for (String agent : agents) {
      turns.discard(agent, null, now).toCompletableFuture().join().problems().stream()
          .map(problem -> new Damage("agent", agent, problem))
          .forEach(mended::add);
    }
    return mended;
  }

  @Override
  public boolean park(String id, String reason) {
    return retention.park(id, reason);
  }

  @Override
  public boolean retry(String id) {
    return retention.retry(id);
  }

  @Override
  public void remove(String id) {
    retention.remove(id);
  }

  @Override
  public Pruned prune(Instant before) {
    effects.awaitPending();
    return retention.prune(before);
  }

  /** Closes after all earlier writes are written. */
  @Override
  public void close() {
    connections.close();
  }
}
