package dev.statute.jdbc;

import dev.statute.store.Durability;
import java.nio.file.Path;
import java.util.List;

/** Where a store is, so that another process can be told. */
record Place(List<String> words) {
  static Place sqlite(Path file) {
    return sqlite(file, Durability.POWER_SAFE);
  }

  static Place sqlite(Path file, Durability durability) {
    return new Place(List.of("sqlite", file.toString(), durability.name()));
  }

  static Place postgres(PostgresSettings settings) {
    return postgres(Postgres.url(), settings);
  }

  static Place postgres(String url, PostgresSettings settings) {
    return new Place(List.of("postgres", url, settings.schema()));
  }

  /** What a program was told behind its other arguments. */
  static Place of(String[] arguments, int from) {
    return new Place(List.of(arguments).subList(from, arguments.length));
  }

  JdbcStore open() {
    return words.get(0).equals("sqlite")
        ? JdbcStore.sqlite(Path.of(words.get(1)), Durability.valueOf(words.get(2)))
        : JdbcStore.postgres(words.get(1), PostgresSettings.DEFAULT.inSchema(words.get(2)));
  }
}
