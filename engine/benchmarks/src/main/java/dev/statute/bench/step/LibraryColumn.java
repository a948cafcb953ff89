package dev.statute.bench.step;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Column of the table.
 *
 * @param can tests if the library supports a plan
 * @param factory compiles a plan once; its result creates instances
 */
record LibraryColumn(String name, Predicate<ChartPlan> can, Function<ChartRow, Maker> factory) {
  /** Factory of instances of one chart. */
  interface Maker {
    /** Creates a started instance. */
    ChartMachine make();
  }

  /** Baseline of the comparison. */
  static final String SWITCH = "switch";

  /** Columns in the order of the table. */
  static final List<LibraryColumn> ALL =
      List.of(
          new LibraryColumn(SWITCH, plan -> true, row -> row.byHand()::get),
          new LibraryColumn("switch by name", NamedEventMachines::knows, NamedEventMachines::maker),
          new LibraryColumn("statute", plan -> true, row -> StatuteMachine.live(row.plan())),
          new LibraryColumn(
              "statute by name", plan -> true, row -> StatuteMachine.named(row.plan())),
          new LibraryColumn(
              "statute with outcomes", plan -> true, row -> StatuteMachine.handled(row.plan())),
          new LibraryColumn(
              "stateless4j", plan -> !plan.hasRegions(), row -> StatelessMachine.maker(row.plan())),
          new LibraryColumn("easy-states", ChartPlan::isFlat, row -> EasyStates.maker(row.plan())),
          new LibraryColumn("cola", ChartPlan::isFlat, row -> ColaMachine.maker(row.plan())),
          new LibraryColumn("squirrel", plan -> true, row -> SquirrelMachine.maker(row.plan())),
          new LibraryColumn(
              "spring",
              plan -> plan.states().size() < 64,
              row -> SpringStatemachine.maker(row.plan())),
          new LibraryColumn("commons-scxml", plan -> true, row -> CommonsScxml.maker(row.plan())),
          new LibraryColumn("pekko fsm", ChartPlan::isFlat, row -> PekkoFsm.maker(row.plan())));

  static LibraryColumn named(String name) {
    return ALL.stream()
        .filter(library -> library.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no library is called " + name));
  }
}
