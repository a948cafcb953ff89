package dev.statute.bench.track;

import dev.statute.policy.Progress;
import dev.statute.progress.ProgressRecord;
import dev.statute.progress.ProgressTracker;
import dev.statute.progress.TrackedRecord;
import dev.statute.progress.TrackerSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The same records as a host gives them that brings the keys itself: what reading the calls made of
 * their arguments and outputs stands in their place, so that nothing is left but to count. That all
 * counters come out the same is checked.
 */
final class KeyedRecords {
  private KeyedRecords() {}

  /** A session, with keys. */
  static List<ProgressRecord> of(List<ProgressRecord> session, TrackerSettings tracking) {
    List<ProgressRecord> all = new ArrayList<>();
    ProgressTracker read = ProgressTracker.empty();
    ProgressTracker given = ProgressTracker.empty();
    for (ProgressRecord record : session) {
      TrackedRecord one = read.record(record, 0, tracking);
      Progress progress = one.observation().progress();
      ProgressRecord keyed = keyed(record, progress, "done");
      TrackedRecord other = given.record(keyed, 0, tracking);
      if (!same(progress, other)) {
        // that an output says no more than a word or two counts, and is no key
        keyed = keyed(record, progress, null);
        other = given.record(keyed, 0, tracking);
      }
      if (!same(progress, other)) {
        throw new IllegalStateException("counted otherwise with keys: " + record);
      }
      read = one.tracker();
      given = other.tracker();
      all.add(keyed);
    }
    return all;
  }

  private static ProgressRecord keyed(
      ProgressRecord record, Progress read, @Nullable String output) {
    if (!record.type().equals("tool_call")) {
      return record;
    }
    Map<String, Object> fields = new LinkedHashMap<>(record.fields());
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
    return ProgressRecord.of(fields);
  }

  private static boolean same(Progress read, TrackedRecord given) {
    return read.toMap().equals(given.observation().progress().toMap());
  }
}
