package dev.statute.store;

import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Transaction of the host, in which a store writes: its writes happen if and when the host commits.
 * Equal only to itself. Confined to the thread of the transaction.
 */
public interface HostTransaction {
  /**
   * Writes the result of a message to an instance.
   *
   * @return {@link Committed#LOST} if nothing was written
   * @throws StoreException if the database refuses the write; nothing was written, and the
   *     transaction can continue
   */
  Committed commit(Commit commit);

  /** Puts an event into the inbox of an instance. */
  Accepted accept(Entry entry);

  /**
   * Returns the position of an instance as this transaction sees it; null if it does not exist. A
   * rollback to a savepoint sets it back.
   */
  @Nullable Position position(String id);

  /** Returns the result of an event as this transaction sees it; null if it is not handled. */
  @Nullable Handled handled(String id, String event);

  /**
   * Registers a callback that receives the end of the transaction once, on any thread: true if it
   * was committed, false if it was rolled back or its end is unknown.
   */
  void onEnd(Consumer<Boolean> callback);

  /** Epoch and revision of an instance: two states of an id with the same position are the same. */
  record Position(long epoch, long revision) {}
}
