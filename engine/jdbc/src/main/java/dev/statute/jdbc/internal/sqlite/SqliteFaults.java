package dev.statute.jdbc.internal.sqlite;

import dev.statute.jdbc.internal.sql.StoreErrors;
import dev.statute.store.StoreException;
import java.sql.SQLException;

/** Meaning of SQLite's result codes for operators of a store. */
final class SqliteFaults {
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int READONLY = 8;
  private static final int IOERR = 10;

  /** No room for the shared memory file of the log. */
  private static final int SHARED_MEMORY = IOERR | 19 << 8;

  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CANTOPEN = 14;

  /** Code of this store, unknown to SQLite. */
  private static final int FILE_REPLACED = CANTOPEN | 255 << 8;

  private static final int TOOBIG = 18;
  private static final int CONSTRAINT = 19;
  private static final int MISMATCH = 20;
  private static final int NOTADB = 26;

  private SqliteFaults() {}

  /** Returns the primary code; extended ones have higher bits. */
  private static int code(SQLException fault) {
    return fault.getErrorCode() & 0xff;
  }

  /** Returns the exception for a replaced file: further writes would be lost with it. */
  static SQLException fileReplaced(String how) {
    return new SQLException(how, null, FILE_REPLACED);
  }

  static StoreException explain(String name, String doing, SQLException fault) {
    return switch (code(fault)) {
      case BUSY, LOCKED ->
          new StoreException(
              "busy",
              name
                  + " is in use by another process that does not let go: "
                  + doing
                  + " failed; end that process, or try again later",
              fault);
      case FULL -> StoreErrors.full(name, doing, fault);
      case CORRUPT -> StoreErrors.damaged(name, String.valueOf(fault.getMessage()), doing, fault);
      case NOTADB ->
          new StoreException(
              "foreign",
              name + " is no SQLite file; give the path of a store, or of a file to be made",
              fault);
      case CANTOPEN, READONLY ->
          new StoreException(
              "unreachable",
              fault.getErrorCode() == FILE_REPLACED
                  ? name
                      + " was "
                      + fault.getMessage()
                      + " while it was open; nothing of "
                      + doing
                      + " is written: put the file back, or end this process"
                  : name + " cannot be opened for writing: " + fault.getMessage(),
              fault);
      case IOERR ->
          fault.getErrorCode() == SHARED_MEMORY
              ? StoreErrors.full(name, doing, fault)
              : new StoreException(
                  "failed",
                  "the disk of "
                      + name
                      + " fails: "
                      + doing
                      + " failed ("
                      + fault.getMessage()
                      + "); look at what the system says of it",
                  fault);
      default ->
          new StoreException(
              "failed", doing + " failed in " + name + ": " + fault.getMessage(), fault);
    };
  }

  static boolean isBusy(SQLException fault) {
    int code = code(fault);
    return code == BUSY || code == LOCKED;
  }

  static boolean isCorrupt(SQLException fault) {
    return code(fault) == CORRUPT;
  }

  static boolean isSingleWriteFault(SQLException fault) {
    int code = code(fault);
    return code == CONSTRAINT || code == TOOBIG || code == MISMATCH;
  }

  /** Tests for faults after which the file should be opened again. */
  static boolean isConnectionLost(SQLException fault) {
    int code = code(fault);
    return code == IOERR || code == CORRUPT || code == CANTOPEN || code == NOTADB;
  }
}
