package dev.statute.cli;

import dev.statute.jdbc.JdbcStore;
import picocli.CommandLine.Parameters;

/** The store that a command is about. */
final class StorePlace {
  @Parameters(
      index = "0",
      paramLabel = "FILE_OR_URL",
      description = "an SQLite file, or postgresql://USER@HOST/DATABASE")
  private String where = "";

  String where() {
    return where;
  }

  /** Opens it if it is there. */
  JdbcStore open() {
    return Stores.open(where);
  }

  /** Opens it, or makes it. */
  JdbcStore make() {
    return Stores.make(where);
  }
}
