package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.mailbox.ActorMessage;

/** Instances of an engine by id, which may not exist in its store. Thread-safe. */
interface InstanceDirectory {
  /** Loads an instance into memory and has it look into its inbox. */
  void open(String id);

  /** Enqueues a message of the host; false if too many are waiting. */
  boolean offer(String id, ActorMessage message);

  /** Enqueues a message that must not be lost. */
  void enqueue(String id, ActorMessage message);

  /** Removes an instance that closed its mailbox from memory. */
  void remove(String id);
}
