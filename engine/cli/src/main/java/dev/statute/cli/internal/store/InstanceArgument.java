package dev.statute.cli.internal.store;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.jdbc.JdbcStore;
import dev.statute.store.InstanceStore;
import dev.statute.store.StoreException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Arguments with the instance of a command and its store. */
final class InstanceArgument {
  @Mixin private StoreArgument place = new StoreArgument();

  @Parameters(index = "1", paramLabel = "ID", description = "an instance")
  private String id = "";

  String id() {
    return id;
  }

  String address() {
    return place.address();
  }

  /** Opens the store if it exists. */
  JdbcStore open() {
    return place.open();
  }

  /** Tests for the instance, even if it cannot be read. */
  boolean exists(InstanceStore store) {
    return exists(store, id);
  }

  static boolean exists(InstanceStore store, String id) {
    try {
      return store.inspect(id) != null;
    } catch (StoreException e) {
      if (e.code().equals("corrupted")) {
        return true;
      }
      throw e;
    }
  }

  /** Creates the error for an instance that does not exist. */
  UsageException unknown(InstanceStore store) {
    return StoreOpener.unknownInstance(store, place.address(), id);
  }
}
