package dev.statute.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class EncountersTest {
  private static final Loops FULL = Loops.pack("full", Map.of());

  @TestFactory
  Stream<DynamicTest> work_is_let_be() {
    return Encounters.work().entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () -> assertThat(FULL.found(each.getValue())).as(each.getKey()).isEmpty()));
  }

  @TestFactory
  Stream<DynamicTest> loops_are_found() {
    return Encounters.loops().entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () -> assertThat(FULL.found(each.getValue())).as(each.getKey()).isNotEmpty()));
  }
}
