package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Execution of a write or query in a transaction of the host, whose settings it leaves as they
 * were.
 */
public final class JoinedWrite {
  private static final String SET_PATH = "SELECT set_config('search_path', ?, true)";

  private JoinedWrite() {}

  /**
   * Executes a write on the host's connection. If it fails, it is undone and the transaction can
   * continue.
   *
   * @param schema of the tables of the store
   */
  public static <T> T execute(
      Connection connection, String schema, StoreWrite.BatchedWrite<T> write) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new StoreException(
          "failed",
          "no transaction is under way on the connection of the application: it commits each"
              + " statement by itself",
          null);
    }
    JdbcSession session = new JdbcSession(connection, "", true, "");
    try {
      while (true) {
        session.savepoint();
        try {
          T result = execute(session, schema, write);
          session.releaseSavepoint();
          return result;
        } catch (StoreWrite.GroupRestart e) {
          session.rollbackToSavepoint(); // again, with the write marked as lost
        } catch (SQLException | RuntimeException e) {
          undo(session, e);
          throw e;
        }
      }
    } finally {
      session.closeStatements();
    }
  }

  /**
   * Executes a query on the host's connection. If it fails, the transaction can continue.
   *
   * @param schema of the tables of the store
   */
  public static <T> T read(Connection connection, String schema, JdbcSession.SessionWork<T> query)
      throws SQLException {
    JdbcSession session = new JdbcSession(connection, "", true, "");
    session.savepoint();
    try {
      T result = inSchema(session, schema, query);
      session.releaseSavepoint();
      return result;
    } catch (SQLException | RuntimeException e) {
      undo(session, e);
      throw e;
    } finally {
      session.closeStatements();
    }
  }

  private static void undo(JdbcSession session, Exception why) {
    try {
      session.rollbackToSavepoint();
    } catch (SQLException | RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  private static <T> T execute(JdbcSession session, String schema, StoreWrite.BatchedWrite<T> write)
      throws SQLException {
    return inSchema(
        session,
        schema,
        same -> {
          WriteGroup.executeAlone(same, write);
          return write.completion.join();
        });
  }

  private static <T> T inSchema(JdbcSession session, String schema, JdbcSession.SessionWork<T> work)
      throws SQLException {
    String path = session.first("SELECT current_setting('search_path')", row -> row.getString(1));
    setPath(session, '"' + schema + '"');
    T result = work.run(session);
    setPath(session, String.valueOf(path));
    return result;
  }

  private static void setPath(JdbcSession session, String path) throws SQLException {
    String unused = session.first(SET_PATH, row -> row.getString(1), path);
  }
}
