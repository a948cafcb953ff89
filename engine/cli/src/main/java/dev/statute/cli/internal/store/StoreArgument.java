package dev.statute.cli.internal.store;

import dev.statute.jdbc.JdbcStore;
import picocli.CommandLine.Parameters;

/** Argument with the store of a command. */
public final class StoreArgument {
  @Parameters(
      index = "0",
      paramLabel = "FILE_OR_URL",
      description = "an SQLite file, or postgresql://USER@HOST/DATABASE")
  private String address = "";

  public String address() {
    return address;
  }

  /** Opens the store if it exists. */
  public JdbcStore open() {
    return StoreOpener.open(address);
  }

  /** Opens or creates the store. */
  JdbcStore openOrCreate() {
    return StoreOpener.openOrCreate(address);
  }
}
