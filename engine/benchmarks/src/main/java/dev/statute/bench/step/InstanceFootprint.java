package dev.statute.bench.step;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jol.info.GraphLayout;

/** Size of an idle instance in bytes: its addition to the heap, without shared parts. */
final class InstanceFootprint {
  private static final int MANY = 65;

  private InstanceFootprint() {}

  static long bytes(ChartRow row, LibraryColumn library) {
    LibraryColumn.Maker maker = library.factory().apply(row);
    List<ChartMachine> machines = new ArrayList<>(List.of(maker.make()));
    long one = size(machines); // before the others: some libraries link each instance to all others
    for (int i = 1; i < MANY; i++) {
      machines.add(maker.make());
    }
    long all = size(machines);
    machines.forEach(ChartMachine::close);
    return (all - one) / (MANY - 1);
  }

  private static long size(List<ChartMachine> machines) {
    return GraphLayout.parseInstance(machines.stream().map(ChartMachine::kept).toArray())
        .totalSize();
  }
}
