package dev.statute.bench.durable;

/** What is measured: it goes on by itself until it is ended. */
interface DurableWorkload {
  /** How much of it is done so far. */
  long done();

  /** Begins nothing more, waits for what is under way, and closes everything. */
  void end() throws Exception;
}
