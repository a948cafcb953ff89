package dev.statute.store;

/** Failure that the commits of a store survive. */
public enum Durability {
  /** Loss of power: a commit is on the disk before it is acknowledged. */
  POWER_SAFE,
  /** End of the process: a commit is in the operating system's cache. */
  PROCESS_SAFE,
  /** None. */
  MEMORY
}
