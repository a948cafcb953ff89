package dev.statute.bench.durable;

/** What a database did so far, as it counts itself; only differences mean anything. */
interface Meter {
  Counts read() throws Exception;

  /**
   * What was counted.
   *
   * @param commits transactions that wrote
   * @param flushes calls that waited for the disk
   * @param cpu nanoseconds of processes of its own, 0 if it has none
   */
  record Counts(double commits, double flushes, double cpu) {
    Counts minus(Counts before) {
      return new Counts(commits - before.commits, flushes - before.flushes, cpu - before.cpu);
    }
  }
}
