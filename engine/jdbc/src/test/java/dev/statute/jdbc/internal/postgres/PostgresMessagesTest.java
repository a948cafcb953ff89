package dev.statute.jdbc.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresMessagesTest {
  @Test
  void a_pooler_in_transaction_mode_is_named_with_what_to_do() {
    for (String state : List.of("42P05", "26000")) {
      SQLException fault = new SQLException("prepared statement \"S_1\"", state);
      assertThat(PostgresFaults.explain("db", Duration.ofSeconds(1), "writing 'i'", fault))
          .hasMessageStartingWith("writing 'i' failed in db: prepared statement \"S_1\"; ")
          .hasMessageContaining("PgBouncer")
          .hasMessageContaining("session mode");
    }
  }

  @Test
  void tables_that_are_not_found_have_two_causes() {
    SQLException fault = new SQLException("relation \"instances\" does not exist", "42P01");
    assertThat(PostgresFaults.explain("db", Duration.ofSeconds(1), "writing 'i'", fault))
        .hasMessageStartingWith(
            "writing 'i' failed in db: relation \"instances\" does not exist; if")
        .hasMessageContaining("removed its tables")
        .hasMessageContaining("PgBouncer");
  }

  @Test
  void the_name_of_a_database_has_no_user_and_no_password() {
    assertThat(
            List.of(
                PostgresAddress.displayName("jdbc:postgresql://db:5432/orders?user=a&password=b"),
                PostgresAddress.displayName("jdbc:postgresql://a:b@db:5432/orders"),
                PostgresAddress.displayName("jdbc:postgresql://a:b@c@db:5432/orders?ssl=true")))
        .containsOnly("jdbc:postgresql://db:5432/orders");
  }
}
