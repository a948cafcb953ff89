package dev.statute.jdbc.internal.postgres;

import dev.statute.store.StoreException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Address of a database in the form of the driver: {@code jdbc:postgresql://host/database?user=…}.
 */
public final class PostgresAddress {
  private PostgresAddress() {}

  /** Returns the address without user and password. */
  public static String displayName(String url) {
    int end = url.indexOf('?');
    return end < 0 ? url : url.substring(0, end);
  }

  /**
   * Creates a source of connections.
   *
   * @throws StoreException {@code unreachable} if the driver cannot parse the address
   */
  public static DataSource dataSource(String url) {
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
