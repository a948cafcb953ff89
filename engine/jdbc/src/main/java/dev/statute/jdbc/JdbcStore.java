package dev.statute.jdbc;

import dev.statute.jdbc.internal.instance.AcceptWrite;
import dev.statute.jdbc.internal.instance.CommitWrite;
import dev.statute.jdbc.internal.instance.EffectSettlement;
import dev.statute.jdbc.internal.instance.InstanceCache;
import dev.statute.jdbc.internal.instance.InstanceCache.CachedInstance;
import dev.statute.jdbc.internal.instance.InstanceReader;
import dev.statute.jdbc.internal.instance.LifeRow;
import dev.statute.jdbc.internal.instance.StoreQueries;
import dev.statute.jdbc.internal.instance.WorkerTable;
import dev.statute.jdbc.internal.maintenance.AgentRepair;
import dev.statute.jdbc.internal.maintenance.ChecksumAudit;
import dev.statute.jdbc.internal.maintenance.InstanceRetention;
import dev.statute.jdbc.internal.postgres.PostgresAddress;
import dev.statute.jdbc.internal.postgres.PostgresDatabase;
import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sqlite.SqliteDatabase;
import dev.statute.jdbc.internal.turn.CachedTurnExecutor;
import dev.statute.jdbc.internal.write.SimpleWrite;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.json.JsonText;
import dev.statute.json.SnapshotJson;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.store.Durability;
import dev.statute.store.HostTransaction;
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

/**
 * Store in a database. Writes share transactions: those that wait during a flush to disk form the
 * next transaction. Every row carries a checksum that is verified on reading. Times have a
 * precision of milliseconds.
 *
 * <p>All methods throw, and all stages fail with, {@link StoreException}: {@code unreachable},
 * {@code busy}, {@code full}, {@code corrupted}, {@code foreign}, {@code older-schema}, {@code
 * newer-schema}, {@code unknown-chart}, {@code worker-exists}, {@code closed}, {@code no-driver},
 * or {@code failed} for the rest. Once the cause is gone, the store works again. Beyond a few
 * thousand waiting writes, a call that adds another one blocks. Thread-safe. One thread of the
 * store completes all stages: a dependent stage may start further writes, but not wait for them
 * ({@code thenCompose}, not {@code join}), unless it runs elsewhere ({@code thenApplyAsync}).
 */
public final class JdbcStore implements InstanceStore {
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
  private final InstanceAccess instances;
  private final InstanceCache cache = new InstanceCache();
  private final EffectSettlement effects;
  private final @Nullable JoinedTransactions joined;

  JdbcStore(DatabaseDialect database) {
    this(database, null);
  }

  private JdbcStore(DatabaseDialect database, @Nullable JoinedTransactions joined) {
    this.joined = joined;
    connections = new StoreConnections(database, CachedTurnExecutor::new);
    workers = new WorkerTable(connections);
    queries = new StoreQueries(connections);
    retention = new InstanceRetention(connections);
    effects = new EffectSettlement(connections);
    instances = new InstanceAccess(connections, effects, retention);
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

  /** Returns the JDBC URL of a PostgreSQL database without user and password, for messages. */
  public static String displayName(String url) {
    return PostgresAddress.displayName(url);
  }

  /**
   * Opens a schema of a PostgreSQL database; creates its tables if missing.
   *
   * @param url JDBC URL of the driver: {@code jdbc:postgresql://host/database?user=…}
   * @throws StoreException {@code foreign} for a schema of another program, {@code newer-schema}
   *     for one of a newer version, {@code unreachable}
   */
  public static JdbcStore postgres(String url, PostgresSettings settings) {
    String name = PostgresAddress.displayName(url);
    return new JdbcStore(PostgresDatabase.open(name, PostgresAddress.dataSource(url), settings));
  }

  /**
   * Opens a schema over a host's connections; the store keeps the connections that it takes until
   * it is closed.
   */
  public static JdbcStore postgres(DataSource source, PostgresSettings settings) {
    return new JdbcStore(PostgresDatabase.open("the PostgreSQL database", source, settings));
  }

  /**
   * Opens a schema over a host's connections. Steps that are asked for in a transaction of the host
   * join it, so that rows of the host and steps are one commit.
   */
  public static JdbcStore postgres(
      DataSource source, PostgresSettings settings, TransactionBinding binding) {
    PostgresDatabase database = PostgresDatabase.open("the PostgreSQL database", source, settings);
    return new JdbcStore(database, new JoinedTransactions(database, settings.schema(), binding));
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
          chart.hash(), SimpleWrite.unconditional(doing, CommitWrite.insertChart(chart)));
      charts.add(chart.hash());
    }
  }

  @Override
  public List<ChartUse> charts() {
    return queries.charts();
  }

  @Override
  public @Nullable String chartText(String hash) {
    return queries.chartText(hash);
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    return instances.load(id, charts);
  }

  @Override
  public Claim claim(
      String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    return instances.claim(id, worker, now, charts);
  }

  @Override
  public void release(String id, Worker worker) {
    instances.release(id, worker);
  }

  @Override
  public CompletionStage<Accepted> accept(Entry entry) {
    return connections.write(entry.instance(), new AcceptWrite(entry));
  }

  @Override
  public List<Entry> readInbox(String id, int atMost) {
    return instances.read(id, session -> InstanceReader.readInbox(session, id, atMost));
  }

  @Override
  public @Nullable Handled handled(String instance, String event) {
    return instances.handled(instance, event);
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    String chart = commit.snapshot().chart().hash();
    boolean isKnown = charts.contains(chart);
    CachedInstance before = cache.get(commit.id(), commit.epoch(), commit.expected());
    CommitWrite write = new CommitWrite(commit, !isKnown, before);
    return connections
        .write(commit.id(), write)
        .thenApply(
            committed -> {
              if (committed == Committed.DONE) {
                charts.add(chart);
                cache.put(commit.id(), write.cachedAfter());
              }
              return committed;
            });
  }

  @Override
  public @Nullable HostTransaction hostTransaction() {
    return joined == null ? null : joined.current();
  }

  @Override
  public void settle(String id, Set<String> keys) {
    effects.settle(id, keys);
  }

  @Override
  public List<StreamEvent> events(String id, long after, int atMost) {
    return connections.readers.read(
        "reading the events of instance '" + id + "'",
        session -> InstanceReader.readEvents(session, id, after, atMost));
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
    return instances
        .read(id, session -> Optional.ofNullable(StoreQueries.inspect(session, id)))
        .orElse(null);
  }

  @Override
  public List<Damage> check() {
    return connections.readers.read("checking all rows", ChecksumAudit::run);
  }

  @Override
  public List<Damage> repair(Instant now) {
    List<Damage> repaired = new ArrayList<>();
    List<String> agents =
        connections.readers.read(
            "looking for agents",
            session -> session.query(AgentRepair.AGENTS, row -> row.getString(1)));
    for (String agent : agents) {
      turns.discard(agent, null, now).toCompletableFuture().join().problems().stream()
          .map(problem -> new Damage("agent", agent, problem))
          .forEach(repaired::add);
    }
    return repaired;
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
