package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounds of parallel calls in logs that do not name them. */
class ParallelCallsTest {
  private static List<Object> batches(String log) {
    Source source = new Source("x.jsonl", log);
    List<Object> batches = new ArrayList<>();
    for (SessionLog.Entry entry :
        SessionLog.read(SessionLog.detect(source).orElseThrow(), source).get().entries()) {
      if ("tool_call".equals(entry.fields().get("type"))) {
        batches.add(String.valueOf(entry.fields().get("batch")));
      }
    }
    return batches;
  }

  private static String item(String type, String id, String more) {
    return "{\"type\":\"response_item\",\"payload\":{\"type\":\""
        + type
        + "\",\"call_id\":\""
        + id
        + "\","
        + more
        + "}}\n";
  }

  private static String begin(String id) {
    return item("function_call", id, "\"name\":\"shell\",\"arguments\":\"{}\"");
  }

  private static String end(String id) {
    return item("function_call_output", id, "\"output\":\"ok " + id + "\"");
  }

  @Test
  void calls_of_codex_with_no_result_between_are_a_round() {
    assertThat(batches(begin("a") + begin("b") + begin("c") + end("b") + end("a") + end("c")))
        .containsExactly("line 2", "line 2", "line 2");
  }

  @Test
  void a_call_after_a_result_is_no_part_of_the_round() {
    assertThat(batches(begin("a") + end("a") + begin("b") + end("b")))
        .containsExactly("null", "null");
    assertThat(batches(begin("a") + begin("b") + end("a") + begin("c") + end("b") + end("c")))
        .containsExactly("line 2", "line 2", "null");
  }
}
