package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Table of functions in the manual of charts, and the functions that the checker knows. */
class FunctionManualTest {
  private static final Path PAGE =
      Path.of(System.getProperty("statute.root"), "charts", "README.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`\\w+`(?:, `\\w+`)*) \\| [^|]+ \\| `([^`]+)` \\|$");
  private static final Pattern WORD = Pattern.compile("\\w+");

  private static final TypeEnvironment ENV =
      TypeEnvironment.empty()
          .withVariable(
              "event",
              ValueType.closed(
                  "event Done", Map.of("success", ValueType.Field.required(ValueType.BOOL))))
          .withStates(List.of("running"), id -> List.of("running").indexOf(id));

  private static final Activation SCOPE =
      new Activation() {
        @Override
        public Object variable(int slot) {
          return Map.of("success", true);
        }

        @Override
        public boolean isActive(int state) {
          return true;
        }
      };

  private static List<MatchResult> rows() throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("<!-- functions -->");
    return ROW.matcher(page.substring(start, page.indexOf("<!-- end -->", start)))
        .results()
        .toList();
  }

  @Test
  void the_manual_has_each_function_of_the_checker_and_no_other() throws IOException {
    Set<String> known = new TreeSet<>();
    known.addAll(suggestions("qqqqqqqq(1)"));
    known.addAll(suggestions("'a'.qqqqqqqq()"));
    Set<String> shown = new TreeSet<>();
    rows().forEach(row -> WORD.matcher(row.group(1)).results().forEach(w -> shown.add(w.group())));
    assertThat(shown).hasSizeGreaterThan(20).isEqualTo(known);
  }

  /** Returns the functions that the fix of an unknown one lists. */
  private static List<String> suggestions(String unknown) {
    ProblemCollector problems = new ProblemCollector();
    Expression.compile(SourceText.synthetic(unknown, "test"), ENV, problems);
    String fix = problems.sorted().get(0).fix();
    assertThat(fix).startsWith("there are ");
    return List.of(fix.substring("there are ".length()).split(", "));
  }

  @Test
  void each_example_uses_its_functions_and_is_true() throws IOException {
    for (MatchResult row : rows()) {
      String example = row.group(2);
      ProblemCollector problems = new ProblemCollector();
      Expression expression =
          Expression.compile(SourceText.synthetic(example, "manual"), ENV, problems);
      assertThat(problems.sorted()).as(example).isEmpty();
      assertThat(expression).as(example).isNotNull();
      assertThat(expression.test(SCOPE)).as(example).isTrue();
    }
  }
}
