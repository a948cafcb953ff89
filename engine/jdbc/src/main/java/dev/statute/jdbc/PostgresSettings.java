package dev.statute.jdbc;

import dev.statute.store.Durability;
import java.time.Duration;

/**
 * Settings of a store in PostgreSQL.
 *
 * @param durability failure that commits survive; more than {@code PROCESS_SAFE} requires {@code
 *     fsync} on the server
 * @param schema of the tables; created if missing
 * @param writers number of writing connections, each for its share of the instances; agents use
 *     more than one only while many transactions are under way
 * @param readers maximum number of reading connections
 * @param timeout limit for answers of the server
 */
public record PostgresSettings(
    Durability durability, String schema, int writers, int readers, Duration timeout) {
  /** Power-safe, schema {@code statute}, 2 writers, 4 readers, 30 s. */
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
