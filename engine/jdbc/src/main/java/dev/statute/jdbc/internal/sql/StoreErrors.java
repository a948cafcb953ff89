package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.sql.SQLException;

/** Messages for faults common to all databases. */
public final class StoreErrors {
  private StoreErrors() {}

  public static StoreException full(String name, String doing, SQLException fault) {
    return new StoreException(
        "full",
        "the disk of "
            + name
            + " is full: "
            + doing
            + " failed, nothing of it is written; make room, and it goes on",
        fault);
  }

  /**
   * Returns the exception for a damaged database.
   *
   * @param said message of the database
   */
  public static StoreException damaged(String name, String said, String doing, SQLException fault) {
    return new StoreException(
        "corrupted",
        name + " is damaged (" + said + "), seen when " + doing + "; restore it from a backup",
        fault);
  }
}
