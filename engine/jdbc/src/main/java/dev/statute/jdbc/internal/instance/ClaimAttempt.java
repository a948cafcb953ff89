package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.step.Chart;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.RegisteredWorker;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.Worker;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State of an instance at an attempt to claim it.
 *
 * @param decision the result, if no write is needed
 * @param free its row if it has no holder
 */
public record ClaimAttempt(@Nullable Claim decision, @Nullable InstanceRow free) {
  /** Reads the whole instance even if it is free: an unreadable one is not claimed. */
  public static ClaimAttempt read(
      JdbcSession session,
      String id,
      Worker worker,
      Instant now,
      Function<String, @Nullable Chart> charts)
      throws SQLException {
    InstanceRow row = InstanceReader.readRow(session, id);
    if (row == null || !row.exists()) {
      var inbox = InstanceReader.readInbox(session, id, InstanceStore.BATCH);
      return decided(
          row == null
              ? new Claim.Absent(0, 0, 0, inbox)
              : new Claim.Absent(row.epoch(), row.revision(), row.events(), inbox));
    }
    if (row.isSetAside()) {
      String reason = row.reason();
      return decided(new Claim.Parked(row.status(), reason == null ? "" : reason));
    }
    RegisteredWorker other = WorkerTable.currentHolder(session, row, worker, now);
    boolean ended = row.status() == Status.DONE;
    if (other != null && !(ended && InstanceReader.readPending(session, id).isEmpty())) {
      return decided(new Claim.Held(other.worker(), other.until()));
    }
    Claim taken = new Claim.Taken(InstanceReader.readStored(session, row, charts));
    return other != null || row.isHeldBy(worker) ? decided(taken) : new ClaimAttempt(null, row);
  }

  private static ClaimAttempt decided(Claim claim) {
    return new ClaimAttempt(claim, null);
  }

  public Claim claim() {
    return Objects.requireNonNull(decision);
  }

  /** Returns the result after a write that claimed the instance, unless another one came first. */
  public Claim claim(InstanceRow before) {
    Claim now = claim();
    return now instanceof Claim.Taken taken && taken.stored().epoch() == before.epoch() + 1
        ? new Claim.Taken(taken.stored(), before.holder())
        : now;
  }
}
