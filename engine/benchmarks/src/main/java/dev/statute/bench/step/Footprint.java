package dev.statute.bench.step;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jol.info.GraphLayout;

/** Bytes of an idle instance: what one more of them adds to the heap, shared parts not counted. */
final class Footprint {
  private static final int MANY = 65;

  private Footprint() {}

  static long bytes(Row row, Library library) {
    Library.Maker maker = library.factory().apply(row);
    List<Machine> machines = new ArrayList<>(List.of(maker.make()));
    long one = size(machines); // before the others: some libraries know all of theirs from each
    for (int i = 1; i < MANY; i++) {
      machines.add(maker.make());
    }
    long all = size(machines);
    machines.forEach(Machine::close);
    return (all - one) / (MANY - 1);
  }

  private static long size(List<Machine> machines) {
    return GraphLayout.parseInstance(machines.stream().map(Machine::kept).toArray()).totalSize();
  }
}
