package dev.statute.samples.expense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.statute.runtime.Engine;
import dev.statute.store.InstanceStore;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.MockMvc;

/** The application over HTTP, with a store in a file. */
@SpringBootTest
@AutoConfigureMockMvc
@DirtiesContext // closes the store before its folder is deleted
class ExpenseApplicationTest {
  @TempDir private static Path folder;

  @Autowired private MockMvc http;
  @Autowired private Engine engine;
  @Autowired private InstanceStore store;

  @DynamicPropertySource
  static void properties(DynamicPropertyRegistry registry) {
    registry.add("expenses.file", () -> folder.resolve("expenses.db").toString());
  }

  @Test
  void an_expense_is_paid_shown_by_the_actuator_and_health_is_down_without_the_store()
      throws Exception {
    CountDownLatch paid = new CountDownLatch(1);
    engine.spawn("c1", "expense").join();
    engine
        .instance("c1")
        .subscribe(
            0,
            event -> {
              if ("paid".equals(event.data().get("to_state"))) {
                paid.countDown();
              }
            });
    send("c1", "approve", "{\"by\":\"ann\",\"amount\":1000}", "blocked");
    send("c1", "approve", "{\"by\":\"ann\",\"amount\":90}", "taken");
    assertThat(paid.await(30, TimeUnit.SECONDS)).isTrue();

    http.perform(get("/actuator/statute"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.charts[0].name").value("expense"))
        .andExpect(jsonPath("$.instances[0].id").value("c1"))
        .andExpect(jsonPath("$.instances[0].states[0]").value("paid"))
        .andExpect(jsonPath("$.problems").isEmpty());
    http.perform(get("/actuator/statute/c1"))
        .andExpect(jsonPath("$.snapshot.data.receipt").value("receipt ann 90"));
    engine.spawn("team/c2#1", "expense").join();
    http.perform(get("/actuator/statute/team/{id}", "c2#1"))
        .andExpect(jsonPath("$.snapshot.id").value("team/c2#1"));
    http.perform(get("/actuator/statute/nobody")).andExpect(status().isNotFound());
    http.perform(get("/actuator/metrics/statute.decisions")).andExpect(status().isOk());
    http.perform(get("/actuator/metrics/statute.step"))
        .andExpect(jsonPath("$.availableTags.length()").value(1))
        .andExpect(jsonPath("$.availableTags[0].tag").value("chart"));
    http.perform(get("/actuator/metrics/statute.handler"))
        .andExpect(jsonPath("$.measurements[0].value").value(1.0));
    http.perform(get("/actuator/health"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.components.statute.status").value("UP"));

    store.close();
    http.perform(get("/actuator/health"))
        .andExpect(status().isServiceUnavailable())
        .andExpect(jsonPath("$.components.statute.status").value("DOWN"));
  }

  private void send(String id, String event, String data, String outcome) throws Exception {
    http.perform(
            asyncDispatch(
                http.perform(
                        post("/expenses/{id}/{event}", id, event)
                            .contentType(MediaType.APPLICATION_JSON)
                            .content(data))
                    .andReturn()))
        .andExpect(status().isOk())
        .andExpect(content().string(org.hamcrest.Matchers.containsString(outcome)));
  }
}
