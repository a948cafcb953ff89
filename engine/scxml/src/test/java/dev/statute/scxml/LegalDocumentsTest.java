package dev.statute.scxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
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
        .contains("{ assign: { x: 1 } }")
        .contains("{ assign: { y: 2 } }");
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
        <datamodel><data id="x1">1 + now()</data></datamodel>
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
        .containsExactly(tuple("X201", 2, 30), tuple("X201", 5, 8));
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
}
