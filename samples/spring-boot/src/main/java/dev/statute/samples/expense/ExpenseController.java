package dev.statute.samples.expense;

import static java.util.Objects.requireNonNullElse;

import dev.statute.runtime.Engine;
import dev.statute.step.Input;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
record ExpenseController(Engine engine) {
  @PostMapping("/expenses/{id}/{event}")
  CompletableFuture<Map<String, String>> send(
      @PathVariable String id, @PathVariable String event, @RequestBody Map<String, Object> data) {
    return engine
        .sendOrSpawn(id, "expense", new Input.Event(event, data))
        .thenApply(
            outcome ->
                Map.of(
                    "outcome", outcome.kind(), "why", requireNonNullElse(outcome.message(), "")));
  }
}
