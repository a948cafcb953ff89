package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Source;
import org.junit.jupiter.api.Test;

class LongDocumentTest {
  private static String yaml(String content) {
    String document =
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\""
            + " name=\"t\">"
            + content
            + "<final id=\"f\"/></scxml>";
    return ScxmlImportTest.toYaml(new Source("t.scxml", document)).get();
  }

  @Test
  void a_text_of_any_length_is_a_value() {
    String text = "a".repeat(20_000);
    String data = "<datamodel><data id=\"d\" expr=\"%s\"/></datamodel>";
    assertThat(yaml(data.formatted("'" + text + "'"))).contains("d: " + text);
    assertThat(yaml(data.formatted("&quot;" + text + "&quot;"))).contains(text);
  }

  @Test
  void a_transition_may_have_many_thousand_descriptors() {
    String events = "done.invoke.x ".repeat(10_000);
    assertThat(
            yaml(
                "<state id=\"a\"><transition event=\""
                    + events
                    + "\" cond=\"_event.data.n\" target=\"f\"/></state>"))
        .contains("done.invoke.x, done.invoke.x");
  }
}
