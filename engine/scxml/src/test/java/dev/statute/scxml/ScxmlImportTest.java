package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.yaml.YamlCharts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScxmlImportTest {
  private static final String HEAD =
      "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\""
          + " name=\"t\"";

  @Test
  void a_document_becomes_the_chart_a_person_would_have_written() {
    Loaded<String> loaded =
        read(
            """
            <!-- A door. -->
            %s initial="closed">
              <datamodel><data id="count" expr="0"/><data id="log" expr="[]"/></datamodel>
              <!-- nobody gets in -->
              <state id="closed">
                <onexit><assign location="count" expr="count + 1"/></onexit>
                <transition event="open" target="opened" cond="count &lt; 3 &amp;&amp; _event.data.key === 'k'"/>
                <transition event="kick" target="broken"/>
              </state>
              <state id="opened">
                <onentry><send event="shut" delay="1.5s" id="s"/><log label="count" expr="count"/></onentry>
                <transition event="shut close" target="closed"/>
              </state>
              <final id="broken"><donedata><param name="n" expr="count"/></donedata></final>
            </scxml>
            """
                .formatted(HEAD));
    assertThat(loaded.problems()).isEmpty();
    assertThat(loaded.get())
        .isEqualTo(
            """
            # A door.
            chart: t
            on_error: drop
            data: { count: 0, log: [] }
            initial: closed
            states:
              # nobody gets in
              closed:
                exit: [{ assign: { count: data.count + 1 } }]
                on:
                  open: { when: "data.count < 3 && event.key == 'k'", to: opened }
                  kick: broken
              opened:
                entry:
                  - { send: { event: shut, after: 1500ms, id: s } }
                  - { log: "count: ${data.count}" }
                on: { "shut, close": closed }
              broken: { final: true, output: { n: data.count } }
            """);
  }

  @Test
  void comments_stay_with_what_they_are_about_or_go_where_a_chart_has_a_place_for_them() {
    Loaded<String> loaded =
        read(
            """
            %s initial="a">
              <!-- what it remembers -->
              <datamodel>
                <data id="n" expr="0"/> <!-- so many -->
                <!-- so few -->
                <data id="m" expr="0"/>
              </datamodel>
              <state id="a"> <!-- the first -->
                <onentry>
                  <!-- one more -->
                  <assign location="n" expr="n + 1"/>
                </onentry>
                <transition event="go" cond="n &gt; 1" target="b"/> <!-- twice -->
                <!-- once -->
                <transition event="go" target="a"/>
                <!-- that is all -->
              </state>
              <final id="b"/>
            </scxml>
            """
                .formatted(HEAD));
    assertThat(loaded.problems()).isEmpty();
    assertThat(loaded.get())
        .isEqualTo(
            """
            chart: t
            on_error: drop
            data:
              # what it remembers
              # so many
              n: 0
              # so few
              m: 0
            initial: a
            states:
              # the first
              # that is all
              # one more
              a:
                entry: [{ assign: { n: data.n + 1 } }]
                on:
                  # twice
                  # once
                  go:
                    - { when: "data.n > 1", to: b }
                    - { to: a }
              b: { final: true }
            """);
  }

  @Test
  void what_scxml_does_not_have_is_a_problem_and_what_others_added_is_passed_over() {
    Loaded<String> loaded =
        read(
            """
            %s xmlns:qt="http://www.qt.io/2015/02/scxml-ext" qt:editorversion="4.6">
              <qt:editorinfo initialGeometry="1;2"/>
              <state id="a" qt:geometry="1;2">
                <qt:editorinfo geometry="3;4"/>
                <transition evnt="go" target="a"/>
                <onentry><qt:beep/></onentry>
              </state>
            </scxml>
            """
                .formatted(HEAD));
    assertThat(loaded.problems())
        .extracting(Problem::code, Problem::message, problem -> problem.place().line())
        .containsExactly(
            tuple("X202", "<transition> has no attribute 'evnt' in SCXML", 5),
            tuple("X202", "<beep> has no counterpart in a chart", 6));
    assertThat(loaded.problems().get(0).fix()).isEqualTo("did you mean 'event'?");
  }

  @Test
  void an_empty_finalize_takes_back_what_was_handed_over() {
    assertThat(
            read("""
            %s><datamodel><data id="a"/><data id="b"/></datamodel>
              <state id="s">
                <invoke src="kid.scxml" namelist="a"><param name="x" location="b"/><finalize/></invoke>
              </state>
            </scxml>
            """
                    .formatted(HEAD))
                .get())
        .contains(
            """
                  finalize:
                    - { if: [{ when: has(event.a), do: [{ assign: { a: event.a } }] }] }
                    - { if: [{ when: has(event.x), do: [{ assign: { b: event.x } }] }] }
            """);
  }

  @Test
  void the_data_of_a_childs_end_is_the_value_of_its_answer() {
    assertThat(
            read("""
            %s><datamodel><data id="n"/></datamodel>
              <state id="s">
                <invoke src="kid.scxml" id="k"/>
                <transition event="done.invoke.k" cond="_event.data &amp;&amp; _event.data.n &gt; 1">
                  <assign location="n" expr="_event.data.n"/>
                </transition>
                <transition event="done.state.s"><assign location="n" expr="_event.data.n"/></transition>
              </state>
            </scxml>
            """
                    .formatted(HEAD))
                .get())
        .contains("when: \"event.value != null && event.value.n > 1\"")
        .contains("{ assign: { n: event.value.n } }")
        .contains("{ assign: { n: event.n } }");
  }

  @Test
  void escapes_of_strings_are_translated() {
    assertThat(
            read("""
            %s><datamodel><data id="s" expr="'it\\u0027s \\x41 \\u{1F600} \\\\ \\q'"/></datamodel>
              <final id="f"/></scxml>
            """
                    .formatted(HEAD))
                .get())
        .contains("s A \uD83D\uDE00 \\\\\\\\ q");
    assertThat(read(HEAD + "><script>s = '\\u12'</script><final id='f'/></scxml>").problems())
        .extracting(Problem::code)
        .containsExactly("X201");
  }

  @Test
  void concat_adds_like_to_like_and_nothing_else() {
    String document =
        HEAD + "><datamodel><data id='l' expr=\"%s\"/></datamodel><final id='f'/></scxml>";
    assertThat(read(document.formatted("[1].concat([2], [3])")).get()).contains("[1] + [2] + [3]");
    assertThat(read(document.formatted("'a'.concat('b')")).get()).contains("'a' + 'b'");
    for (String other :
        new String[] {"[1].concat(2)", "l.concat('b')", "'a'.concat(1)", "l.concat()"}) {
      assertThat(read(document.formatted(other)).problems())
          .as(other)
          .extracting(Problem::code)
          .containsExactly("X201");
    }
  }

  @Test
  void transitions_with_a_significant_order_become_rows() {
    String yaml =
        read(HEAD
                + """
                ><state id="a">
                  <transition event="x" cond="In('b')" target="b"/>
                  <transition event="*" target="c"/>
                  <transition event="x" target="d"/>
                </state><state id="b"/><state id="c"/><state id="d"/></scxml>
                """)
            .get();
    assertThat(yaml)
        .contains(
            """
            transitions:
              - { from: a, on: x, when: "active('b')", to: b }
              - { from: a, on: "*", to: c }
              - { from: a, on: x, to: d }
            """);
  }

  @Test
  void what_cannot_be_translated_is_a_problem_at_its_place() {
    Loaded<String> loaded =
        read(
            HEAD
                + ">\n"
                + "<state id=\"a\">\n"
                + "  <transition cond=\"Math.max(1, 2) == 2\" target=\"a\"/>\n"
                + "</state></scxml>");
    assertThat(loaded.hasValue()).isFalse();
    Problem problem = loaded.problems().get(0);
    assertThat(problem.code()).isEqualTo("X201");
    assertThat(problem.place()).hasToString("t.scxml:3:21");
    assertThat(problem.message()).contains("'Math' has no counterpart");
  }

  @Test
  void truthiness_is_asked_for_where_a_condition_is_no_boolean() {
    String yaml =
        read(HEAD
                + """
                ><datamodel><data id="open" expr="false"/><data id="who"/></datamodel><state id="a">
                  <transition event="x" cond="open &amp;&amp; who" target="a"/>
                  <transition event="y" cond="!who" target="a"/>
                  <transition event="z" cond="open || !_event.data" target="a"/>
                </state></scxml>
                """)
            .get();
    assertThat(yaml)
        .contains("when: \"data.open && !(data.who in [null, false, 0, ''])\"")
        .contains("when: \"data.who in [null, false, 0, '']\"")
        .contains("when: \"data.open || !(event != {})\"");
  }

  @Test
  void what_scxml_answers_with_an_error_fails_here_too_and_is_a_warning() {
    Loaded<String> loaded =
        read(
            HEAD
                + """
                ><state id="a"><onentry>
                  <assign location="nobody" expr="1"/><send event="e" target="mars"/>
                </onentry><transition cond="return" target="a"/></state></scxml>
                """);
    assertThat(loaded.problems()).extracting(Problem::code).containsExactly("X303", "X303", "X303");
    assertThat(loaded.get())
        .contains("fail: \"'\\\\'nobody\\\\' is no place in the data'\"")
        .contains("'return\\\\' is no expression')) == 0");
    assertThat(Chart.compile(YamlCharts.load(new Source("c.yaml", loaded.get())).get()).value())
        .isNotNull();
  }

  @Test
  void what_the_platform_knows_of_an_event_is_in_its_meta_data() {
    String yaml =
        read(HEAD
                + """
                ><datamodel><data id="who"/></datamodel><state id="a">
                  <transition event="x" cond="_event.sendid == 's' &amp;&amp; _event['type'] == 'internal'">
                    <assign location="who" expr="_event.invokeid"/>
                    <send event="y" targetexpr="_event.origin" typeexpr="_event.origintype"/>
                  </transition>
                  <transition event="y" cond="typeof _event.origin === 'undefined' || 'sendid' in _event" target="a"/>
                  <transition event="z" cond="'colour' in _event" target="a"/>
                </state></scxml>
                """)
            .get();
    assertThat(yaml)
        .contains("when: \"event_meta.sendid == 's' && event_meta.type == 'internal'\"")
        .contains("assign: { who: event_meta.invokeid }")
        .contains("to: \"${event_meta.origin}\"")
        .contains("when: \"event_meta.origin == null || event_name != ''\"")
        .contains(
            "when: \"(event_meta.origin == null ? null :"
                + " 'http://www.w3.org/TR/scxml/#SCXMLEventProcessor') in ['scxml'")
        .contains("z: { when: \"false\", to: a }");
  }

  @Test
  void several_blocks_stay_several_and_an_error_in_one_its_own() {
    String yaml =
        read(HEAD
                + """
                ><datamodel><data id="n" expr="1"/></datamodel><state id="a">
                  <onentry><send event="e" target="mars" id="s"/></onentry>
                  <!-- and then -->
                  <onentry><assign location="n" expr="2"/></onentry>
                </state></scxml>
                """)
            .get();
    assertThat(yaml)
        .contains("entry:")
        .contains(
            "- block:\n"
                + "          - { send: { event: e, to: \"${int(dyn('\\\\'mars\\\\' is no address")
        .contains("# and then")
        .contains("block: [{ assign: { n: \"2\" } }]");
  }

  @Test
  void what_is_computed_when_it_runs_is_computed_here() {
    String yaml =
        read(HEAD
                + """
                ><datamodel><data id="v"/></datamodel><state id="a">
                  <onentry><send eventexpr="v" target="#_scxml_other"/><send event="e" target="#_kid"/></onentry>
                  <invoke id="kid" srcexpr="v" typeexpr="v" idlocation="v"/>
                </state></scxml>
                """)
            .get();
    assertThat(yaml)
        .contains("send: { event: \"${data.v}\", to: other }")
        .contains("send: { event: e, to: \"#kid\" }")
        .contains("chart: \"${data.v in ['scxml', ")
        .contains("? (data.v) : string(int(dyn('only charts can be invoked')))}\"");
  }

  @Test
  void a_child_that_is_written_inside_becomes_a_chart_of_its_own() {
    Loaded<Map<String, String>> loaded =
        ScxmlImport.toCharts(
            new Source(
                "t.scxml",
                HEAD
                    + """
                    ><state id="a"><invoke><content>
                      <scxml version="1.0"><final id="over"/></scxml>
                    </content></invoke></state></scxml>
                    """),
            name -> null);
    assertThat(loaded.get().keySet()).containsExactly("t", "t.a");
    assertThat(loaded.get().get("t")).contains("a: { invoke: { chart: t.a } }");
    assertThat(loaded.get().get("t.a")).contains("over: { final: true }");
  }

  @Test
  void an_invalid_state_id_is_replaced_in_every_reference() {
    Loaded<String> loaded =
        toYaml(
            new Source(
                "m.scxml",
                """
                <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="a.b" datamodel="ecmascript">
                  <state id="a.b" initial="a.1">
                    <state id="a.1"><transition event="go" target="a.end"/></state>
                    <final id="a.end"/>
                    <transition event="done.state.a.b done.state.a.*" cond="In('a.end')" target="any  a_b"/>
                    <invoke id="x.y" type="scxml" src="child.scxml"/>
                  </state>
                  <state id="a_b"/>
                  <parallel id="any"/>
                </scxml>
                """));

    assertThat(loaded.problems())
        .extracting(Problem::code)
        .containsExactly("X305", "X305", "X305", "X305");
    assertThat(loaded.problems().get(0).place().toString()).isEqualTo("m.scxml:2:14");
    assertThat(loaded.problems().get(0).message())
        .isEqualTo("the state 'a.b' is called 'a_b_' in the chart");
    assertThat(loaded.get())
        .contains("initial: a_b_\n", "initial: a_1\n", "on: { go: a_end }", "active('a_end')")
        .contains("done.state.a_b_, ", "to: [any_, a_b]", "x.y")
        .doesNotContain("done.state.a.b");
  }

  @Test
  void an_invalid_expression_is_reported_once_and_briefly() {
    Loaded<String> loaded =
        toYaml(
            new Source(
                "t.scxml",
                HEAD
                    + """
                    ><datamodel><data id="a" expr="0"/></datamodel>
                    <state id="s"><onentry><assign expr="1"/>
                    <script>while (a) {
                      a--
                    }
                    function somethingWithALongName(parameter) { return parameter + parameter }</script>
                    </onentry>
                    <transition event="go" cond=" " target="s"/></state></scxml>
                    """));
    assertThat(loaded.problems())
        .extracting(problem -> problem.code() + " " + problem.message())
        .containsExactly(
            "X102 <assign> needs 'location'",
            "X201 'while (a) { a-- } function somethingWithALongName(parameter…' cannot be"
                + " translated: 'while' has no counterpart: only assignments can be translated,"
                + " such as 'x = x + 1'",
            "X304 an empty condition is none");
  }

  @Test
  void a_delay_that_is_none_and_a_namespace_of_another_language_are_named() {
    Loaded<String> loaded =
        read(
            """
            <scxml xmlns="http://www.w3.org/2005/07/xhtml" version="1.0" datamodel="ecmascript">
              <state id="a">
                <onentry><send event="late" delay="soon"/></onentry>
              </state>
            </scxml>
            """);
    assertThat(loaded.problems())
        .extracting(Problem::code, Problem::message, Problem::fix)
        .containsExactly(
            tuple(
                "X302",
                "its namespace is 'http://www.w3.org/2005/07/xhtml'",
                "it should be http://www.w3.org/2005/07/scxml"),
            tuple("X203", "'soon' is no delay", "write it like 500ms or 2s"));
  }

  @Test
  void what_is_added_to_a_text_becomes_one() {
    String yaml =
        toYaml(
                new Source(
                    "t.scxml",
                    HEAD
                        + """
                        ><datamodel><data id="a" expr="0"/></datamodel>
                        <state id="s"><onentry><log expr="'a is ' + a + 1"/>
                        <assign location="a" expr="a + a"/><script>a += '.'</script></onentry></state></scxml>
                        """))
            .get();
    assertThat(yaml)
        .contains("${'a is ' + string(data.a) + string(1)}", "a: data.a + data.a")
        .contains("a: \"string(data.a) + '.'\"");
  }

  @Test
  void division_stays_what_it_was() {
    String yaml =
        read(HEAD
                + "><datamodel><data id=\"x\"/></datamodel><state id=\"a\"><onentry><assign"
                + " location=\"x\" expr=\"1/2\"/></onentry></state></scxml>")
            .get();
    assertThat(yaml).contains("x: double(1) / double(2)");
  }

  @Test
  void broken_xml_and_entities_are_problems_and_never_read_anything() {
    assertThat(read("<scxml").problems()).extracting(Problem::code).containsExactly("X101");
    assertThat(
            read("<!DOCTYPE s [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><scxml>&e;</scxml>")
                .problems())
        .extracting(Problem::code)
        .contains("X101");
    assertThat(read("<scxml>".repeat(5000)).hasValue()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(@1@)",
        "!@x@",
        "- @x@",
        "[@1@]",
        "x[@0@]",
        "x ? 1 : @2@",
        "x.concat(@x@)",
        "{a: @1@}"
      })
  void an_expression_that_is_nested_too_deep_is_a_problem_at_its_place(String parts) {
    String[] part = parts.split("@", -1);
    String expr = part[0].repeat(5000) + part[1] + part[2].repeat(5000);
    assertThat(nested(expr).problems())
        .extracting(Problem::code, p -> p.place().line())
        .containsExactly(tuple("X201", 2));
    assertThat(nested(expr).problems().get(0).message())
        .endsWith("cannot be translated: the expression is nested more than 100 deep");
  }

  @Test
  void an_expression_with_an_unbounded_translation_is_a_problem() {
    for (String expr :
        List.of(
            "x" + " &amp;&amp; x".repeat(5000),
            "(".repeat(45) + "x" + " || x)".repeat(45) + " || x")) {
      assertThat(nested(expr).problems())
          .extracting(Problem::code, p -> p.place().line())
          .containsExactly(tuple("X201", 2));
    }
  }

  @Test
  void elements_that_are_nested_too_deep_are_a_problem_and_others_are_read() {
    assertThat(ifs(95).problems()).isEmpty();
    assertThat(ifs(190).problems())
        .extracting(Problem::message)
        .containsExactly("elements are nested more than 99 deep");
  }

  private static Loaded<String> ifs(int depth) {
    String inner =
        "<if cond=\"true\">".repeat(depth) + "<raise event=\"e\"/>" + "</if>".repeat(depth);
    return read(HEAD + "><state id=\"a\"><onentry>" + inner + "</onentry></state></scxml>");
  }

  private static Loaded<String> nested(String cond) {
    return read(
        HEAD
            + "><datamodel><data id=\"x\" expr=\"0\"/></datamodel><state id=\"a\">\n"
            + "<transition event=\"e\" cond=\""
            + cond
            + "\" target=\"a\"/></state></scxml>");
  }

  private static Loaded<String> read(String xml) {
    return toYaml(new Source("t.scxml", xml));
  }

  /** Returns the YAML text of the document's own chart. */
  static Loaded<String> toYaml(Source scxml) {
    Loaded<Map<String, String>> charts = ScxmlImport.toCharts(scxml, name -> null);
    Map<String, String> all = charts.value();
    return new Loaded<>(all == null ? null : all.values().iterator().next(), charts.problems());
  }
}
