package dev.statute.store;

/**
 * One process that works on the instances of a store.
 *
 * @param name what people call it; one worker of a name at a time
 * @param session tells this run of it from all others
 */
public record Worker(String name, String session) {
  /** This process, under a name that no other worker has. */
  public static Worker here() {
    return here(WorkerSession.name());
  }

  /** This process, under a name; others on the same machine can see when it has died. */
  public static Worker here(String name) {
    return new Worker(name, WorkerSession.begin());
  }

  /** Whether its process has certainly ended; false where that cannot be known. */
  public boolean isDead() {
    return WorkerSession.isDead(session);
  }
}
