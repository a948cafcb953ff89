package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.JdbcSession;
import java.sql.SQLException;
import java.util.List;

/**
 * Executes the agent transactions of one writer and caches the agents' rows between groups.
 * Confined to one thread at a time.
 */
public interface TurnExecutor {
  /**
   * Runs the transactions of a group that need cached rows only; nothing is written yet.
   *
   * @param writes the whole group, also writes of other kinds
   */
  CachedTurns runCached(JdbcSession session, List<StoreWrite<?>> writes);

  /**
   * Runs transactions in order, within the transaction that the session has begun.
   *
   * @param results completions to run after the commit
   * @return postponed transactions in order, of which nothing was executed
   * @throws StoreWrite.GroupRestart if another process changed a row first
   */
  List<TurnWrite<?>> execute(JdbcSession session, List<TurnWrite<?>> turns, List<Runnable> results)
      throws SQLException;

  /** Empties the cache, as rows it was filled from may have been rolled back. */
  void clear();

  /** Transactions that ran on cached rows. */
  interface CachedTurns {
    /** Returns the number of transactions. */
    int size();

    /** Returns the writes of the group that did not run. */
    List<StoreWrite<?>> remaining();

    /** Returns the writes that ran. */
    List<StoreWrite<?>> writes();

    /**
     * Writes and commits all of them, or nothing.
     *
     * @return false if a cached row was outdated; the transactions must then run on rows that are
     *     read
     * @throws SQLException for any other fault; the outcome of the commit is then unknown
     */
    boolean commit() throws SQLException;

    /** Completes the callers' futures; after the commit. */
    void complete();
  }
}
