package dev.statute.w3c;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Test suite of the W3C for SCXML in its ECMAScript form, which {@code engine/scxml/w3c} fetches
 * and passes with {@code -Dw3c=FOLDER}. Its automatic, mandatory tests either pass or are in {@code
 * unclaimed.txt} with the reason, and tests in that file must fail. {@code -Ddocs.write=true}
 * writes the score into {@code engine/scxml/README.md}.
 */
@EnabledIfSystemProperty(named = "w3c", matches = ".+")
class W3cSuiteTest {
  private static final Path FOLDER = Path.of(System.getProperty("w3c", ""));
  private static final Path README = Path.of("../scxml/README.md");
  private static final String BEGIN = "<!-- score -->\n";
  private static final String END = "<!-- /score -->\n";

  private record Case(String section, String name, boolean counts) {}

  @Test
  void what_is_claimed_passes_and_the_score_is_the_published_one() throws Exception {
    Map<String, String> unclaimed = unclaimed();
    Map<String, int[]> score = new LinkedHashMap<>();
    List<String> wrong = new ArrayList<>();
    W3cTestRun play = new W3cTestRun(FOLDER);
    for (Case each : cases()) {
      if (!each.counts()) {
        continue;
      }
      String result = play.of(each.name() + ".txml.scxml");
      boolean passes = result.equals("pass");
      int[] counted = score.computeIfAbsent(each.section(), s -> new int[2]);
      counted[0] += passes ? 1 : 0;
      counted[1]++;
      if (passes == unclaimed.containsKey(each.name())) {
        wrong.add(each.section() + " " + each.name() + ": " + result);
      }
    }
    assertThat(wrong).isEmpty();
    String table = table(score, unclaimed);
    String text = Files.readString(README);
    String published = text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
    if (Boolean.getBoolean("docs.write")) {
      int begin = text.indexOf(BEGIN) + BEGIN.length();
      Files.writeString(
          README, text.substring(0, begin) + table + text.substring(text.indexOf(END)));
    } else {
      assertThat(published).isEqualTo(table);
    }
  }

  private static List<Case> cases() throws Exception {
    NodeList asserts =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(FOLDER.resolve("manifest.xml").toFile())
            .getElementsByTagName("assert");
    List<Case> cases = new ArrayList<>();
    for (int i = 0; i < asserts.getLength(); i++) {
      Element claim = (Element) asserts.item(i);
      NodeList tests = claim.getElementsByTagName("test");
      for (int j = 0; j < tests.getLength(); j++) {
        Element test = (Element) tests.item(j);
        boolean counts =
            test.getAttribute("conformance").equals("mandatory")
                && test.getAttribute("manual").equals("false");
        NodeList starts = test.getElementsByTagName("start");
        for (int k = 0; k < starts.getLength(); k++) {
          String uri = ((Element) starts.item(k)).getAttribute("uri");
          String name = uri.substring(uri.indexOf('/') + 1).replace(".txml", "");
          cases.add(new Case(claim.getAttribute("specnum"), name, counts));
        }
      }
    }
    assertThat(cases).hasSizeGreaterThan(100);
    return cases;
  }

  /** Reasons by test. */
  private static Map<String, String> unclaimed() throws IOException {
    try (var in = W3cSuiteTest.class.getResourceAsStream("unclaimed.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .map(line -> line.split(" ", 2))
          .collect(
              Collectors.toMap(
                  parts -> parts[0], parts -> parts[1], (a, b) -> a, LinkedHashMap::new));
    }
  }

  private static String table(Map<String, int[]> score, Map<String, String> unclaimed) {
    int passed = score.values().stream().mapToInt(s -> s[0]).sum();
    int all = score.values().stream().mapToInt(s -> s[1]).sum();
    StringBuilder out = new StringBuilder();
    out.append("**").append(passed).append(" of ").append(all).append("** pass.\n\n");
    out.append("| section | pass | of |\n|---|---|---|\n");
    score.forEach(
        (section, counted) ->
            out.append(String.format("| %s | %d | %d |\n", section, counted[0], counted[1])));
    Map<String, List<String>> reasons = new TreeMap<>();
    unclaimed.forEach(
        (name, why) ->
            reasons.computeIfAbsent(why, w -> new ArrayList<>()).add(name.replace("test", "")));
    out.append("\n| not claimed | because |\n|---|---|\n");
    reasons.forEach(
        (why, names) -> out.append("| " + String.join(", ", names) + " | " + why + " |\n"));
    return out.toString();
  }
}
