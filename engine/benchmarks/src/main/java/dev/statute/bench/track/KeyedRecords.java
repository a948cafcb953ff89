package dev.statute.bench.track;

import dev.statute.policy.Progress;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.TrackedRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records of a host that passes the keys itself: the parsed results of arguments and outputs
 * replace them, so that only counting is left. All counters are checked to be the same.
 */
final class KeyedRecords {
  private KeyedRecords() {}

  /** Adds the keys to a session. */
  static List<Map<String, Object>> of(List<Map<String, Object>> session, ProgressTracker tracking) {
    List<Map<String, Object>> all = new ArrayList<>();
    ProgressState read = ProgressState.NONE;
    ProgressState given = ProgressState.NONE;
    for (Map<String, Object> record : session) {
      TrackedRecord one = tracking.record(read, record, 0).judgedBy(seen -> RuleVerdicts.NONE);
      Progress progress = Objects.requireNonNull(one.observation()).progress();
      Map<String, Object> keyed = keyed(record, progress, "done");
      TrackedRecord other = tracking.record(given, keyed, 0).judgedBy(seen -> RuleVerdicts.NONE);
      if (!same(progress, other)) {
        // an output of only a word or two is counted, and is no key
        keyed = keyed(record, progress, null);
        other = tracking.record(given, keyed, 0).judgedBy(seen -> RuleVerdicts.NONE);
      }
      if (!same(progress, other)) {
        throw new IllegalStateException("counted otherwise with keys: " + record);
      }
      read = one.state();
      given = other.state();
      all.add(keyed);
    }
    return all;
  }

  private static Map<String, Object> keyed(
      Map<String, Object> record, Progress read, @Nullable String output) {
    if (!"tool_call".equals(record.get("type"))) {
      return record;
    }
    Map<String, Object> fields = new LinkedHashMap<>(record);
    fields.remove("args");
    fields.remove("output");
    fields.put("effect", read.effect());
    fields.put("action_key", read.action());
    fields.put("result_key", read.result());
    fields.put("empty", false);
    if (output != null) {
      fields.put("output", output);
    }
    if (!read.error().isEmpty()) {
      fields.put("error_key", read.error());
      fields.put("error_class", read.errorClass());
    }
    return fields;
  }

  private static boolean same(Progress read, TrackedRecord given) {
    return read.toMap().equals(Objects.requireNonNull(given.observation()).progress().toMap());
  }
}
