package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.TrackedRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Invariants of any session: generated, with the seed in every message. */
class InvariantsTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_202);
  private static final int ROUNDS = 120;
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());

  private static String pick(Random random, String... words) {
    return words[random.nextInt(words.length)];
  }

  /** Draws a call with few different arguments and results, so that loops are common. */
  private static SessionRecord any(Random random) {
    String tool = pick(random, "bash", "read_file", "edit", "search", "ask");
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("one", pick(random, "a", "b"));
    args.put("two", random.nextInt(2));
    boolean fails = random.nextInt(4) == 0;
    String text = pick(random, "x", "y", "", "no such file or directory");
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("tool", tool);
    fields.put("args", args);
    fields.put("success", !fails);
    fields.put("output", text);
    if (fails) {
      fields.put("error", text);
    }
    if (tool.equals("edit")) {
      fields.put("file", pick(random, "f", "g"));
      if (!fails) {
        fields.put("content_hash", pick(random, "h1", "h2", "h3"));
      }
    }
    return SessionRecord.of(fields);
  }

  static List<SessionRecord> session(Random random, int length) {
    List<SessionRecord> all = new ArrayList<>();
    while (all.size() < length) {
      if (random.nextInt(3) > 0 && all.size() > 4) {
        int period = 1 + random.nextInt(4);
        all.addAll(new ArrayList<>(all.subList(all.size() - period, all.size())));
      } else {
        all.add(any(random));
      }
    }
    return all;
  }

  private static List<SessionRecord> map(
      List<SessionRecord> session, UnaryOperator<Map<String, Object>> change) {
    return session.stream()
        .map(each -> SessionRecord.of(change.apply(new LinkedHashMap<>(each.fields()))))
        .toList();
  }

  @Test
  void a_unique_result_never_alarms() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      List<SessionRecord> session = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        String tool =
            pick(random, "bash", "read_file", "search", "ask", "poll", "scroll_down", "browse");
        session.add(
            call(tool, "args", Map.of("x", random.nextInt(2)), "output", "result number " + i));
      }
      assertThat(FULL.found(session)).as("seed %d", SEED + round).isEmpty();
    }
  }

  @Test
  void an_unresolved_result_never_alarms() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      List<SessionRecord> session =
          map(session(random, 40), fields -> with(fields, "resolved", false));
      assertThat(FULL.found(session)).as("seed %d", SEED + round).isEmpty();
    }
  }

  private static Map<String, Object> with(Map<String, Object> fields, String name, Object value) {
    fields.put(name, value);
    return fields;
  }

  @Test
  void key_order_call_ids_and_thoughts_change_nothing() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      List<SessionRecord> session = session(random, 40);
      List<SessionRecord> same =
          map(
              session,
              fields -> {
                fields.put("id", "call-" + random.nextInt());
                fields.put("thought", "thinking " + random.nextInt());
                List<Map.Entry<String, Object>> entries = new ArrayList<>(fields.entrySet());
                Collections.shuffle(entries, random);
                Map<String, Object> shuffled = new LinkedHashMap<>();
                entries.forEach(entry -> shuffled.put(entry.getKey(), turned(entry.getValue())));
                return shuffled;
              });
      assertThat(FULL.found(same)).as("seed %d", SEED + round).isEqualTo(FULL.found(session));
    }
  }

  /** Reverses the order of the keys of a map. */
  private static Object turned(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
    Collections.reverse(entries);
    Map<Object, Object> turned = new LinkedHashMap<>();
    entries.forEach(entry -> turned.put(entry.getKey(), entry.getValue()));
    return turned;
  }

  @Test
  void the_order_in_a_batch_changes_nothing_that_is_known_after_it() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      ProgressState one = ProgressState.NONE;
      ProgressState other = ProgressState.NONE;
      List<SessionRecord> calls = session(random, 4);
      for (int batch = 1; batch <= 10; batch++) {
        int key = batch;
        List<SessionRecord> records = map(calls, fields -> with(fields, "batch", key));
        List<SessionRecord> shuffled = new ArrayList<>(records);
        Collections.shuffle(shuffled, random);
        one = play(one, records);
        other = play(other, shuffled);
        assertThat(FULL.tracking().progress(other).interleaved())
            .as("seed %d", SEED + round)
            .isEqualTo(FULL.tracking().progress(one).interleaved());
        assertThat(loops(other)).as("seed %d", SEED + round).isEqualTo(loops(one));
        calls = random.nextInt(4) == 0 ? session(random, 4) : calls;
      }
    }
  }

  @Test
  void agents_that_share_an_instance_are_found_stuck_as_each_would_be_alone() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      List<List<SessionRecord>> sessions =
          List.of(session(random, 30), session(random, 30), session(random, 30));
      List<String> names = List.of("", "second", "third");
      List<List<String>> alone = sessions.stream().map(FULL::found).toList();
      List<List<String>> together =
          List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      int[] done = new int[sessions.size()];
      ProgressState tracker = ProgressState.NONE;
      for (int left = 3 * 30; left > 0; ) {
        int who = random.nextInt(sessions.size());
        if (done[who] < sessions.get(who).size()) {
          SessionRecord call = sessions.get(who).get(done[who]++);
          Map<String, Object> fields = new LinkedHashMap<>(call.fields());
          if (who > 0) {
            fields.put("agent", names.get(who));
          }
          TrackedRecord watched = FULL.watch(tracker, SessionRecord.of(fields), 0);
          tracker = watched.state();
          for (ReportedFinding report : watched.reports()) {
            String found = report.finding().pattern() + ":" + report.finding().level();
            together.get(who).add(done[who] + ":" + found);
          }
        }
        left = sessions.stream().mapToInt(List::size).sum() - done[0] - done[1] - done[2];
      }
      assertThat(together).as("seed %d", SEED + round).isEqualTo(alone);
    }
  }

  private static ProgressState play(ProgressState start, List<SessionRecord> records) {
    ProgressState tracker = start;
    for (SessionRecord each : records) {
      tracker =
          FULL.tracking()
              .record(tracker, each.fields(), 0)
              .judgedBy(seen -> RuleVerdicts.NONE)
              .state();
    }
    return tracker;
  }

  /** Counters of repetition. */
  private static List<Long> loops(ProgressState tracker) {
    Map<String, Long> all = FULL.tracking().progress(tracker).toMap();
    List<String> names = new ArrayList<>(all.keySet());
    return names.subList(names.indexOf("sinceNew"), names.size()).stream().map(all::get).toList();
  }

  @Test
  void a_cycle_is_one_loop_wherever_one_starts() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      int period = 2 + random.nextInt(11);
      List<SessionRecord> lap = new ArrayList<>();
      for (int i = 0; i < period; i++) {
        lap.add(call("read_file", "args", Map.of("f", i), "output", "text " + i));
      }
      TreeSet<String> identities = new TreeSet<>();
      for (int start = 0; start < period; start++) {
        List<SessionRecord> rotated = new ArrayList<>(lap);
        Collections.rotate(rotated, start);
        identities.addAll(identities(rotated));
      }
      assertThat(identities).as("seed %d, period %d", SEED + round, period).hasSize(1);
    }
  }

  private static List<String> identities(List<SessionRecord> lap) {
    List<String> identities = new ArrayList<>();
    ProgressState tracker = ProgressState.NONE;
    for (int i = 0; i < 5; i++) {
      for (SessionRecord each : lap) {
        TrackedRecord watched = FULL.watch(tracker, each, 0);
        tracker = watched.state();
        for (ReportedFinding report : watched.reports()) {
          if (report.finding().pattern().equals("cycle")) {
            identities.add(report.finding().identity());
          }
        }
      }
    }
    return identities;
  }

  @Test
  void findings_of_a_prefix_do_not_depend_on_later_records() {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      List<SessionRecord> session = session(random, 40);
      int cut = 1 + random.nextInt(session.size());
      List<String> whole = FULL.found(session);
      List<String> start = FULL.found(session.subList(0, cut));
      assertThat(whole.subList(0, start.size())).as("seed %d", SEED + round).isEqualTo(start);
      assertThat(whole.subList(start.size(), whole.size()))
          .as("seed %d", SEED + round)
          .allMatch(each -> Integer.parseInt(each.substring(0, each.indexOf(':'))) > cut);
    }
  }

  @Test
  void a_session_that_is_saved_and_restored_at_every_record_finds_the_same() {
    for (int round = 0; round < ROUNDS / 2; round++) {
      Random random = new Random(SEED + round);
      List<SessionRecord> session = session(random, 40);
      ProgressState live = ProgressState.NONE;
      ProgressState restored = live;
      for (SessionRecord each : session) {
        TrackedRecord one = FULL.watch(live, each, 0);
        TrackedRecord other =
            FULL.watch(ProgressTrackerFactory.installed().restore(restored.toMap()), each, 0);
        assertThat(other.reports()).as("seed %d", SEED + round).isEqualTo(one.reports());
        live = one.state();
        restored = other.state();
        assertThat(restored.toMap()).as("seed %d", SEED + round).isEqualTo(live.toMap());
      }
    }
  }

  @Test
  void a_thousand_productive_steps_are_silent_in_every_profile() {
    for (String profile : List.of("attended", "unattended", "strict", "observe")) {
      Random random = new Random(SEED);
      List<SessionRecord> session = new ArrayList<>();
      for (int i = 0; i < 250; i++) {
        String file = "src/File" + random.nextInt(40) + ".java";
        session.add(SessionRecords.read(file, "content of " + file + " at step " + i));
        session.add(SessionRecords.edit(file, "change " + i, "hash " + i));
        session.add(
            call(
                "bash",
                "command",
                "mvn -q test",
                "success",
                false,
                "error",
                "1 failed",
                "output",
                "FAILED test_" + i + "\n1 failed"));
        session.add(record("thought", "text", "next, step " + i));
        session.add(SessionRecords.run("grep -rn name" + i + " src", "src/A.java:" + i + ": hit"));
      }
      assertThat(LoopPack.profile(profile).found(session))
          .as("%s, seed %d", profile, SEED)
          .isEmpty();
    }
  }
}
