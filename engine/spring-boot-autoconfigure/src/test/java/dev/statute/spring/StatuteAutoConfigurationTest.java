package dev.statute.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.spring.internal.StoreHealth;
import dev.statute.store.InstanceAdministration;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.turns.Turns;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Beans of applications without a web server. */
class StatuteAutoConfigurationTest {
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(StatuteAutoConfiguration.class));

  /** Handler, listener and registry of observations. */
  @Configuration(proxyBeanMethods = false)
  static class Beans {
    final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    final List<Map<String, String>> observed = Collections.synchronizedList(new ArrayList<>());

    @StatuteHandler("charge")
    @Nullable String charge() {
      received.add("charged");
      return null;
    }

    @StatuteListener("added")
    void added(String instance, Map<String, ?> data) {
      received.add(instance + " " + data.get("lines"));
    }

    @Bean
    ObservationRegistry observations() {
      ObservationRegistry registry = ObservationRegistry.create();
      registry.observationConfig().observationHandler(new Recorder(observed));
      return registry;
    }
  }

  private record Recorder(List<Map<String, String>> observed)
      implements ObservationHandler<Observation.Context> {
    @Override
    public void onStop(Observation.Context context) {
      if (context.getName().equals("statute.step")) {
        Map<String, String> values = new LinkedHashMap<>();
        context
            .getLowCardinalityKeyValues()
            .forEach(each -> values.put(each.getKey(), each.getValue()));
        observed.add(values);
      }
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  @Test
  void a_listener_method_receives_what_a_chart_emits_and_each_step_is_observed() {
    application
        .withUserConfiguration(Beans.class)
        .run(
            context -> {
              Engine engine = context.getBean(Engine.class);
              Beans beans = context.getBean(Beans.class);
              engine.spawn("o1", "order").join();
              engine.instance("o1").ask("add");
              assertThat(beans.received.poll(30, TimeUnit.SECONDS)).isEqualTo("o1 1");
              assertThat(engine.instance("o1").ask("unknown").kind()).isEqualTo("ignored");
              assertThat(beans.observed)
                  .extracting(values -> values.get("chart") + " " + values.get("outcome"))
                  .containsExactly("order started", "order taken", "order ignored");
            });
  }

  /** Registry of meters, with filters and with meters of observations as Spring Boot sets it up. */
  @Configuration(proxyBeanMethods = false)
  static class Meters {
    @Bean
    MeterRegistry meters(ObjectProvider<MeterFilter> filters) {
      MeterRegistry registry = new SimpleMeterRegistry();
      filters.orderedStream().forEach(registry.config()::meterFilter);
      return registry;
    }

    @Bean
    ObservationRegistry observations(MeterRegistry meters) {
      ObservationRegistry registry = ObservationRegistry.create();
      registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
      return registry;
    }
  }

  @Test
  void the_timer_of_steps_counts_each_step_once_and_has_the_same_tags_everywhere() {
    application
        .withConfiguration(AutoConfigurations.of(StatuteMetricsAutoConfiguration.class))
        .withUserConfiguration(Meters.class)
        .run(
            context -> {
              Engine engine = context.getBean(Engine.class);
              engine.spawn("o1", "order").join();
              engine.instance("o1").ask("add");
              engine.close(); // so that both steps are counted
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              assertThat(meters.find("statute.step").timers())
                  .singleElement()
                  .satisfies(
                      timer -> {
                        assertThat(timer.getId().getTags())
                            .containsExactly(Tag.of("chart", "order"));
                        assertThat(timer.count()).isEqualTo(2);
                      });
              assertThat(meters.find("statute.decisions").counters()).isNotEmpty();
            });
  }

  /** Handler in a scope, which is two beans: the proxy and its target. */
  @Configuration(proxyBeanMethods = false)
  static class ScopedBeans {
    @Bean
    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    ScopedHandler scoped() {
      return new ScopedHandler();
    }
  }

  /** Handler of a call. */
  static class ScopedHandler {
    @StatuteHandler("charge")
    public String charge() {
      return "charged";
    }
  }

  @Test
  void a_handler_with_a_scoped_proxy_is_one_handler() {
    application
        .withUserConfiguration(ScopedBeans.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(Engine.class).warnings()).isEmpty();
            });
  }

  /** Listener with a parameter that no event has. */
  @Configuration(proxyBeanMethods = false)
  static class WrongListener {
    @StatuteListener("added")
    void added(String instance, long lines) {
      throw new IllegalStateException(instance + lines);
    }
  }

  @Test
  void a_listener_method_with_other_parameters_stops_the_start_and_not_the_first_event() {
    application
        .withUserConfiguration(WrongListener.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessage(
                        "parameters of WrongListener.added are the instance's id (String) and the"
                            + " data (Map)"));
  }

  @Test
  void beans_of_the_application_take_precedence() {
    Engine own = Engine.builder().build();
    application
        .withBean("ownEngine", Engine.class, () -> own)
        .run(context -> assertThat(context.getBean(Engine.class)).isSameAs(own));
  }

  @Test
  void two_engines_leave_out_the_health_of_one_and_stop_nothing() {
    application
        .withConfiguration(
            AutoConfigurations.of(
                StatuteMetricsAutoConfiguration.class, StatuteActuatorAutoConfiguration.class))
        .withUserConfiguration(Meters.class)
        .withBean("first", Engine.class, () -> Engine.builder().build())
        .withBean("second", Engine.class, () -> Engine.builder().build())
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBeansOfType(Engine.class)).hasSize(2);
              assertThat(context.getBeansOfType(StoreHealth.class)).isEmpty();
            });
  }

  @Test
  void a_password_in_the_address_of_a_store_is_in_no_message() {
    for (String store :
        List.of(
            "postgresql://ann:geheim@db/orders",
            "postgres://ann:geheim@db/orders",
            "jdbc:postgresql://ann:geheim@db:port/orders",
            "jdbc:postgresql://db:99999/orders?user=ann&password=geheim",
            "jdbc:mysql://db/orders?password=geheim",
            "password=geheim")) {
      application
          .withPropertyValues("statute.store=" + store)
          .run(
              context -> {
                assertThat(context).hasFailed();
                for (Throwable e = context.getStartupFailure(); e != null; e = e.getCause()) {
                  assertThat(String.valueOf(e.getMessage())).as(store).doesNotContain("geheim");
                }
              });
    }
  }

  @Test
  void a_setting_without_a_meaning_stops_the_start_with_a_reason() {
    Map<String, String> reasons = new LinkedHashMap<>();
    reasons.put("statute.workers=0", "statute.workers is 0; it is at least 1");
    reasons.put("statute.workers=-3", "statute.workers is -3; it is at least 1");
    reasons.put("statute.store=sqlite::memory:", "names no file; it is sqlite:FILE, or memory");
    reasons.put("statute.store=sqlite:", "names no file; it is sqlite:FILE, or memory");
    reasons.forEach(
        (property, reason) ->
            application
                .withPropertyValues(property)
                .run(
                    context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining(reason)));
  }

  @Test
  void charts_of_the_application_take_precedence_and_its_engine_runs_them() {
    try (Statute own = Statute.fromClassPath("statute")) {
      application
          .withBean("ownStatute", Statute.class, () -> own)
          .withPropertyValues("statute.charts=classpath:no-such-folder")
          .run(
              context -> {
                assertThat(context.getBean(Statute.class)).isSameAs(own);
                Engine engine = context.getBean(Engine.class);
                assertThat(engine.spawn("o1", "order").join().kind()).isEqualTo("started");
              });
    }
  }

  @Test
  void turns_of_the_application_take_precedence() {
    application
        .withInitializer(
            context ->
                ((GenericApplicationContext) context)
                    .registerBean(
                        "ownTurns",
                        Turns.class,
                        StatuteAutoConfigurationTest::unused,
                        bean -> bean.setLazyInit(true)))
        .run(
            context ->
                assertThat(context.getBeanNamesForType(Turns.class)).containsExactly("ownTurns"));
  }

  private static Turns unused() {
    throw new IllegalStateException("nobody asks for this bean");
  }

  @Test
  void a_store_of_the_application_takes_precedence_over_its_database() {
    MemoryStore own = new MemoryStore();
    application
        .withBean(
            DataSource.class,
            () ->
                new AbstractDataSource() {
                  @Override
                  public Connection getConnection() {
                    throw new IllegalStateException("the store is not in this database");
                  }

                  @Override
                  public Connection getConnection(String user, String password) {
                    return getConnection();
                  }
                })
        .withBean("ownStore", InstanceStore.class, () -> own)
        .withPropertyValues("statute.store=datasource")
        .run(
            context -> {
              Engine engine = context.getBean(Engine.class);
              engine.spawn("o1", "order").join();
              assertThat(own.list(InstanceAdministration.Filter.all(10))).hasSize(1);
              assertThat(context.getBeanNamesForType(DataSource.class)).hasSize(1);
            });
  }

  @Test
  void turns_without_a_database_are_refused_with_the_property_that_gives_one() {
    application.run(
        context -> {
          assertThat(context).hasNotFailed();
          assertThatThrownBy(() -> context.getBean(Turns.class))
              .rootCause()
              .hasMessageContaining("set statute.store");
        });
  }

  @Test
  void a_parked_instance_degrades_the_health_and_a_closed_engine_takes_it_down() {
    application.run(
        context -> {
          Engine engine = context.getBean(Engine.class);
          StoreHealth health = new StoreHealth(engine, "memory");
          engine.spawn("o1", "order").join();
          assertThat(Objects.requireNonNull(health.health()).getStatus()).isEqualTo(Status.UP);
          engine.park("o1", "by hand");
          assertThat(Objects.requireNonNull(health.health()).getStatus().getCode())
              .isEqualTo("DEGRADED");
          engine.close();
          assertThat(Objects.requireNonNull(health.health()).getStatus()).isEqualTo(Status.DOWN);
        });
  }

  @Test
  void a_row_and_a_step_are_one_transaction_and_the_health_is_down_without_the_server()
      throws IOException {
    EmbeddedPostgres server = EmbeddedPostgres.start();
    DataSource source = server.getPostgresDatabase();
    application
        .withUserConfiguration(Beans.class)
        .withBean(DataSource.class, () -> source)
        .withPropertyValues("statute.store=datasource")
        .run(
            context -> {
              Engine engine = context.getBean(Engine.class);
              JdbcTemplate rows = new JdbcTemplate(source);
              rows.execute("CREATE TABLE orders(id TEXT PRIMARY KEY)");
              TransactionTemplate transaction =
                  new TransactionTemplate(new DataSourceTransactionManager(source));
              transaction.executeWithoutResult(
                  status -> {
                    rows.update("INSERT INTO orders VALUES ('o1')");
                    assertThat(engine.spawn("o1", "order").join().kind()).isEqualTo("started");
                    assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
                  });
              transaction.executeWithoutResult(
                  status -> {
                    rows.update("INSERT INTO orders VALUES ('o2')");
                    assertThat(engine.instance("o1").ask("pay").kind()).isEqualTo("taken");
                    status.setRollbackOnly();
                  });
              assertThat(rows.queryForList("SELECT id FROM orders", String.class))
                  .containsExactly("o1");
              assertThat(engine.instance("o1").ask("add").kind()).isEqualTo("taken");
              var now = Objects.requireNonNull(engine.instance("o1").snapshot());
              assertThat(now.configuration()).containsExactly("open");
              assertThat(now.data()).isEqualTo(Map.of("lines", 2L));
              assertThat(context.getBean(Beans.class).received).doesNotContain("charged");
              // the store is one for turns, and the application has no chart of agents
              assertThatThrownBy(() -> context.getBean(Turns.class))
                  .rootCause()
                  .hasMessageContaining("agents need a chart");
              StoreHealth health = new StoreHealth(engine, "datasource");
              assertThat(Objects.requireNonNull(health.health()).getStatus()).isEqualTo(Status.UP);
              server.close();
              assertThat(Objects.requireNonNull(health.health()).getStatus())
                  .isEqualTo(Status.DOWN);
            });
  }
}
