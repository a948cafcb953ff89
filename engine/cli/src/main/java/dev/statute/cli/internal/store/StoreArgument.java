package dev.statute.cli.internal.store;

import dev.statute.jdbc.JdbcStore;
import picocli.CommandLine.Parameters;

/** The store that a command is about. */
public final class StoreArgument {
  @Parameters(
      index = "0",
      paramLabel = "FILE_OR_URL",
      description = "an SQLite file, or postgresql://USER@HOST/DATABASE")
  private String address = "";

  public String address() {
    return address;
  }

  /** Opens it if it is there. */
  public JdbcStore open() {
    return StoreOpener.open(address);
  }

  /** Opens it, or makes it. */
  JdbcStore openOrCreate() {
    return StoreOpener.openOrCreate(address);
  }
}
