package dev.statute.jdbc.internal.sql;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Row of a table as it was read, with its checksum. */
public interface StoredRow {
  /** Returns the key of the row in messages. */
  String name();

  /** Returns the difference from its checksum, or null. */
  @Nullable String damage();

  /** Returns why its content cannot be read, or null. */
  default @Nullable String unreadable() {
    return null;
  }

  /** Returns the damage of the row or of its content, or null. */
  default @Nullable String defect() {
    String damage = damage();
    return damage == null ? unreadable() : damage;
  }

  /** Fails if the row is damaged. */
  default void verify(String table) {
    String damage = damage();
    if (damage != null) {
      throw RowDamage.corrupted(table, name(), damage);
    }
  }

  /** Verifies the row, and parses its content. */
  default <T> T readContent(String table, Supplier<T> content) {
    verify(table);
    return RowDamage.read(table, name(), content);
  }
}
