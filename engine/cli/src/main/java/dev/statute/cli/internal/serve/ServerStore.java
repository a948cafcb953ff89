package dev.statute.cli.internal.serve;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.store.StoreOpener;
import dev.statute.jdbc.JdbcStore;
import dev.statute.runtime.Clock;
import dev.statute.runtime.EngineBuilder;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.LocalDoorbell;
import dev.statute.store.MemoryStore;
import dev.statute.turns.TurnDependencies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Store of a server with its doorbell.
 *
 * @param place where instances are kept, without a password
 * @param worker name that only one worker of a store has at a time; null = a new name
 * @param journal folder of the decision logs; null = a temporary one
 */
record ServerStore(
    String place,
    InstanceStore store,
    Doorbell doorbell,
    @Nullable String worker,
    @Nullable Path journal)
    implements AutoCloseable {
  /** Opens a store as {@code --store} names it. */
  static ServerStore open(@Nullable String named) {
    if (named != null && named.equals("memory")) {
      return new ServerStore(
          "memory, until it ends", new MemoryStore(), new LocalDoorbell(), null, null);
    }
    String where = named == null ? stateFolder().resolve("serve.db").toString() : named;
    InstanceStore opened = StoreOpener.openOrCreate(where);
    boolean isFile = StoreOpener.isFile(where);
    return new ServerStore(
        isFile ? Path.of(where).toAbsolutePath().toString() : StoreOpener.displayName(where),
        opened,
        StoreOpener.doorbell(where),
        isFile ? "serve" : null,
        isFile ? Path.of(where + ".steps") : stateFolder().resolve("steps"));
  }

  private static Path stateFolder() {
    String state = System.getenv("XDG_STATE_HOME");
    String home = System.getenv("HOME"); // Java's own comes from the list of users
    Path folder =
        state != null && Path.of(state).isAbsolute()
            ? Path.of(state)
            : Path.of(
                home != null && Path.of(home).isAbsolute() ? home : System.getProperty("user.home"),
                ".local",
                "state");
    Path own = folder.resolve("statute");
    try {
      return Files.createDirectories(own);
    } catch (IOException e) {
      throw new UsageException(
          "the folder " + own + " cannot be created; give --store FILE or --store memory");
    }
  }

  /** Adds the store to an engine. */
  EngineBuilder addTo(EngineBuilder engine) {
    EngineBuilder with = engine.store(store).doorbell(doorbell);
    return worker == null ? with : with.worker(worker);
  }

  /** Returns what agent turns need; null in memory, where no agents are kept. */
  @Nullable TurnDependencies turns() {
    return store instanceof JdbcStore jdbc
        ? new TurnDependencies(
            jdbc.turns(),
            Clock.system(),
            new SecureRandom(),
            JdbcStore.codec(),
            doorbell,
            ForkJoinPool.commonPool())
        : null;
  }

  @Override
  public void close() {
    doorbell.close();
    store.close();
  }
}
