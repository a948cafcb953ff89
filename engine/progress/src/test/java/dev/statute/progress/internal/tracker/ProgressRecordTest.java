package dev.statute.progress.internal.tracker;

import static dev.statute.progress.internal.tracker.TestTrackers.count;
import static dev.statute.progress.internal.tracker.TestTrackers.tracker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.RecordRejection;
import dev.statute.policy.spi.TrackedRecord;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordShape;
import dev.statute.progress.internal.record.TestRecords;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressRecordTest {
  @Test
  void a_field_of_the_wrong_kind_is_rejected_by_name() {
    ProgressRecord record =
        ProgressRecord.of(Map.of("type", "tool_call", "tool", "edit", "success", "yes"));
    assertThat(record.rejection())
        .isEqualTo(new RecordRejection("success", "true or false", "the text 'yes'"));
    assertThat(record.rejection())
        .hasToString("'success' must be true or false, not the text 'yes'");
  }

  @Test
  void a_field_that_must_be_there_is_missed() {
    assertThat(ProgressRecord.of(Map.of("type", "tool_call")).rejection())
        .isEqualTo(new RecordRejection("tool", "text", "nothing"));
    assertThat(ProgressRecord.of(Map.of("text", "hello")).rejection())
        .isEqualTo(new RecordRejection("type", "text", "nothing"));
  }

  @Test
  void a_wrong_record_of_a_sub_agent_is_found_inside() {
    ProgressRecord record =
        TestRecords.record(
            "sub_agent",
            "name",
            "d",
            "events",
            List.of(
                Map.of("type", "tool_call", "tool", "ls"), Map.of("type", "tool_call", "tool", 7)));
    assertThat(record.rejection()).isEqualTo(new RecordRejection("events[1].tool", "text", "7"));
  }

  @Test
  void a_null_is_as_good_as_absent() {
    Map<String, Object> fields = new HashMap<>();
    fields.put("type", "user_message");
    fields.put("text", null);
    ProgressRecord record = ProgressRecord.of(fields);
    assertThat(record.rejection()).isNull();
    assertThat(record.fields()).containsOnlyKeys("type");
  }

  @Test
  void an_unknown_type_is_kept_and_counts_as_nothing() {
    ProgressRecord record = ProgressRecord.of(Map.of("type", "weather", "tool", 7));
    assertThat(RecordShape.isKnown("weather")).isFalse();
    assertThat(record.rejection()).isNull();
    assertThat(record.fields()).containsEntry("tool", 7);
    TrackedRecord tracked = count(tracker(Map.of()), TrackedProgress.EMPTY, record, 0);
    assertThat(tracked.observation().progress().calls()).isZero();
  }

  @Test
  void a_rejected_record_leaves_the_tracker_as_it_was() {
    ProgressRecord wrong = ProgressRecord.of(Map.of("type", "tool_call", "tool", 7));
    ProgressState tracker = TrackedProgress.EMPTY;
    assertThat(count(tracker(Map.of()), tracker, wrong, 0).state()).isSameAs(tracker);
  }
}
