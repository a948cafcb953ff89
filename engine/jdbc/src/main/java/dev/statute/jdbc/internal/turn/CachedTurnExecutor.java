package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.TurnExecutor;
import dev.statute.jdbc.internal.write.TurnWrite;
import java.sql.SQLException;
import java.util.List;

/** Executor of agent transactions with a cache of the agents' rows. */
public final class CachedTurnExecutor implements TurnExecutor {
  private final DatabaseDialect database;
  private final AgentCache agentCache = new AgentCache();

  public CachedTurnExecutor(DatabaseDialect database) {
    this.database = database;
  }

  @Override
  public CachedTurns runCached(JdbcSession session, List<StoreWrite<?>> writes) {
    return OptimisticGroup.run(session, database, agentCache, writes);
  }

  @Override
  public List<TurnWrite<?>> execute(
      JdbcSession session, List<TurnWrite<?>> turns, List<Runnable> results) throws SQLException {
    return new TurnGroup(session, database, agentCache).execute(turns, results);
  }

  @Override
  public void clear() {
    agentCache.clear();
  }
}
