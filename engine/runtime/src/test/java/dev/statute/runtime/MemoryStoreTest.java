package dev.statute.runtime;

class MemoryStoreTest extends InstanceStoreContract {
  @Override
  protected InstanceStore open() {
    return new MemoryStore();
  }
}
