package dev.statute.bench.durable;

/** What a database did so far, as it counts itself; only differences mean anything. */
interface DatabaseMeter {
  Counts read() throws Exception;

  /** Nanoseconds of processes of its own, 0 if it has none. */
  double cpu() throws Exception;

  /**
   * What was counted.
   *
   * @param commits transactions that wrote
   * @param flushes calls that waited for the disk
   */
  record Counts(double commits, double flushes) {
    Counts minus(Counts before) {
      return new Counts(commits - before.commits, flushes - before.flushes);
    }
  }
}
