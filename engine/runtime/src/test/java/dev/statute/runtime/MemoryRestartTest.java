package dev.statute.runtime;

import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;

class MemoryRestartTest extends RestartContract {
  @Override
  protected InstanceStore open() {
    return new MemoryStore();
  }

  @Override
  protected int charts() {
    return 200;
  }
}
