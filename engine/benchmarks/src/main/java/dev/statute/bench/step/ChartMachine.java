package dev.statute.bench.step;

/** One instance of a row's chart, in some library. Confined to one thread. */
interface ChartMachine extends AutoCloseable {
  /** Gives it an event, by its number in the plan, and waits until it is handled. */
  void send(int event);

  /** Ids of the active atomic states in document order, joined by a plus sign. */
  String where();

  /** The instance as the library has it, without what is around it here. */
  default Object kept() {
    return this;
  }

  @Override
  default void close() {}
}
