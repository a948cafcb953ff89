package dev.statute.samples.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FleetFindingsTest {
  @Test
  void the_fleet_has_the_findings_that_scan_prints_for_each_session() throws Exception {
    Path root = Path.of(System.getProperty("statute.root"));
    List<String> lines = FleetFindings.report(root, root.resolve("samples/nexora"), 30);
    Map<String, Integer> counts = new TreeMap<>();
    for (String line : lines) {
      String[] words = line.split(" +");
      counts.merge(words[1], Integer.parseInt(words[2]), Integer::sum);
    }
    assertThat(counts)
        .isEqualTo(Map.of("oscillation", 30, "repeated-error", 30, "no-progress", 20));
  }
}
