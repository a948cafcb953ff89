package dev.statute.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordTest {
  @Test
  void a_field_of_the_wrong_kind_is_rejected_by_name() {
    Record record = Record.of(Map.of("type", "tool_call", "tool", "edit", "success", "yes"));
    assertThat(record.rejection())
        .isEqualTo(new Rejection("success", "true or false", "the text 'yes'"));
    assertThat(record.rejection())
        .hasToString("'success' must be true or false, not the text 'yes'");
  }

  @Test
  void a_field_that_must_be_there_is_missed() {
    assertThat(Record.of(Map.of("type", "tool_call")).rejection())
        .isEqualTo(new Rejection("tool", "text", "nothing"));
    assertThat(Record.of(Map.of("text", "hello")).rejection())
        .isEqualTo(new Rejection("type", "text", "nothing"));
  }

  @Test
  void a_wrong_record_of_a_sub_agent_is_found_inside() {
    Record record =
        Calls.record(
            "sub_agent",
            "name",
            "d",
            "events",
            List.of(
                Map.of("type", "tool_call", "tool", "ls"), Map.of("type", "tool_call", "tool", 7)));
    assertThat(record.rejection()).isEqualTo(new Rejection("events[1].tool", "text", "7"));
  }

  @Test
  void a_null_is_as_good_as_absent() {
    Map<String, Object> fields = new HashMap<>();
    fields.put("type", "user_message");
    fields.put("text", null);
    Record record = Record.of(fields);
    assertThat(record.rejection()).isNull();
    assertThat(record.fields()).containsOnlyKeys("type");
  }

  @Test
  void an_unknown_type_is_kept_and_counts_as_nothing() {
    Record record = Record.of(Map.of("type", "weather", "tool", 7));
    assertThat(record.known()).isFalse();
    assertThat(record.rejection()).isNull();
    assertThat(record.fields()).containsEntry("tool", 7);
    Tracked tracked = Tracker.empty().record(record, 0, Settings.of(Map.of()));
    assertThat(tracked.observation().progress().calls()).isZero();
  }

  @Test
  void a_rejected_record_leaves_the_tracker_as_it_was() {
    Record wrong = Record.of(Map.of("type", "tool_call", "tool", 7));
    Tracker tracker = Tracker.empty();
    assertThat(tracker.record(wrong, 0, Settings.of(Map.of())).tracker()).isSameAs(tracker);
  }
}
