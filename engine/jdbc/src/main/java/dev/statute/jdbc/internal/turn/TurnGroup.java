package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.TurnWrite;
import dev.statute.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Agent transactions within one transaction of the database: the rows are prefetched for all
 * together, then each runs on them, then the changes are written together. So the number of round
 * trips does not grow with the number of transactions or of reads.
 *
 * <p>Each transaction depends only on its own work: one that throws or abandons has written
 * nothing. Heads are locked before other reads, where supported; every row is written only if
 * unchanged. Otherwise the group restarts, and that transaction runs in strict mode.
 *
 * <p>An agent with a head locked by another process, possibly a stalled one, delays no other: its
 * transactions are postponed.
 */
final class TurnGroup {
  private final JdbcSession session;
  private final DatabaseDialect database;
  private final AgentCache agentCache;

  TurnGroup(JdbcSession session, DatabaseDialect database, AgentCache agentCache) {
    this.session = session;
    this.database = database;
    this.agentCache = agentCache;
  }

  /**
   * Runs transactions in order.
   *
   * @param results completions to run after the commit
   * @return postponed ones, in order, of which nothing was executed
   * @throws StoreWrite.GroupRestart if another process changed a row first
   */
  List<TurnWrite<?>> execute(List<TurnWrite<?>> writes, List<Runnable> results)
      throws SQLException {
    List<TurnWrite<?>> putOff = new ArrayList<>();
    List<TurnWrite<?>> left = writes;
    while (!left.isEmpty()) {
      List<TurnWrite<?>> wave = new ArrayList<>();
      List<TurnWrite<?>> later = new ArrayList<>();
      Set<String> agents = new HashSet<>();
      boolean full = false;
      for (TurnWrite<?> write : left) {
        // sequential per agent: the next one starts with the writes of this one
        boolean joins = agents.add(write.agent) && !full && (wave.isEmpty() || !write.isStrict());
        (joins ? wave : later).add(write);
        full |= joins && write.isStrict(); // alone, so that a conflict has a known owner
      }
      Set<String> locked = executeWave(wave, results);
      // in order of arrival, for each agent
      wave.stream().filter(write -> locked.contains(write.agent)).forEach(putOff::add);
      later.stream().filter(write -> locked.contains(write.agent)).forEach(putOff::add);
      later.removeIf(write -> locked.contains(write.agent));
      left = later;
    }
    putOff.removeIf(write -> isExpired(write, results));
    return putOff;
  }

  private boolean isExpired(TurnWrite<?> write, List<Runnable> results) {
    if (write.postpone(database.lockTimeout())) {
      return false;
    }
    results.add(
        () ->
            write.completion.completeExceptionally(
                busy("somebody keeps the row locked that it needs for " + write.description())));
    return true;
  }

  private StoreException busy(String what) {
    return new StoreException("busy", database.name() + ": " + what + "; try again later", null);
  }

  /** Runs a wave; returns agents with locked rows, of which nothing ran. */
  private Set<String> executeWave(List<TurnWrite<?>> wave, List<Runnable> results)
      throws SQLException {
    List<JdbcTransaction> all = new ArrayList<>();
    for (TurnWrite<?> write : wave) {
      all.add(newTransaction(write, write.isStrict() ? ReadMode.STRICT : ReadMode.OPTIMISTIC));
    }
    Set<String> locked =
        RowPrefetch.read(session, database.skipLockedClause(), agentCache, wave, all);
    List<JdbcTransaction> written = new ArrayList<>();
    List<TurnWrite<?>> of = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (locked.contains(all.get(i).agent)) {
        continue;
      }
      JdbcTransaction tx = run(wave.get(i), all.get(i), results);
      if (!tx.isAbandoned()) {
        written.add(tx);
        of.add(wave.get(i));
      }
    }
    write(written, of);
    written.forEach(agentCache::put);
    return locked;
  }

  /** Runs one; after a failure by an assumption, once more in strict mode. */
  private <T> JdbcTransaction run(TurnWrite<T> write, JdbcTransaction tx, List<Runnable> results)
      throws SQLException {
    if (write.isExhausted()) {
      tx.abandon();
      StoreException busy =
          busy("others were faster than " + write.description() + " again and again");
      results.add(() -> write.completion.completeExceptionally(busy));
      return tx;
    }
    T value;
    try {
      value = write.work.apply(tx);
      tx.close();
    } catch (RuntimeException | Error e) {
      tx.closeAndRethrow(); // the database's own fault comes first
      if (tx.hasAssumptions()) {
        return rerunStrictly(write, results);
      }
      tx.discard();
      results.add(() -> write.completion.completeExceptionally(e));
      return tx;
    }
    tx.closeAndRethrow();
    if (tx.isAbandoned() && tx.hasAssumptions()) {
      return rerunStrictly(write, results);
    }
    results.add(() -> write.completion.complete(value));
    return tx;
  }

  private JdbcTransaction newTransaction(TurnWrite<?> of, ReadMode basis) {
    return new JdbcTransaction(session, basis, database.lockClause(), of.agent);
  }

  private JdbcTransaction rerunStrictly(TurnWrite<?> write, List<Runnable> results)
      throws SQLException {
    write.conflict();
    return run(write, newTransaction(write, ReadMode.STRICT), results);
  }

  private void write(List<JdbcTransaction> all, List<TurnWrite<?>> of) throws SQLException {
    Set<TurnWrite<?>> onUnchanged = new HashSet<>();
    BufferedTransaction.collectWrites(all, of).execute(session, all.size() == 1, onUnchanged::add);
    if (!onUnchanged.isEmpty()) {
      onUnchanged.forEach(TurnWrite::conflict);
      throw new StoreWrite.GroupRestart();
    }
  }
}
