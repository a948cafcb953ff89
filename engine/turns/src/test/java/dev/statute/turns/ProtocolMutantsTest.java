package dev.statute.turns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProtocolMutantsTest {
  private static final int SCHEDULES = 5000;

  @ParameterizedTest
  @EnumSource(ProtocolMutant.class)
  void the_simulation_finds_every_mutant(ProtocolMutant mutant) {
    ScheduleRunner.Found found = ScheduleRunner.findFirstFailure(mutant.get(), 0, SCHEDULES);
    assertThat(found).as("%s survived %s schedules", mutant, SCHEDULES).isNotNull();
    if (found != null) {
      assertThat(ScheduleRunner.run(ScheduleChoices.of(found.choices()), mutant.get()))
          .as("the same choices, the same end")
          .isEqualTo(found.broken());
    }
  }
}
