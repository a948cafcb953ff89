package dev.statute.drools.internal.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.DroolsPolicies;
import dev.statute.drools.internal.type.RuleReference.WordExample;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reference {@code rules/REFERENCE.md} is complete, up to date, and its examples compile. It is
 * written anew with {@code -Dgolden.write=true}.
 */
class RuleReferenceTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root"));
  private static final Path WORDS = Path.of("src/test/resources/reference/words.tsv");
  private static final Path PAGE = ROOT.resolve("rules/REFERENCE.md");

  private static final Map<String, String> QUESTIONS =
      Map.of(
          "transitions", "$t : Transition( )\n%s\nthen insert( new Deny($t, \"no\") );",
          "guards", "$c : Candidate( )\n%s\nthen insert( new Grant($c, \"yes\") );",
          "records", "%s\nthen insert( new Finding(\"loop\", \"\", \"hint\", 1, \"loop\") );",
          "fields", "%s\nthen insert( new Waive(\"note\", \"no\") );");

  private static final Map<String, Pack.SettingDeclaration> SETTINGS =
      Stream.of("int limit", "duration patience", "bool strict", "text label", "list tools")
          .map(each -> each.split(" "))
          .collect(Collectors.toMap(each -> each[1], each -> setting(each[1], each[0])));

  private static Pack.SettingDeclaration setting(String name, String type) {
    return new Pack.SettingDeclaration(SourceText.synthetic(name, "pack.yaml"), type, null, "");
  }

  private static Map<String, WordExample> examples() throws IOException {
    Map<String, WordExample> all = new LinkedHashMap<>();
    for (String line : Files.readAllLines(WORDS)) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).as(line).hasSize(3);
      assertThat(all.put(cells[0], new WordExample(cells[1], cells[2]))).as(line).isNull();
    }
    return all;
  }

  static List<Problem> problems(String rule) {
    Source source =
        new Source(
            "p.drl",
            "package p\nimport dev.statute.policy.*\nrule \"r\" when\n" + rule + "\nend\n");
    Pack pack = new Pack("p", Layer.BASE, "", "", List.of(source), SETTINGS, List.of());
    return DroolsPolicies.compile(List.of(pack), Vocabulary.NONE).problems();
  }

  static List<Map.Entry<String, String>> conditions() throws IOException {
    List<Map.Entry<String, String>> all = new ArrayList<>();
    examples()
        .forEach(
            (word, example) ->
                all.add(Map.entry(word.substring(0, word.indexOf('.')), example.condition())));
    return all;
  }

  @Test
  void every_word_has_a_meaning_and_an_example_and_no_example_is_left_over() throws IOException {
    PolicyJavadoc docs = docs();
    List<String> words = new ArrayList<>();
    for (List<Class<?>> facts : RuleReference.sections()) {
      Class<?> fact = facts.get(0);
      for (String word : RuleReference.words(fact).keySet()) {
        words.add(fact.getSimpleName() + "." + word);
        assertThat(docs.member(fact, word)).as(fact.getSimpleName() + "." + word).isNotEmpty();
      }
    }
    assertThat(examples().keySet()).containsExactlyInAnyOrderElementsOf(words);
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void each_example_compiles(Map.Entry<String, String> example) {
    String fact = example.getKey();
    String condition = example.getValue();
    String pattern = condition.startsWith("$") ? condition : fact + "( " + condition + " )";
    String rule =
        fact.equals("Transition")
            ? "$t : " + pattern + "\nthen insert( new Deny($t, \"no\") );"
            : QUESTIONS.get("records").formatted(pattern);
    assertThat(problems(rule)).isEmpty();
  }

  @Test
  void the_page_is_up_to_date() throws IOException {
    String page = new RuleReference(docs(), examples()).write(presence());
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  /** Questions for which a fact exists, according to the check of unavailable facts. */
  private static Map<String, List<String>> presence() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (String fact : FactAllowList.factNames()) {
      all.put(
          fact,
          Stream.of("transitions", "guards", "records", "fields")
              .filter(
                  question ->
                      problems(QUESTIONS.get(question).formatted(fact + "( )")).stream()
                          .noneMatch(problem -> problem.code().equals("R122")))
              .toList());
    }
    return all;
  }

  private static PolicyJavadoc docs() throws IOException {
    return PolicyJavadoc.of(ROOT.resolve("engine/core/src/main/java/dev/statute/policy"));
  }
}
