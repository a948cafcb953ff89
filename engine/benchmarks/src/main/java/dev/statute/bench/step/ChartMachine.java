package dev.statute.bench.step;

/** Instance of a row's chart in some library. Confined to one thread. */
interface ChartMachine extends AutoCloseable {
  /** Sends an event by its number in the plan, and waits until it is handled. */
  void send(int event);

  /** Ids of the active atomic states in document order, joined by a plus sign. */
  String where();

  /** Instance of the library without its wrapper. */
  default Object kept() {
    return this;
  }

  @Override
  default void close() {}
}
