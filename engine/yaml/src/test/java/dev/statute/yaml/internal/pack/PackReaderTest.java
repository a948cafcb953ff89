package dev.statute.yaml.internal.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackReaderTest {
  @Test
  void a_pack_has_what_can_be_read_of_a_faulty_description() {
    ProblemCollector problems = new ProblemCollector();
    Pack pack =
        PackReader.pack(
            SourceText.synthetic("team", "the test"),
            Layer.CHART,
            List.of(),
            new Source(
                "pack.yaml",
                """
                owner: us
                settings:
                  limit: { type: int, default: 3 }
                  wrong: { type: itn, default: 3 }
                """),
            new Source("tools.yaml", "tools: { read_file: READ, other: REED }\n"),
            List.of(),
            problems);
    assertThat(problems.sorted()).extracting(Problem::code).contains("P101");
    assertThat(pack.owner()).isEqualTo("us");
    assertThat(pack.settings().keySet()).contains("limit", "tool_effects");
  }
}
