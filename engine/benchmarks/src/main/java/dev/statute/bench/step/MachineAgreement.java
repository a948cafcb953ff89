package dev.statute.bench.step;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Comparison of a library's states with those of the hand-written machine, event by event. */
final class MachineAgreement {
  private static final int EVENTS = 2_000;
  private static final int SHOWN = 3;

  private MachineAgreement() {}

  /** Describes the differences; empty if there are none. */
  static List<String> differences(ChartRow row, LibraryColumn library) {
    Set<String> found = new LinkedHashSet<>();
    try {
      LibraryColumn.Maker maker = library.factory().apply(row);
      walk(row, maker, found);
    } catch (RuntimeException e) {
      found.add("cannot be built: " + e);
    }
    List<String> shown = new ArrayList<>(found);
    if (shown.size() > SHOWN) {
      int more = shown.size() - SHOWN;
      shown = new ArrayList<>(shown.subList(0, SHOWN));
      shown.add("and " + more + " more");
    }
    return shown;
  }

  /** Draws events; both machines restart after a difference. */
  private static void walk(ChartRow row, LibraryColumn.Maker maker, Set<String> found) {
    Random random = new Random(1);
    ChartMachine right = row.byHand().get();
    ChartMachine checked = maker.make();
    for (int i = 0; i < EVENTS; i++) {
      int event = random.nextInt(row.plan().events().size());
      String before = right.where();
      right.send(event);
      String after = after(checked, event);
      if (!after.equals(right.where())) {
        found.add(
            row.plan().events().get(event).event()
                + " in "
                + before
                + " leads to "
                + after
                + ", not to "
                + right.where());
        checked.close();
        right = row.byHand().get();
        checked = maker.make();
      }
    }
    checked.close();
  }

  private static String after(ChartMachine machine, int event) {
    try {
      machine.send(event);
      return machine.where();
    } catch (RuntimeException e) {
      return e.toString();
    }
  }
}
