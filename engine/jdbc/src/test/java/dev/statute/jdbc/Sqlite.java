package dev.statute.jdbc;

import dev.statute.store.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files with empty tables, copied from one that was made once: faster than to make them anew. */
final class Sqlite {
  private static final byte[] EMPTY = make();

  private Sqlite() {}

  private static byte[] make() {
    try {
      Path folder = Files.createTempDirectory("statute");
      Path file = folder.resolve("empty.db");
      JdbcStore.sqlite(file, Durability.MEMORY).close();
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      Files.delete(folder);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JdbcStore open(Path file) {
    try {
      if (!Files.exists(file)) {
        Files.write(file, EMPTY);
      }
      return JdbcStore.sqlite(file, Durability.POWER_SAFE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
