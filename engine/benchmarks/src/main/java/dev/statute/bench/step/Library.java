package dev.statute.bench.step;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A column of the table.
 *
 * @param can whether it can express a plan at all
 * @param factory compiles a plan once; what it gives makes instances
 */
record Library(String name, Predicate<Plan> can, Function<Row, Maker> factory) {
  /** Makes instances of one chart. */
  interface Maker {
    /** A started instance. */
    Machine make();
  }

  /** What the others are compared with. */
  static final String SWITCH = "switch";

  /** All of them, in the order of the table. */
  static final List<Library> ALL =
      List.of(
          new Library(SWITCH, plan -> true, row -> row.byHand()::get),
          new Library("statute", plan -> true, row -> Ours.live(row.plan())),
          new Library("statute, outcomes", plan -> true, row -> Ours.handled(row.plan())));

  static Library named(String name) {
    return ALL.stream()
        .filter(library -> library.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no library is called " + name));
  }
}
