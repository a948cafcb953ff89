package dev.statute.jdbc;

import dev.statute.jdbc.internal.instance.ClaimAttempt;
import dev.statute.jdbc.internal.instance.EffectSettlement;
import dev.statute.jdbc.internal.instance.InstanceReader;
import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.maintenance.InstanceRetention;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.write.SimpleWrite;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.step.Chart;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and claims of instances; quarantines instances with damaged rows. Thread-safe. */
final class InstanceAccess {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcStore.class);

  private final StoreConnections connections;
  private final EffectSettlement effects;
  private final InstanceRetention retention;

  InstanceAccess(
      StoreConnections connections, EffectSettlement effects, InstanceRetention retention) {
    this.connections = connections;
    this.effects = effects;
    this.retention = retention;
  }

  @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    Optional<Stored> stored =
        read(
            id,
            session -> {
              InstanceRow row = InstanceReader.readRow(session, id);
              return row == null || !row.exists()
                  ? Optional.empty()
                  : Optional.of(InstanceReader.readStored(session, row, charts));
            });
    return stored.orElse(null);
  }

  /** Reads after earlier settlements are written; on a damaged row, quarantines its instance. */
  <T> T read(String id, JdbcSession.SessionWork<T> reading) {
    effects.awaitPending();
    try {
      return connections.readers.read("reading instance '" + id + "'", reading);
    } catch (StoreException e) {
      if (e.code().equals("corrupted")) {
        quarantine(id, e);
      }
      throw e;
    }
  }

  private void quarantine(String id, StoreException why) {
    LOG.error("instance '{}' is set aside: {}", id, why.getMessage());
    try {
      retention.quarantine(id, String.valueOf(why.getMessage()));
    } catch (RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  Claim claim(String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    InstanceRow before = null;
    while (true) {
      ClaimAttempt seen = read(id, session -> ClaimAttempt.read(session, id, worker, now, charts));
      InstanceRow free = seen.free();
      if (free == null) {
        return before == null ? seen.claim() : seen.claim(before);
      }
      before = free;
      // in the writing transaction, because the instance may have changed since
      connections.writeAndWait(
          id,
          SimpleWrite.conditional(
              "claiming instance '" + id + "'",
              new StoreWrite.RowChange(
                  WriteStatement.CLAIM_INSTANCE,
                  free.epoch() + 1,
                  free.crcAtEpoch(free.epoch() + 1),
                  worker.name(),
                  worker.session(),
                  id,
                  free.epoch(),
                  free.revision())));
    }
  }

  void release(String id, Worker worker) {
    connections.writeAndWait(
        id,
        SimpleWrite.conditional(
            "releasing instance '" + id + "'",
            new StoreWrite.RowChange(
                WriteStatement.RELEASE_INSTANCE, id, worker.name(), worker.session())));
  }

  @Nullable Handled handled(String instance, String event) {
    Optional<Handled> handled =
        read(
            instance,
            session -> Optional.ofNullable(InstanceReader.readHandled(session, instance, event)));
    return handled.orElse(null);
  }
}
