package dev.statute.store;

/**
 * Process that works on the instances of a store.
 *
 * @param name for people; unique among live workers
 * @param session unique per run of the process
 */
public record Worker(String name, String session) {
  /** Returns this process under a generated unique name. */
  public static Worker here() {
    return here(WorkerSession.name());
  }

  /** Returns this process under a name; others on the same machine can detect its death. */
  public static Worker here(String name) {
    return new Worker(name, WorkerSession.begin());
  }

  /** Tests for a process that has certainly ended; false if that is unknown. */
  public boolean isDead() {
    return WorkerSession.isDead(session);
  }
}
