package dev.statute.jdbc;

import dev.statute.store.Durability;
import java.time.Duration;

/**
 * How a store uses PostgreSQL.
 *
 * @param durability what commits outlive; beyond the process it also takes a server that has {@code
 *     fsync} on
 * @param schema where the tables lie; it is made if it is missing
 * @param writers connections that write, each for its share of the instances; agents are spread
 *     over more than one only while many transactions are under way
 * @param readers connections that read, at most
 * @param timeout how long an answer of the server is waited for
 */
public record PostgresSettings(
    Durability durability, String schema, int writers, int readers, Duration timeout) {
  /** Safe when the power fails, schema {@code statute}, 2 writers, 4 readers, 30 s. */
  public static final PostgresSettings DEFAULT =
      new PostgresSettings(Durability.POWER_SAFE, "statute", 2, 4, Duration.ofSeconds(30));

  public PostgresSettings {
    if (!schema.matches("[a-z_][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException(
          "'" + schema + "' is no name of a schema; use small letters, digits and _");
    }
    if (writers < 1 || readers < 1 || timeout.toMillis() < 1) {
      throw new IllegalArgumentException("writers, readers and timeout must be at least 1");
    }
  }

  public PostgresSettings withDurability(Durability other) {
    return new PostgresSettings(other, schema, writers, readers, timeout);
  }

  public PostgresSettings withSchema(String other) {
    return new PostgresSettings(durability, other, writers, readers, timeout);
  }

  public PostgresSettings withTimeout(Duration other) {
    return new PostgresSettings(durability, schema, writers, readers, other);
  }
}
