package dev.statute.jdbc.internal.sql;

import dev.statute.store.StoreException;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Messages and exceptions for stored rows that are damaged. */
public final class RowDamage {
  public static final String MISMATCH = "its content does not match its checksum";

  /** Tables with rows that are removed together with their instance. */
  private static final Set<String> INSTANCE_TABLES =
      Set.of("instances", "inbox", "outbox", "events", "handled_ids", "lives");

  private RowDamage() {}

  public static StoreException corrupted(String table, String row, String damage) {
    return new StoreException(
        "corrupted",
        "row '"
            + row
            + "' of table "
            + table
            + " is not what was written: "
            + damage
            + "; restore it from a backup"
            + (INSTANCE_TABLES.contains(table)
                ? ", or give the instance up for good ('statute store remove')"
                : ""),
        null);
  }

  /** Parses the content of a row; content with a valid checksum may still be unreadable text. */
  public static <T> T read(String table, String row, Supplier<T> parse) {
    try {
      return parse.get();
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      StoreException corrupted = corrupted(table, row, unreadable(e));
      corrupted.addSuppressed(e);
      throw corrupted;
    }
  }

  /** Parses the content of a row; returns the damage, or null if the content is readable. */
  public static @Nullable String unreadable(Runnable parse) {
    try {
      parse.run();
      return null;
    } catch (RuntimeException | StackOverflowError e) {
      return unreadable(e);
    }
  }

  /** Message for content that failed to parse. */
  public static String unreadable(Throwable e) {
    return "its content cannot be read"
        + (e instanceof RuntimeException && e.getMessage() != null ? ": " + e.getMessage() : "");
  }
}
