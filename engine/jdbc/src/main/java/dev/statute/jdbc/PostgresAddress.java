package dev.statute.jdbc;

import dev.statute.store.StoreException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Where a database is, as the driver takes it: {@code jdbc:postgresql://host/database?user=…}. */
final class PostgresAddress {
  private PostgresAddress() {}

  /** What people are told: the address without user and password. */
  static String name(String url) {
    int end = url.indexOf('?');
    return end < 0 ? url : url.substring(0, end);
  }

  /**
   * Connections to it.
   *
   * @throws StoreException {@code unreachable} if the driver cannot read it
   */
  static DataSource source(String url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    try {
      source.setURL(url);
    } catch (IllegalArgumentException e) {
      // the driver's own message has the whole of it, with the password
      throw new StoreException(
          "unreachable",
          name(url)
              + " is no address of a PostgreSQL database; it is written"
              + " jdbc:postgresql://HOST:PORT/DATABASE?user=USER, the port from 1 to 65535",
          null);
    }
    return source;
  }
}
