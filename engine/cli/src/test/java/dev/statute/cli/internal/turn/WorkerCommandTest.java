package dev.statute.cli.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker of the command line carries out the effects that runs left in the store. */
class WorkerCommandTest {
  @TempDir Path folder;
  private String chart = "";
  private String store = "";

  @BeforeEach
  void an_order_that_waits_for_a_price() throws IOException {
    store = folder.resolve("orders.db").toString();
    chart =
        Files.writeString(
                folder.resolve("order.yaml"),
                """
                chart: order
                states:
                  new:
                    on: { Go: { to: asking, do: [ { call: { handler: price, with: { of: "'tea'" } } } ] } }
                  asking:
                    on:
                      done.call.price: { to: priced, do: [ { emit: { price: { is: event.value } } } ] }
                      error.call.price: { to: failed, do: [ { emit: { why: { is: event.message } } } ] }
                  priced: { final: true }
                  failed: { final: true }
                """)
            .toString();
    Path lines = Files.writeString(folder.resolve("go.jsonl"), "{\"event\":\"Go\"}\n");
    CommandResult run =
        CommandResult.once(
            "", "run", chart, "--events", lines.toString(), "--store", store, "--id", "o");
    assertThat(run.code()).isZero();
  }

  private CommandResult work(String handler) {
    return CommandResult.once(
        "", "worker", chart, "--store", store, "--handler", handler, "--until-idle");
  }

  private String events() {
    return CommandResult.once("", "store", "events", store, "o").out();
  }

  @Test
  void a_command_answers_a_call_with_json() {
    CommandResult worker = work("price=grep -q tea && echo '{\"value\": 7}'");
    assertThat(worker.out()).isEqualTo("o  done.call.price  taken  asking → priced\n");
    assertThat(worker.err()).contains("working as ");
    assertThat(worker.code()).isZero();
    assertThat(events()).contains("\"type\":\"price\",\"data\":{\"is\":7}");
    assertThat(work("price=echo 8").out()).as("nothing is left to do").isEmpty();
  }

  @Test
  void the_store_prints_the_chart_of_its_instances() throws IOException {
    String began = Files.readString(Path.of(chart));
    assertThat(CommandResult.once("", "store", "chart", store, "order").out()).isEqualTo(began);
    Files.writeString(Path.of(chart), began + "# later\nversion: 2\n");
    work("price=echo 7");
    String hash =
        CommandResult.once("", "store", "ls", store, "--charts")
            .out()
            .lines()
            .filter(line -> line.contains("sha256:"))
            .map(line -> line.substring(line.indexOf("sha256:")))
            .findFirst()
            .orElseThrow();
    assertThat(CommandResult.once("", "store", "chart", store, hash).out()).isEqualTo(began);
    CommandResult both = CommandResult.once("", "store", "chart", store, "order");
    assertThat(both.err()).contains("say which by its hash").contains(hash);
    assertThat(both.code()).isEqualTo(ExitCode.USAGE);
    assertThat(CommandResult.once("", "store", "chart", store, "ordre").err())
        .contains("there is no chart 'ordre' here");
  }

  @Test
  void a_command_that_fails_says_why() {
    assertThat(work("price=echo 'sold out' >&2; exit 3").out()).contains("asking → failed");
    assertThat(events()).contains("\"type\":\"why\",\"data\":{\"is\":\"sold out\"}");
  }

  @Test
  void what_a_command_writes_to_its_errors_is_shown_whether_it_fails_or_not() {
    CommandResult worker = work("price=echo 'asking the shop' >&2; echo 7");
    assertThat(worker.err()).contains("price: asking the shop\n");
    assertThat(worker.out()).contains("asking → priced");
  }

  @Test
  void what_failed_is_said_and_so_is_a_handler_that_nobody_gave() {
    assertThat(work("price=echo 'sold out' >&2; exit 3").err())
        .contains("price: sold out\n")
        .contains("o: handler 'price' failed, attempt 1: sold out\n");
    assertThat(work("prise=echo 7").err())
        .contains("order.yaml:4:54: warning A201: nobody registered a handler 'price'")
        .contains("did you mean 'prise'?");
  }

  @Test
  void an_instance_ends_by_the_chart_that_it_began_with_although_the_file_was_edited()
      throws IOException {
    String began = Files.readString(Path.of(chart));
    Files.writeString(Path.of(chart), began.replace("to: priced", "to: failed"));
    CommandResult worker = work("price=echo 7");
    assertThat(worker.err())
        .contains("1 instance runs order 1 as it was when it began (sha256:")
        .contains("), from the store; " + chart + " is now sha256:")
        .doesNotContain("not registered");
    assertThat(worker.out()).isEqualTo("o  done.call.price  taken  asking → priced\n");
    assertThat(worker.code()).isZero();
  }

  @Test
  void what_it_cannot_work_with_is_named() {
    CommandResult worker =
        CommandResult.once("", "worker", chart, "--store", store, "--poll", "never");
    assertThat(worker.err()).contains("--poll takes a time such as 15s, not 'never'");
    assertThat(worker.code()).isEqualTo(ExitCode.USAGE);
    assertThat(CommandResult.once("", "worker", chart, "--store", store + "x").err())
        .contains("there is no store");
  }

  @Test
  void a_child_that_stands_inside_a_document_is_played_too() throws IOException {
    String parent =
        Files.writeString(
                folder.resolve("parent.scxml"),
                """
                <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="parent">
                  <state id="waiting">
                    <invoke id="kid"><content>
                      <scxml version="1.0" name="child">
                        <state id="asked"><transition event="hello" target="over"/></state>
                        <final id="over"><onentry><send event="up" target="#_parent"/></onentry></final>
                      </scxml>
                    </content></invoke>
                    <transition event="go"><send event="hello" target="#_kid"/></transition>
                    <transition event="up" target="answered"/>
                  </state>
                  <state id="answered"/>
                </scxml>
                """)
            .toString();
    Path lines = Files.writeString(folder.resolve("go.jsonl"), "{\"event\":\"go\"}\n");
    CommandResult.once(
        "", "run", parent, "--events", lines.toString(), "--store", store, "--id", "parent");
    CommandResult worker =
        CommandResult.once("", "worker", parent, "--store", store, "--until-idle");
    assertThat(worker.out())
        .contains("asked → over", "parent  up  taken  waiting → answered")
        .doesNotContain("error");
  }
}
