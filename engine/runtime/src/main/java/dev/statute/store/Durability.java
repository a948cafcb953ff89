package dev.statute.store;

/** What a store's commits outlive. */
public enum Durability {
  /** Loss of power: a commit is on the disk before anybody hears of it. */
  POWER_SAFE,
  /** The end of the process: a commit is in the operating system's hands. */
  PROCESS_SAFE,
  /** Nothing. */
  MEMORY
}
