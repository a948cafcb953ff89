package dev.statute.jdbc;

import dev.statute.step.Chart;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.RegisteredWorker;
import dev.statute.store.Worker;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An instance as somebody saw it who wants it.
 *
 * @param claimOrNull the answer, if nothing has to be written for it
 * @param free its row if nobody holds it
 */
record ClaimAttempt(@Nullable Claim claimOrNull, @Nullable InstanceRow free) {
  /** It is read whole even if it is free: what cannot be read is not taken. */
  static ClaimAttempt of(
      JdbcSession session,
      String id,
      Worker worker,
      Instant now,
      Function<String, @Nullable Chart> charts)
      throws SQLException {
    InstanceRow row = InstanceReader.row(session, id);
    if (row == null || !row.isThere()) {
      var inbox = InstanceReader.waiting(session, id, InstanceStore.BATCH);
      return answer(
          row == null
              ? new Claim.Absent(0, 0, 0, inbox)
              : new Claim.Absent(row.epoch(), row.revision(), row.events(), inbox));
    }
    if (row.isAside()) {
      String reason = row.reason();
      return answer(new Claim.Parked(row.status(), reason == null ? "" : reason));
    }
    RegisteredWorker other = WorkerTable.other(session, row, worker, now);
    if (other != null) {
      return answer(new Claim.Held(other.worker(), other.until()));
    }
    Claim taken = new Claim.Taken(InstanceReader.stored(session, row, charts));
    return row.isHeldBy(worker) ? answer(taken) : new ClaimAttempt(null, row);
  }

  private static ClaimAttempt answer(Claim claim) {
    return new ClaimAttempt(claim, null);
  }

  Claim claim() {
    return Objects.requireNonNull(claimOrNull);
  }
}
