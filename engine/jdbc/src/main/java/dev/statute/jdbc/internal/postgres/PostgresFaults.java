package dev.statute.jdbc.internal.postgres;

import dev.statute.jdbc.internal.sql.StoreErrors;
import dev.statute.store.StoreException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;

/** Meaning of PostgreSQL's SQLSTATEs for operators of a store. */
final class PostgresFaults {
  private static final String POOLER =
      "what a connection pooler in transaction mode does, such as PgBouncer: a store needs"
          + " connections of its own, so connect to the server itself, or to a pool in session"
          + " mode";

  private PostgresFaults() {}

  private static boolean stateStartsWith(SQLException fault, String... starts) {
    String state = fault.getSQLState();
    return state != null && Arrays.stream(starts).anyMatch(state::startsWith);
  }

  private static boolean isTimeout(SQLException fault) {
    for (Throwable cause = fault.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketTimeoutException) {
        return true;
      }
    }
    return false;
  }

  /**
   * Explains a fault.
   *
   * @param timeout limit for answers of the server
   */
  static StoreException explain(String name, Duration timeout, String doing, SQLException fault) {
    String said = String.valueOf(fault.getMessage()).replaceAll("\\.$", "");
    if (stateStartsWith(fault, "53100")) {
      return StoreErrors.full(name, doing, fault);
    }
    if (stateStartsWith(fault, "XX001", "XX002")) {
      return StoreErrors.damaged(name, said, doing, fault);
    }
    if (stateStartsWith(fault, "42P05", "26000")) {
      return new StoreException(
          "failed", doing + " failed in " + name + ": " + said + "; this is " + POOLER, fault);
    }
    if (stateStartsWith(fault, "42P01")) {
      return new StoreException(
          "failed",
          doing
              + " failed in "
              + name
              + ": "
              + said
              + "; if nobody has removed its tables, this is "
              + POOLER,
          fault);
    }
    if (stateStartsWith(fault, "55P03", "57014", "53", "40")) {
      return new StoreException(
          "busy",
          name + " has no room for " + doing + " now: " + said + "; try again later",
          fault);
    }
    if (isTimeout(fault)) {
      return new StoreException(
          "unreachable",
          name
              + " did not answer within "
              + timeout.toMillis()
              + " ms; nobody knows what became of "
              + doing
              + ", and it is looked up before anything goes on: is the server overloaded, or does"
              + " somebody hold a lock?",
          fault);
    }
    if (isConnectionLost(fault) || stateStartsWith(fault, "28", "3D000")) {
      return new StoreException(
          "unreachable",
          name
              + " cannot be reached for "
              + doing
              + ": "
              + said
              + "; is the server up, and are host, database and user right?",
          fault);
    }
    return new StoreException("failed", doing + " failed in " + name + ": " + said, fault);
  }

  /** Tests for faults of data, constraints, deadlocks, and locks of others. */
  static boolean isSingleWriteFault(SQLException fault) {
    return stateStartsWith(fault, "22", "23", "40", "42", "54", "55P03");
  }

  static boolean isTransient(SQLException fault) {
    return stateStartsWith(fault, "40001", "40P01");
  }

  static boolean isConnectionLost(SQLException fault) {
    return stateStartsWith(fault, "08", "57P01", "57P02", "57P03", "57P05", "25P03", "58");
  }
}
