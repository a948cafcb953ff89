package dev.statute.drools.internal.table;

import java.util.List;

/**
 * What a cell states about its value: that one of some tests holds, or that none does.
 *
 * @param isNegated none of the tests holds
 */
record CellTests(boolean isNegated, List<CellTest> alternatives) {
  CellTests {
    alternatives = List.copyOf(alternatives);
  }
}
