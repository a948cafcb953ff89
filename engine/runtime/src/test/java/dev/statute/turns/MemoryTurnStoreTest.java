package dev.statute.turns;

class MemoryTurnStoreTest extends TurnStoreContract {
  @Override
  protected TurnStore open() {
    return new MemoryTurnStore();
  }
}
