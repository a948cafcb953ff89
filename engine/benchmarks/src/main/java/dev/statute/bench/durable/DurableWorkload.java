package dev.statute.bench.durable;

/** Measured workload; it runs until it is ended. */
interface DurableWorkload {
  /** Number of finished operations. */
  long done();

  /** Starts no more operations, waits for the running ones, and closes everything. */
  void end() throws Exception;
}
