package dev.statute.cli.internal.top;

import java.util.List;

/** Server or store that the view reads; each read is a fresh one. */
interface TopSource extends AutoCloseable {
  /** Row of an instance or an agent; texts are empty where nothing is known. */
  record TopRow(
      boolean agent,
      String id,
      String chart,
      String state,
      String status,
      String waits,
      String finding) {}

  /** Name of the source. */
  String name();

  /** Returns the instances, those changed last first, then the agents. */
  List<TopRow> rows();

  /** Returns lines about one row: its data, what it waits for, its last events. */
  List<String> describe(TopRow row);

  @Override
  void close();
}
