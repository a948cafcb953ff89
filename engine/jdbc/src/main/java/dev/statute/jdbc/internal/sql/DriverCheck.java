package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.util.List;

/**
 * Check for the libraries of a database. They are optional: a program with one database does not
 * carry those of the other.
 */
public final class DriverCheck {
  private DriverCheck() {}

  /**
   * Requires the libraries of a database on the class path.
   *
   * @param artifact artifact that brings all of them
   * @param types one class of each library
   * @throws StoreException {@code no-driver}
   */
  public static void require(String database, String artifact, List<String> types) {
    for (String type : types) {
      try {
        Class.forName(type, false, DriverCheck.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        throw new StoreException(
            "no-driver",
            "stores in "
                + database
                + " need the class "
                + type
                + ", which is not on the class path; add the dependency '"
                + artifact
                + "', of the same group and version as statute-jdbc",
            e);
      }
    }
  }
}
