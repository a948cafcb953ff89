package dev.statute.bench.durable;

/** Counters of a database; only differences are meaningful. */
interface DatabaseMeter {
  Counts read() throws Exception;

  /** Processor time of the database's own processes in nanoseconds; 0 if it has none. */
  double cpu() throws Exception;

  /**
   * Values of the counters.
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
