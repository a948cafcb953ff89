package dev.statute.jdbc;

import dev.statute.jdbc.internal.instance.AcceptWrite;
import dev.statute.jdbc.internal.instance.CommitWrite;
import dev.statute.jdbc.internal.instance.InstanceReader;
import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.write.JoinedWrite;
import dev.statute.jdbc.internal.write.StoreWrite.BatchedWrite;
import dev.statute.store.HostTransaction;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Transactions of the host under way in which a store writes. Thread-safe. */
final class JoinedTransactions {
  private final DatabaseDialect database;
  private final String schema;
  private final TransactionBinding binding;
  private final Map<Connection, HostTransaction> open =
      Collections.synchronizedMap(new IdentityHashMap<>());

  JoinedTransactions(DatabaseDialect database, String schema, TransactionBinding binding) {
    this.database = database;
    this.schema = schema;
    this.binding = binding;
  }

  /** Returns the transaction of this thread; null if there is none. */
  @Nullable HostTransaction current() {
    Connection connection = binding.connection();
    HostTransaction known = connection == null ? null : open.get(connection);
    if (connection == null || known != null) {
      return known;
    }
    HostTransaction joined = new JoinedTransaction(connection);
    joined.onEnd(committed -> open.remove(connection)); // the host's code: under no lock
    open.put(connection, joined);
    return joined;
  }

  private final class JoinedTransaction implements HostTransaction {
    private final Connection connection;

    JoinedTransaction(Connection connection) {
      this.connection = connection;
    }

    @Override
    public Committed commit(Commit commit) {
      return execute(new CommitWrite(commit, true, null));
    }

    @Override
    public Accepted accept(Entry entry) {
      return execute(new AcceptWrite(entry));
    }

    @Override
    public @Nullable Position position(String id) {
      return read(
              "reading the position of instance '" + id + "'",
              session ->
                  Optional.ofNullable(
                      session.first(
                          "SELECT epoch, rev FROM instances WHERE instance_id = ?",
                          row -> new Position(row.getLong(1), row.getLong(2)),
                          id)))
          .orElse(null);
    }

    @Override
    public @Nullable Handled handled(String id, String event) {
      return read(
              "reading the result of event '" + event + "' of instance '" + id + "'",
              session -> Optional.ofNullable(InstanceReader.readHandled(session, id, event)))
          .orElse(null);
    }

    private <T> T read(String description, JdbcSession.SessionWork<T> work) {
      try {
        return JoinedWrite.read(connection, schema, work);
      } catch (SQLException e) {
        throw database.explain(description, e);
      }
    }

    private <T> T execute(BatchedWrite<T> write) {
      try {
        return JoinedWrite.execute(connection, schema, write);
      } catch (SQLException e) {
        throw database.explain(write.description(), e);
      }
    }

    @Override
    public void onEnd(Consumer<Boolean> callback) {
      binding.onEnd(callback);
    }
  }
}
