package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlCharts;
import org.junit.jupiter.api.Test;

/** Documents of a legal form that few authors write. */
class LegalDocumentsTest {
  private static final String HEAD =
      "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\""
          + " name=\"t\">\n";

  private static Loaded<String> read(String content) {
    return ScxmlImportTest.toYaml(new Source("t.scxml", HEAD + content + "</scxml>"));
  }

  @Test
  void a_comment_inside_a_text_divides_it_and_nothing_is_lost() {
    Loaded<String> loaded =
        read(
            """
            <datamodel>
              <data id="x"/><data id="y">[1, <!-- two --> 2]</data>
            </datamodel>
            <script>
              x = 1; <!-- then -->
              y = 2;
            </script>
            <state id="a"/>
            """);
    assertThat(loaded.problems()).isEmpty();
    assertThat(loaded.get())
        .contains("y: [1, 2]")
        .contains("{ assign: { x: \"1\" } }")
        .contains("{ assign: { y: \"2\" } }");
  }

  @Test
  void a_problem_behind_a_comment_has_its_place() {
    String script =
        """
        <datamodel><data id="x"/></datamodel>
        <script>
          x = 1; <!-- a call: -->
          x = now();
        </script>
        <state id="a"/>
        """;
    assertThat(read(script).problems())
        .extracting(Problem::code, p -> p.place().line(), p -> p.place().column())
        .containsExactly(tuple("X201", 5, 7));
  }

  @Test
  void places_are_the_same_with_the_line_ends_of_windows_and_a_byte_order_mark() {
    String content =
        """
        <datamodel><data id="x1"/></datamodel><script>x1 = now();</script>
        <script>
          x1 = 1;
          x1 = now();
        </script>
        <state id="a"/>
        """;
    Source windows =
        new Source("t.scxml", "\uFEFF" + (HEAD + content + "</scxml>").replace("\n", "\r\n"));
    assertThat(read(content).problems())
        .extracting(Problem::code, p -> p.place().line(), p -> p.place().column())
        .containsExactly(tuple("X201", 2, 52), tuple("X201", 5, 8));
    assertThat(ScxmlImportTest.toYaml(windows).problems()).isEqualTo(read(content).problems());
  }

  @Test
  void the_parser_of_the_platform_reads_it_whatever_else_is_installed() {
    String setting = "javax.xml.stream.XMLInputFactory";
    System.setProperty(setting, "another.Parser");
    try {
      assertThat(read("<state id=\"a\"/>").problems()).isEmpty();
    } finally {
      System.clearProperty(setting);
    }
  }

  @Test
  void an_action_of_another_namespace_is_none_of_scxml_whatever_its_name() {
    assertThat(
            read("""
                    <state id="a">
                      <onentry><my:log xmlns:my="urn:my" label="x"/><my:raise xmlns:my="urn:my" event="e"/></onentry>
                    </state>
                    """)
                .problems())
        .extracting(Problem::code, Problem::message)
        .containsExactly(
            tuple("X202", "<log> of 'urn:my' has no counterpart in a chart"),
            tuple("X202", "<raise> of 'urn:my' has no counterpart in a chart"));
  }

  @Test
  void what_an_editor_draws_in_a_transition_is_passed_over() {
    Loaded<String> loaded =
        read(
            """
            <state id="a">
              <transition event="go" target="b">
                <qt:editorinfo xmlns:qt="http://www.qt.io/2015/02/scxml-ext" movePoint="1;2"/>
              </transition>
            </state>
            <state id="b"/>
            """);
    assertThat(loaded.problems()).isEmpty();
    assertThat(loaded.get()).contains("a: { on: { go: b } }");
  }

  @Test
  void a_value_of_xml_is_a_problem_and_not_null() {
    assertThat(
            read("""
                    <datamodel><data id="x"><b xmlns="urn:my"/></data><data id="y"><b/></data></datamodel>
                    <state id="a"/>
                    """)
                .problems())
        .extracting(Problem::code, Problem::message)
        .containsExactly(
            tuple("X202", "a variable's value cannot be XML"),
            tuple("X202", "a variable's value cannot be XML"));
  }

  @Test
  void a_text_in_data_is_a_literal_or_that_text() {
    Loaded<String> loaded =
        read(
            """
            <datamodel>
              <data id="a">see  issue
                #5: it's a + b</data>
              <data id="b">{"type": "x", "list": [-1, 1e3, null, "it's"]}</data>
              <data id="c">-7</data>
              <data id="d">a - 7</data>
              <data id="e">{"k": now()}</data>
            </datamodel>
            <state id="s">
              <onentry><send event="e"><content>[{"type": "a\\tb"}]</content></send></onentry>
            </state>
            """);
    assertThat(loaded.problems()).isEmpty();
    assertThat(loaded.get())
        .contains("{ assign: { a: \"'see issue #5: it\\\\'s a + b'\" } }")
        .contains("{ assign: { b: \"{'type': 'x', 'list': [-1, 1e3, null, 'it\\\\'s']}\" } }")
        .contains("c: -7", "d: a - 7", "e: \"{\\\"k\\\": now()}\"")
        .contains("data: { content: \"[{'type': 'a\\\\tb'}]\" }");
  }

  @Test
  void a_number_with_a_zero_before_it_is_a_problem_and_not_another_number() {
    assertThat(
            read("<datamodel><data id=\"x\" expr=\"010\"/></datamodel><state id=\"s\"/>")
                .problems())
        .extracting(Problem::code)
        .containsExactly("X201");
  }

  @Test
  void a_transition_on_many_events_is_a_row_as_a_key_has_a_limit() {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      events.append("event.number.").append(i).append(' ');
    }
    String yaml =
        read("<state id=\"a\"><transition event=\""
                + events
                + "\" target=\"b\"/></state><final id=\"b\"/>")
            .get();
    assertThat(YamlCharts.load(new Source("t.yaml", yaml)).problems()).isEmpty();
  }
}
