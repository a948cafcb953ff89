package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.fill;
import static dev.statute.chart.ActionFixtures.map;
import static dev.statute.chart.ActionFixtures.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.Finding;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  @Test
  void saving_what_was_restored_gives_the_same_again() {
    InstanceFixture play = busy();
    Map<String, Object> saved = play.snapshot.toMap();
    Snapshot restored = Snapshot.fromMap(play.snapshot.chart(), saved);
    assertThat(restored.toMap().toString()).isEqualTo(saved.toString());
    assertThat(saved.keySet())
        .contains(
            "configuration",
            "data",
            "history",
            "timers",
            "deferred",
            "handled",
            "invocations",
            "fields");
  }

  @Test
  void a_restored_instance_goes_on_as_if_nothing_had_happened() {
    InstanceFixture one = busy();
    InstanceFixture other = busy();
    other.snapshot = Snapshot.fromMap(one.snapshot.chart(), one.snapshot.toMap());
    Interpreter interpreter = one.interpreter;
    Snapshot left = one.snapshot;
    Snapshot right = other.snapshot;
    for (String event : List.of("pause", "resume", "later", "stop")) {
      List<Step> a = interpreter.handle(left, new Input.Event(event, null, "x" + event), one.now);
      List<Step> b = interpreter.handle(right, new Input.Event(event, null, "x" + event), one.now);
      assertThat(a).extracting(Step::outcome).isEqualTo(b.stream().map(Step::outcome).toList());
      left = a.get(a.size() - 1).snapshot();
      right = b.get(b.size() - 1).snapshot();
      assertThat(left.toMap()).isEqualTo(right.toMap());
    }
  }

  @Test
  void a_timer_of_the_whole_chart_is_restored_even_beside_a_state_of_the_same_name() {
    for (String state : List.of("a", "chart")) {
      InstanceFixture play =
          InstanceFixture.of(
              c ->
                  c.root(r -> r.after("3s", t -> t.to("end")))
                      .state(state, s -> s.after("5s", t -> t.to("other")))
                      .state("other")
                      .state("end"));
      assertThat(play.snapshot.chart().name()).isEqualTo("chart");
      Snapshot restored = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
      assertThat(restored.extras()).isEqualTo(play.snapshot.extras());
      assertThat(play.interpreter.fire(restored, play.now.plusSeconds(3)).outcome().configuration())
          .containsExactly("end");
    }
  }

  @Test
  void durations_timestamps_and_maps_that_look_like_them_come_back_as_they_were() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("d", null)
                    .data("t", null)
                    .data("m", null)
                    .state(
                        "a",
                        s ->
                            s.on(
                                "go",
                                t ->
                                    t.does(
                                        assign("d", "duration('90s')"),
                                        assign("t", "now"),
                                        assign("m", "{'$duration': 'PT1S'}")))));
    play.send("go");
    Snapshot restored = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
    assertThat(restored.data()).isEqualTo(play.snapshot.data());
  }

  @Test
  void every_decimal_is_restored_or_refused() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("v", null).state("a", s -> s.on("go", t -> t.does(assign("v", "event.v")))));
    play.send("go", Map.of("v", new BigDecimal("1E+5")));
    Snapshot restored = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
    assertThat(restored.data().get("v")).isEqualTo(new BigDecimal("100000"));
    for (String text : List.of("1E-200", "1E+400")) {
      assertThat(play.send("go", Map.of("v", List.of(new BigDecimal(text)))).message())
          .isEqualTo(
              "the data cannot be kept: 'v[0]': it has more than 100 digits before or after the"
                  + " point");
    }
  }

  @Test
  void states_that_no_instance_can_be_in_together_are_refused() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "p",
                        s -> s.parallel().state("x", r -> r.state("x1").state("x2")).state("y"))
                    .state("q"));
    assertThat(refusal(play, "q", "y")).isEqualTo("'p' and 'q' exclude each other");
    assertThat(refusal(play, "x1", "x2", "y")).isEqualTo("'x1' and 'x2' exclude each other");
    assertThat(refusal(play, "x", "y")).isEqualTo("'x' is in none of its states");
    assertThat(refusal(play, "x1")).isEqualTo("'p' is in 'x' only, and not in all its states");
  }

  @Test
  void timers_and_histories_that_no_instance_has_in_its_states_are_refused() {
    InstanceFixture play = busy();
    Map<String, Object> after = Map.of("due", 1L, "sequence", 9L, "after", "work");
    Map<String, Object> timer = Map.of("due", 1L, "sequence", 9L, "timer", "quick");
    assertThat(play.states()).doesNotContain("paused");
    assertThat(refusalWith(play, "history", Map.of("memory", List.of("paused"))))
        .isEqualTo("history 'memory' remembers 'paused', which it cannot stand for");
    assertThat(refusalWith(play, "history", Map.of("memory", List.of("one", "two"))))
        .isEqualTo("history 'memory' remembers 'one' and 'two' at once");
    assertThat(refusalWith(play, "history", Map.of("memory", List.of())))
        .isEqualTo("history 'memory' remembers nothing");
    assertThat(refusalWith(play, "history", Map.of("paused", List.of("one"))))
        .isEqualTo("'paused' is no history, and remembers states");
    play.send("pause");
    assertThat(play.states()).containsExactly("paused");
    assertThat(refusalWith(play, "timers", List.of(after)))
        .isEqualTo("a timer of 'work' waits, which is not active");
    InstanceFixture named =
        InstanceFixture.of(
            c ->
                c.every("quick", "a", "2s", "Poll", null)
                    .state("a", s -> s.on("go", "b"))
                    .state("b"));
    named.send("go");
    assertThat(refusalWith(named, "timers", List.of(timer)))
        .isEqualTo("timer 'quick' waits, and none of its states is active");
  }

  @Test
  void one_that_began_and_was_not_cancelled_is_in_some_state() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a", s -> s.on("go", "b")).state("b"));
    assertThat(refusal(play))
        .isEqualTo("it has begun and was not cancelled, and no state is active");
    play.snapshot = play.interpreter.cancel(play.snapshot, play.now).snapshot();
    assertThat(Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap()).isDone()).isTrue();
  }

  private static String refusal(InstanceFixture play, String... states) {
    return refusalWith(play, "configuration", List.of(states));
  }

  private static String refusalWith(InstanceFixture play, String key, Object value) {
    Map<String, Object> saved = new LinkedHashMap<>(play.snapshot.toMap());
    saved.put(key, value);
    return catchThrowableOfType(
            IllegalArgumentException.class, () -> Snapshot.fromMap(play.snapshot.chart(), saved))
        .getMessage()
        .replace("the snapshot's configuration is none: ", "");
  }

  @Test
  void what_is_of_another_chart_or_no_snapshot_is_refused_with_the_reason() {
    InstanceFixture play = busy();
    Map<String, Object> saved = new LinkedHashMap<>(play.snapshot.toMap());
    saved.put("hash", "sha256:0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Snapshot.fromMap(play.snapshot.chart(), saved))
        .withMessageContaining("hash");
    saved.putAll(play.snapshot.toMap());
    saved.put("configuration", List.of("nowhere"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Snapshot.fromMap(play.snapshot.chart(), saved))
        .withMessageContaining("nowhere");
    saved.put("configuration", "work");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Snapshot.fromMap(play.snapshot.chart(), saved))
        .withMessageContaining("'configuration'");
  }

  @Test
  void rules_and_expressions_see_the_fence_a_host_sets() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("seen", null)
                    .state(
                        "a",
                        s ->
                            s.on(
                                "go",
                                t ->
                                    t.does(
                                        assign(
                                            "seen",
                                            "[instance.id, instance.epoch, instance.turn]")))));
    play.snapshot = play.snapshot.withFence(new HostFence(7, "t-1"));
    play.send("go");
    assertThat(play.snapshot.data().get("seen")).isEqualTo(List.of("i-1", 7L, "t-1"));
    assertThat(Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap()).fence())
        .isEqualTo(new HostFence(7, "t-1"));
  }

  /** Creates an instance with every part of a snapshot in use. */
  private static InstanceFixture busy() {
    ScriptedPolicy rules =
        new ScriptedPolicy().find(q -> new Finding("loop", "x", "hint", 1, "again"));
    InstanceFixture play = InstanceFixture.of(rules, SnapshotTest::everything);
    play.send("pause", "e-1");
    play.send("resume", "e-2");
    play.send("later", "e-3");
    play.send("given", Map.of("values", Map.of("item", "tea")));
    play.send("remind");
    return play;
  }

  private static ChartBuilder everything(ChartBuilder c) {
    return c.data("n", 1L)
        .field("item", true, null)
        .timer("quiet", "any", "10m", "pause")
        .state(
            "work",
            s ->
                s.invokeTask("llm")
                    .defer("later")
                    .on("pause", "paused")
                    .on("given", t -> t.does(fill("event.values")))
                    .on("remind", t -> t.does(send("ping", map("n", "data.n"), "1s", "p")))
                    .after("1h", t -> t.to("paused"))
                    .state("one")
                    .state("two")
                    .state("memory", h -> h.history(true)))
        .state("paused", s -> s.on("resume", "memory"))
        .on("stop", "end")
        .state("end", s -> s.last().output("n", "data.n"));
  }
}
