package dev.statute.flink;

import dev.statute.json.JsonText;
import dev.statute.problem.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text of a problem with the input that it concerns, as one line of JSON. */
final class ProblemText {
  private ProblemText() {}

  static String of(Problem problem, @Nullable FleetLine line) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("severity", problem.isError() ? "error" : "warning");
    all.put("code", problem.code());
    all.put("place", problem.place().toString());
    all.put("message", problem.message());
    all.put("fix", problem.fix());
    if (line != null) {
      all.put("chart", line.chart());
      all.put("line", line.text());
    }
    return JsonText.write(all);
  }
}
