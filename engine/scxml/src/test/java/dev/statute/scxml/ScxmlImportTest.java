package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import org.junit.jupiter.api.Test;

class ScxmlImportTest {
  private static final String HEAD =
      "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\" name=\"t\"";

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
  void transitions_whose_order_matters_become_rows() {
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
                + ">\n<state id=\"a\">\n  <transition cond=\"Math.max(1, 2) == 2\" target=\"a\"/>\n</state></scxml>");
    assertThat(loaded.isGood()).isFalse();
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
        .contains("'return\\\\' is no expression') == 0");
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
            "when: \"(event_meta.origin == null ? null : 'http://www.w3.org/TR/scxml/#SCXMLEventProcessor') in ['scxml'")
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
            "- block: [{ send: { event: e, to: \"${int('\\\\'mars\\\\' is no address of SCXML')}\"")
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
        .contains("? (data.v) : string(int('only charts can be invoked'))}\"");
  }

  @Test
  void a_child_that_is_written_inside_becomes_a_chart_of_its_own() {
    Loaded<java.util.Map<String, String>> loaded =
        ScxmlImport.toCharts(
            new Source(
                "t.scxml",
                HEAD
                    + """
                    ><state id="a"><invoke><content>
                      <scxml version="1.0"><final id="over"/></scxml>
                    </content></invoke></state></scxml>
                    """));
    assertThat(loaded.get().keySet()).containsExactly("t", "t.a");
    assertThat(loaded.get().get("t")).contains("a: { invoke: { chart: t.a } }");
    assertThat(loaded.get().get("t.a")).contains("over: { final: true }");
  }

  @Test
  void division_stays_what_it_was() {
    String yaml =
        read(HEAD
                + "><datamodel><data id=\"x\"/></datamodel><state id=\"a\"><onentry><assign location=\"x\" expr=\"1/2\"/></onentry></state></scxml>")
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
    assertThat(read("<scxml>".repeat(5000)).isGood()).isFalse();
  }

  private static Loaded<String> read(String xml) {
    return ScxmlImport.toYaml(new Source("t.scxml", xml));
  }
}
