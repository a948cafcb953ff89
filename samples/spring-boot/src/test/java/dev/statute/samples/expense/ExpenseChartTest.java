package dev.statute.samples.expense;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import dev.statute.spring.test.StatuteTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

/** The chart with its handler, without HTTP and without a database. */
@StatuteTest(properties = "statute.store=memory")
class ExpenseChartTest {
  @Autowired private Engine engine;
  @Autowired private ManualClock clock;
  @Autowired private ApplicationContext context;

  @Test
  void an_approved_expense_is_paid_at_once() {
    engine.spawn("c1", "expense").join();
    assertThat(
            engine.instance("c1").send("approve", Map.of("by", "ann", "amount", 90)).join().kind())
        .isEqualTo("taken");
    assertThat(engine.instance("c1").snapshot().configuration()).containsExactly("paid");
    assertThat(engine.instance("c1").snapshot().data().get("receipt")).isEqualTo("receipt ann 90");
    assertThat(context.getBeanProvider(ExpenseController.class).getIfAvailable()).isNull();
    assertThat(clock.now()).isEqualTo(new ManualClock().now());
  }
}
