package dev.statute.cli;

import dev.statute.jdbc.JdbcStore;
import picocli.CommandLine.Parameters;

/** The store that a command is about. */
final class StoreArgument {
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
    return StoreOpener.open(where);
  }

  /** Opens it, or makes it. */
  JdbcStore make() {
    return StoreOpener.make(where);
  }
}
