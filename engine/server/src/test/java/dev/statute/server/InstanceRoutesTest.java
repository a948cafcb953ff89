package dev.statute.server;

import static dev.statute.server.ServerFixture.json;
import static dev.statute.server.ServerFixture.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.json.JsonText;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Routes of instances over HTTP. */
class InstanceRoutesTest {
  private static final ServerFixture SERVER = ServerFixture.start();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @Test
  void an_instance_is_found_at_the_location_of_its_beginning_whatever_its_id() {
    for (String id : List.of("a b", "ä/b?c#d", "日本語 100%", "x;y=z+1")) {
      HttpResponse<String> begun =
          SERVER.post("/v1/instances", JsonText.write(Map.of("chart", "door", "id", id)));
      assertThat(begun.statusCode()).as(id).isEqualTo(201);
      String location = begun.headers().firstValue("Location").orElseThrow();
      assertThat(json(SERVER.get(location)).get("id")).isEqualTo(id);
    }
  }

  @Test
  void an_instance_begins_once() {
    HttpResponse<String> begun =
        SERVER.post("/v1/instances", "{\"chart\":\"door\",\"id\":\"a\",\"data\":{\"opened\":4}}");
    assertThat(begun.statusCode()).isEqualTo(201);
    assertThat(begun.headers().firstValue("Location")).hasValue("/v1/instances/a");
    assertThat(json(begun).get("configuration")).isEqualTo(List.of("closed"));
    assertThat(json(begun).get("data")).isEqualTo(Map.of("opened", 4L));
    HttpResponse<String> again = SERVER.post("/v1/instances", "{\"chart\":\"door\",\"id\":\"a\"}");
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(json(again).get("code")).isEqualTo("exists");
    assertThat(again.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  @Test
  void a_wrong_beginning_is_a_bad_request() {
    assertThat(SERVER.post("/v1/instances", "{\"chart\":\"dor\"}").statusCode()).isEqualTo(400);
    assertThat(SERVER.post("/v1/instances", "{\"chart\":3}").statusCode()).isEqualTo(400);
    assertThat(SERVER.post("/v1/instances", "{}").statusCode()).isEqualTo(400);
    assertThat(SERVER.post("/v1/instances", "{\"chart\":\"door\",\"dta\":{}}").statusCode())
        .isEqualTo(400);
    assertThat(SERVER.post("/v1/instances", "[]").statusCode()).isEqualTo(400);
    assertThat(SERVER.post("/v1/instances", "{\"chart\":\"door\",\"data\":3}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void a_beginning_that_the_store_cannot_keep_is_unavailable() {
    try (ServerFixture server = ServerFixture.withStore(() -> true)) {
      HttpResponse<String> begun =
          server.post("/v1/instances", "{\"chart\":\"door\",\"id\":\"a\"}");
      assertThat(begun.statusCode()).isEqualTo(503);
      assertThat(json(begun).get("code")).isEqualTo("store");
      assertThat(String.valueOf(json(begun).get("detail"))).contains("the file is gone");
    }
  }

  @Test
  void an_input_whose_step_the_store_cannot_keep_is_unavailable_and_can_be_sent_again() {
    AtomicBoolean gone = new AtomicBoolean();
    try (ServerFixture server = ServerFixture.withStore(gone::get)) {
      server.begin("a");
      gone.set(true);
      HttpResponse<String> refused = server.input("a", "{\"event\":\"open\"}");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(json(refused).get("code")).isEqualTo("store");
      assertThat(String.valueOf(json(refused).get("detail"))).contains("the file is gone");
      gone.set(false);
      Map<String, ?> taken = json(server.input("a", "{\"event\":\"open\"}"));
      assertThat(taken.get("outcome")).isEqualTo("taken");
      assertThat(taken.get("seq")).isEqualTo(1L);
    }
  }

  @Test
  void an_input_is_answered_with_its_output_line() {
    SERVER.begin("b");
    Map<String, ?> taken = json(SERVER.input("b", "{\"event\":\"open\"}"));
    assertThat(taken.get("outcome")).isEqualTo("taken");
    assertThat(taken.get("seq")).isEqualTo(1L);
    assertThat(taken.get("to")).isEqualTo(List.of("open"));
    HttpResponse<String> refused = SERVER.input("b", "{\"event\":\"open\"}");
    assertThat(refused.statusCode()).isEqualTo(200);
    assertThat(json(refused).get("outcome")).isEqualTo("ignored");
    assertThat(json(SERVER.input("b", "{\"event\":\"opne\"}")).get("outcome"))
        .isEqualTo("rejected");
    Map<String, ?> enabled = json(SERVER.input("b", "{\"query\":\"enabled\"}"));
    assertThat(enabled.get("outcome")).isEqualTo("answered");
  }

  @Test
  void many_inputs_are_lines_of_one_body() {
    SERVER.begin("c");
    HttpResponse<String> answer =
        SERVER.input(
            "c",
            "{\"event\":\"open\"}\n\n"
                + "{\"event\":\n"
                + "nonsense\n"
                + "{\"event\":\"close\"}\n"
                + "{\"advance\":\"1m\"}\n",
            "Content-Type",
            "application/x-ndjson");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(lines(answer).stream().map(line -> line.get("outcome")).toList())
        .isEqualTo(List.of("taken", "unreadable", "unreadable", "taken", "unreadable"));
    assertThat(lines(answer).stream().map(line -> line.get("line")).toList())
        .isEqualTo(List.of(1L, 3L, 4L, 5L, 6L));
  }

  @Test
  void an_idempotency_key_makes_one_input_of_two() {
    SERVER.begin("d");
    assertThat(
            json(SERVER.input("d", "{\"event\":\"open\"}", "Idempotency-Key", "k")).get("outcome"))
        .isEqualTo("taken");
    Map<String, ?> again = json(SERVER.input("d", "{\"event\":\"open\"}", "Idempotency-Key", "k"));
    assertThat(again.get("outcome")).isEqualTo("duplicate");
    assertThat(again.get("was")).isEqualTo("taken");
  }

  @Test
  void bad_json_is_refused_with_its_place() {
    SERVER.begin("e");
    HttpResponse<String> refused = SERVER.input("e", "{\"event\":\n  nonsense}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(json(refused).get("line")).isEqualTo(2L);
    assertThat(json(refused).get("column")).isEqualTo(3L);
    assertThat(SERVER.input("e", "{\"event\":\"open\",\"data\":3}").statusCode()).isEqualTo(400);
    assertThat(
            SERVER.input("e", "{\"at\":\"2026-01-01T00:00:00Z\",\"event\":\"open\"}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void an_unknown_instance_is_not_found() {
    for (String path : List.of("", "/stream", "/steps", "/steps/0", "/steps/0/why")) {
      HttpResponse<String> answer = SERVER.get("/v1/instances/nobody" + path);
      assertThat(answer.statusCode()).as(path).isEqualTo(404);
      assertThat(json(answer).get("code")).as(path).isEqualTo("no-instance");
    }
    assertThat(SERVER.input("nobody", "{\"event\":\"open\"}").statusCode()).isEqualTo(404);
    assertThat(SERVER.send("DELETE", "/v1/instances/nobody", "").statusCode()).isEqualTo(404);
    assertThat(SERVER.post("/v1/instances/nobody/park", "").statusCode()).isEqualTo(404);
    assertThat(SERVER.post("/v1/instances/nobody/retry", "").statusCode()).isEqualTo(404);
  }

  @Test
  void a_parked_instance_waits_until_it_is_retried() {
    SERVER.begin("f");
    assertThat(SERVER.post("/v1/instances/f/park", "{\"reason\":\"look at it\"}").statusCode())
        .isEqualTo(200);
    Map<String, ?> listed = only(SERVER.get("/v1/instances?status=parked&text=f"));
    assertThat(listed.get("stuck")).isEqualTo(Map.of("by", "parked", "reason", "look at it"));
    assertThat(SERVER.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(SERVER.get("/health/ready").body()).contains("\"set_aside\":[\"f\"]");
    assertThat(SERVER.post("/v1/instances/f/retry", "").statusCode()).isEqualTo(200);
    assertThat(SERVER.post("/v1/instances/f/retry", "").statusCode()).isEqualTo(409);
    assertThat(SERVER.get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(json(SERVER.input("f", "{\"event\":\"open\"}")).get("outcome")).isEqualTo("taken");
  }

  @Test
  void a_deleted_instance_is_gone_with_its_log() {
    SERVER.begin("g");
    assertThat(SERVER.send("DELETE", "/v1/instances/g", "").statusCode()).isEqualTo(204);
    assertThat(SERVER.get("/v1/instances/g").statusCode()).isEqualTo(404);
    assertThat(SERVER.get("/v1/instances/g/steps").statusCode()).isEqualTo(404);
  }

  @Test
  void an_id_may_have_any_character() {
    SERVER.begin("x/y ü.%2F..");
    String path = "/v1/instances/x%2Fy%20%C3%BC.%252F..";
    assertThat(json(SERVER.get(path)).get("id")).isEqualTo("x/y ü.%2F..");
    assertThat(json(SERVER.post(path + "/inputs", "{\"event\":\"open\"}")).get("outcome"))
        .isEqualTo("taken");
    assertThat(json(SERVER.get(path + "/steps")).get("last")).isEqualTo(1L);
  }

  @Test
  void a_list_says_what_each_one_waits_for() {
    SERVER.begin("waiting-1");
    SERVER.input("waiting-1", "{\"event\":\"open\"}");
    SERVER.begin("waiting-2");
    Map<String, ?> open = only(SERVER.get("/v1/instances?text=waiting&state=open"));
    assertThat(open.get("id")).isEqualTo("waiting-1");
    assertThat(open.get("waits").toString()).contains("for=timer", "for=event", "close");
    Map<String, ?> timed = only(SERVER.get("/v1/instances?text=waiting&waiting=timer"));
    assertThat(timed.get("id")).isEqualTo("waiting-1");
    assertThat(SERVER.get("/v1/instances?waiting=luck").statusCode()).isEqualTo(400);
    assertThat(SERVER.get("/v1/instances?status=odd").statusCode()).isEqualTo(400);
    assertThat(SERVER.get("/v1/instances?limit=0").statusCode()).isEqualTo(400);
  }

  @Test
  void a_flag_that_is_neither_true_nor_false_is_a_bad_request() {
    SERVER.begin("flag-1");
    assertThat(listed("text=flag-1&stuck")).isEqualTo(List.of());
    assertThat(listed("text=flag-1&stuck=1")).isEqualTo(List.of());
    assertThat(listed("text=flag-1&stuck=false")).isEqualTo(List.of("flag-1"));
    assertThat(listed("text=flag-1&stuck=0")).isEqualTo(List.of("flag-1"));
    for (String path : List.of("/v1/instances?stuck=yes", "/v1/instances/flag-1/stream?stay=yes")) {
      HttpResponse<String> refused = SERVER.get(path);
      assertThat(refused.statusCode()).as(path).isEqualTo(400);
      assertThat(String.valueOf(json(refused).get("detail")))
          .as(path)
          .endsWith(" is true or false, not 'yes'");
    }
  }

  private static List<Object> listed(String query) {
    List<?> instances = (List<?>) json(SERVER.get("/v1/instances?" + query)).get("instances");
    return instances.stream().<Object>map(each -> ((Map<?, ?>) each).get("id")).toList();
  }

  @Test
  void pages_of_a_list_have_each_instance_once_newest_first() {
    List<String> begun = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      begun.add(0, "page-" + i);
      SERVER.begin("page-" + i);
    }
    List<Object> found = new ArrayList<>();
    String after = "";
    do {
      Map<String, ?> page = json(SERVER.get("/v1/instances?text=page-&limit=10&after=" + after));
      assertThat(page.get("total")).isEqualTo(25L);
      ((List<?>) page.get("instances")).forEach(each -> found.add(((Map<?, ?>) each).get("id")));
      after = (String) page.get("next");
    } while (after != null);
    assertThat(new HashSet<>(found)).isEqualTo(new HashSet<Object>(begun));
    assertThat(found).hasSize(25);
  }

  private static Map<String, ?> only(HttpResponse<String> list) {
    List<?> all = (List<?>) json(list).get("instances");
    assertThat(all).hasSize(1);
    @SuppressWarnings("unchecked")
    Map<String, ?> only = (Map<String, ?>) all.get(0);
    return only;
  }
}
