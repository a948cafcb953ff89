package dev.statute.charts;

import dev.statute.testkit.StatuteTests;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Test files beside the charts. */
class ChartFilesTest {
  @TestFactory
  Stream<DynamicNode> every_chart_does_what_the_file_beside_it_says() {
    return StatuteTests.in(Path.of(System.getProperty("statute.root", ".."), "charts"));
  }
}
