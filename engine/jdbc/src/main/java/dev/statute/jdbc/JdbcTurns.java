package dev.statute.jdbc;

import dev.statute.jdbc.internal.maintenance.AgentRepair;
import dev.statute.jdbc.internal.maintenance.TurnRetention;
import dev.statute.jdbc.internal.sql.BatchStatement;
import dev.statute.jdbc.internal.sql.DamageTolerantReader;
import dev.statute.jdbc.internal.turn.CardTables;
import dev.statute.jdbc.internal.turn.OutboxTable;
import dev.statute.jdbc.internal.turn.TurnTables;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.TurnWrite;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnTransaction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Store of agents and turns, on the writers of instances. */
final class JdbcTurns implements TurnStore {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcTurns.class);
  private static final BatchStatement UPSERT_SIGNALS =
      CardTables.SIGNALS.upsert("agent_id", " WHERE agent_signals.seen_at <= excluded.seen_at");

  private final StoreConnections connections;
  private final DamageTolerantReader reader = new DamageTolerantReader();
  private final OutboxTable outbox;
  private final Map<String, Signals> latestSignals = new ConcurrentHashMap<>();

  JdbcTurns(StoreConnections core) {
    this.connections = core;
    outbox = new OutboxTable(core, reader);
  }

  @Override
  public <T> CompletionStage<T> transact(String agent, Function<TurnTransaction, T> work) {
    return transact(agent, ReadHints.NONE, work);
  }

  @Override
  public <T> CompletionStage<T> transact(
      String agent, ReadHints hints, Function<TurnTransaction, T> work) {
    return connections.writeForAgent(agent, new TurnWrite<>(agent, hints, work));
  }

  @Override
  public List<Head> heads(String after, int atMost) {
    String ordered = connections.database.inBinaryOrder("agent_id");
    return connections.readers.read(
        "listing agents",
        session ->
            reader.list(
                session,
                TurnTables.HEADS,
                TurnTables.HEADS::readVerified,
                1,
                "WHERE " + ordered + " > ? ORDER BY " + ordered + " LIMIT ?",
                atMost,
                after));
  }

  @Override
  public List<String> agents(Waiting kind, Instant until, int atMost) {
    return switch (kind) {
      case QUEUED ->
          agents(
              "SELECT m.agent_id FROM agent_inbox m LEFT JOIN agent_state_head h"
                  + " ON h.agent_id = m.agent_id"
                  + " WHERE m.status = 'queued' AND (h.agent_id IS NULL OR h.status = 'idle')"
                  + " GROUP BY m.agent_id ORDER BY MIN(m.inbox_id) LIMIT ?",
              atMost);
      case READY ->
          agents(
              "SELECT agent_id FROM agent_state_head WHERE status IN ('dispatched', 'running')"
                  + " AND (status = 'dispatched'"
                  + " OR (lease_owner IS NULL AND lease_until IS NOT NULL))"
                  + " ORDER BY updated_at LIMIT ?",
              atMost);
      case SILENT ->
          agents(
              "SELECT agent_id FROM agent_state_head WHERE status IN ('dispatched', 'running')"
                  + " AND lease_until <= ? ORDER BY lease_until LIMIT ?",
              until.toEpochMilli(),
              atMost);
      case OVERDUE ->
          agents(
              "SELECT agent_id FROM agent_state_head WHERE status = 'suspended'"
                  + " AND resume_deadline <= ? ORDER BY resume_deadline LIMIT ?",
              until.toEpochMilli(),
              atMost);
    };
  }

  private List<String> agents(String sql, Object... values) {
    return connections.readers.read(
        "looking for agents", session -> session.query(sql, row -> row.getString(1), values));
  }

  @Override
  public List<Timer> due(Instant until, int atMost) {
    return connections.readers.read(
        "looking for due timers",
        session ->
            reader.list(
                session,
                CardTables.TIMERS,
                CardTables.TIMERS::readVerified,
                1,
                "WHERE due_at <= ? ORDER BY due_at LIMIT ?",
                atMost,
                until.toEpochMilli()));
  }

  @Override
  public List<Event> unpublished(int atMost) {
    return outbox.unpublished(atMost);
  }

  @Override
  public List<ClaimedEvent> claimEvents(
      Predicate<Event> wanted, Instant now, Instant until, int atMost) {
    return outbox.claimEvents(wanted, now, until, atMost);
  }

  @Override
  public void extendClaims(Collection<String> eventIds, Instant until) {
    outbox.extendClaims(eventIds, until);
  }

  @Override
  public void markPublished(Collection<String> eventIds, Instant at) {
    outbox.markPublished(eventIds, at);
  }

  @Override
  public CompletionStage<Discarded> discard(String agent, @Nullable String reason, Instant now) {
    String doing = "giving up what cannot be read of agent '" + agent + "'";
    return connections
        .writeForAgent(
            agent,
            new StoreWrite.TransactionTask<>(
                doing, session -> AgentRepair.repairAgent(session, agent, reason != null)))
        .thenCompose(
            found -> {
              if (found.turns().isEmpty()) {
                return CompletableFuture.completedStage(found);
              }
              String why = reason == null ? "damaged: " + found.problems().get(0) : reason;
              return transact(
                  agent,
                  tx -> {
                    AgentRepair.endTurns(tx, found.turns(), why, now);
                    return found;
                  });
            });
  }

  @Override
  public Pruned prune(Instant before) {
    return new TurnRetention(connections, before).prune();
  }

  @Override
  public List<Event> events(String agent, long after, int atMost) {
    return connections.readers.read(
        "reading the events of agent '" + agent + "'",
        session ->
            session.query(
                CardTables.EVENTS.select(
                    "WHERE agent_id = ? AND event_seq > ? ORDER BY event_seq LIMIT ?"),
                OutboxTable::event,
                agent,
                after,
                atMost));
  }

  /** Writes without waiting; a failure is ignored. */
  @Override
  public void observe(Signals signals) {
    latestSignals.put(signals.agent(), signals);
    var unused =
        connections
            .writeForAgent(
                signals.agent(),
                new StoreWrite.TransactionTask<>(
                    "showing agent '" + signals.agent() + "'",
                    session -> {
                      session.update(UPSERT_SIGNALS.rowSql(), CardTables.SIGNALS.values(signals));
                      return true;
                    }))
            .whenComplete(
                (ok, error) -> {
                  if (error != null) {
                    LOG.debug("{}", error.getMessage());
                  }
                });
  }

  /** Returns the later of the activities seen by this process and stored by any process. */
  @Override
  public @Nullable Signals observed(String agent) {
    Signals own = latestSignals.get(agent);
    Optional<Signals> written =
        connections.readers.read(
            "looking at agent '" + agent + "'",
            session ->
                Optional.ofNullable(
                    CardTables.SIGNALS.first(session, "WHERE agent_id = ?", agent)));
    return written.filter(other -> own == null || other.at().isAfter(own.at())).orElse(own);
  }

  /** Does nothing: the store of instances closes it. */
  @Override
  public void close() {}
}
