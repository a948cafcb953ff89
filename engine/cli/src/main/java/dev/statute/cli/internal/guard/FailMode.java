package dev.statute.cli.internal.guard;

/** Treatment of calls while the daemon does not answer. */
enum FailMode {
  /** A call runs unguarded. */
  OPEN,
  /** A call is refused. */
  CLOSED
}
