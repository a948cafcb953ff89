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
          new Library("switch by name", ByName::knows, ByName::maker),
          new Library("statute", plan -> true, row -> Ours.live(row.plan())),
          new Library("statute by name", plan -> true, row -> Ours.named(row.plan())),
          new Library("statute, outcomes", plan -> true, row -> Ours.handled(row.plan())),
          new Library(
              "stateless4j", plan -> !plan.hasRegions(), row -> Stateless4j.maker(row.plan())),
          new Library("easy-states", Plan::isFlat, row -> EasyStates.maker(row.plan())),
          new Library("cola", Plan::isFlat, row -> Cola.maker(row.plan())),
          new Library("squirrel", plan -> true, row -> Squirrel.maker(row.plan())),
          new Library(
              "spring",
              plan -> plan.states().size() < 64,
              row -> SpringStatemachine.maker(row.plan())),
          new Library("commons-scxml", plan -> true, row -> CommonsScxml.maker(row.plan())),
          new Library("pekko fsm", Plan::isFlat, row -> PekkoFsm.maker(row.plan())));

  static Library named(String name) {
    return ALL.stream()
        .filter(library -> library.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no library is called " + name));
  }
}
