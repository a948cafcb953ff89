package dev.statute.jdbc.internal.postgres;

import dev.statute.jdbc.internal.sql.DriverCheck;
import dev.statute.store.StoreException;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Address of a database in the form of the driver: {@code jdbc:postgresql://host/database?user=…}.
 */
public final class PostgresAddress {
  private PostgresAddress() {}

  /** Returns the address without user and password. */
  public static String displayName(String url) {
    return url.replaceFirst("\\?.*", "").replaceFirst("//[^/]*@", "//");
  }

  /**
   * Creates a source of connections.
   *
   * @throws StoreException {@code unreachable} if the driver cannot parse the address, {@code
   *     no-driver} without the driver
   */
  public static DataSource dataSource(String url) {
    DriverCheck.require(
        "PostgreSQL", "statute-postgres", List.of("org.postgresql.ds.PGSimpleDataSource"));
    PGSimpleDataSource source = new PGSimpleDataSource();
    try {
      source.setURL(url);
    } catch (IllegalArgumentException e) {
      // the driver's own message contains the whole address, with the password
      throw new StoreException(
          "unreachable",
          displayName(url)
              + " is no address of a PostgreSQL database; it is written"
              + " jdbc:postgresql://HOST:PORT/DATABASE?user=USER, the port from 1 to 65535",
          null);
    }
    return source;
  }
}
