package dev.statute.cli.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Output formats for other programs, compared with their specifications. */
class ReportFormatsTest {
  @TempDir private Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(
        folder.resolve("bad ümlaut.yaml"),
        "chart: b\ncolour: <&>\nstates: { a: { on: { go: bb } }, c: {} }\n");
    Files.writeString(
        folder.resolve("lamp.yaml"),
        "chart: lamp\nstates: { off: { on: { go: lit } }, lit: {} }\n");
    Files.writeString(
        folder.resolve("lamp.test.yaml"),
        """
        chart: lamp.yaml
        tests:
          - { name: "it lights & <glows>", steps: [ { event: go, expect: { to: [lit] } } ] }
          - { name: it stays, steps: [ { event: go, expect: { to: [off] } } ] }
        """);
  }

  private String printed(String... args) {
    CommandResult invoked = CommandResult.run("", args);
    assertThat(invoked.code()).as(invoked.err()).isEqualTo(ExitCode.FINDINGS);
    return invoked.out();
  }

  private static Map<?, ?> map(Object value) {
    return (Map<?, ?>) value;
  }

  private static List<?> list(Object value) {
    return (List<?>) value;
  }

  private static Object only(Object list) {
    assertThat(list(list)).hasSize(1);
    return list(list).get(0);
  }

  @Test
  void sarif_has_every_field_that_version_2_1_0_requires() {
    for (String command : List.of("validate", "test")) {
      Map<?, ?> log = JsonText.object(printed(command, folder.toString(), "--output", "sarif"));
      assertThat(log.get("version")).isEqualTo("2.1.0");
      assertThat(URI.create(String.valueOf(log.get("$schema"))).isAbsolute()).isTrue();
      Map<?, ?> run = map(only(log.get("runs")));
      Map<?, ?> driver = map(map(run.get("tool")).get("driver"));
      assertThat(driver.get("name")).isEqualTo("statute");
      assertThat(run.get("columnKind")).isIn("utf16CodeUnits", "unicodeCodePoints");
      List<String> rules = new ArrayList<>();
      list(driver.get("rules")).forEach(rule -> rules.add(String.valueOf(map(rule).get("id"))));
      assertThat(rules).doesNotHaveDuplicates().isNotEmpty();
      assertThat(list(run.get("results"))).isNotEmpty();
      for (Object each : list(run.get("results"))) {
        result(map(each), rules);
      }
    }
  }

  private static void result(Map<?, ?> result, List<String> rules) {
    assertThat(result.get("ruleId")).isIn(rules);
    assertThat(result.get("level")).isIn("none", "note", "warning", "error");
    assertThat(String.valueOf(map(result.get("message")).get("text"))).isNotBlank();
    Map<?, ?> physical = map(map(only(result.get("locations"))).get("physicalLocation"));
    String uri = String.valueOf(map(physical.get("artifactLocation")).get("uri"));
    assertThat(URI.create(uri).getPath()).endsWith(".yaml");
    assertThat(uri).matches("[!-~]+");
    Map<?, ?> region = map(physical.get("region"));
    assertThat((Long) region.get("startLine")).isPositive();
    assertThat((Long) region.get("startColumn")).isPositive();
  }

  private Element junit(String command) throws Exception {
    return element(printed(command, folder.toString(), "--output", "junit"));
  }

  private static Element element(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  @Test
  void junit_is_xml_whose_numbers_are_those_of_its_cases() throws Exception {
    for (String command : List.of("validate", "test")) {
      Element root = junit(command);
      assertThat(root.getTagName()).isEqualTo("testsuites");
      assertThat(root.getAttribute("tests")).isEqualTo(count(root, "testcase"));
      assertThat(root.getAttribute("failures")).isEqualTo(count(root, "failure"));
      NodeList suites = root.getElementsByTagName("testsuite");
      assertThat(suites.getLength()).isPositive();
      for (int i = 0; i < suites.getLength(); i++) {
        Element suite = (Element) suites.item(i);
        assertThat(suite.getAttribute("name")).isNotBlank();
        assertThat(suite.getAttribute("tests")).isEqualTo(count(suite, "testcase"));
        assertThat(suite.getAttribute("failures")).isEqualTo(count(suite, "failure"));
      }
    }
    Element tested = junit("test");
    NodeList cases = tested.getElementsByTagName("testcase");
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < cases.getLength(); i++) {
      names.add(((Element) cases.item(i)).getAttribute("name"));
    }
    assertThat(names).contains("it lights & <glows>", "it stays");
  }

  /** Name with all characters that have a meaning in one of the formats. */
  private static final String HOSTILE =
      "\"'<&>]]>\n::error file=x::y,z%0A%25\t\r\u0001\u0085\u2028\uFFFE\\ 😀";

  private Path hostile() throws IOException {
    Path sub = Files.createDirectory(folder.resolve("a,b:c%0A 😀\n#"));
    Files.writeString(
        sub.resolve("lamp.yaml"), "chart: lamp\nstates: { off: { on: { go: lit } }, lit: {} }\n");
    StringBuilder name = new StringBuilder();
    HOSTILE.chars().forEach(c -> name.append(String.format("\\u%04x", c)));
    Files.writeString(
        sub.resolve("lamp.test.yaml"),
        "chart: lamp.yaml\ntests:\n  - { name: \""
            + name
            + "\", steps: [ { event: go, expect: { reason: \""
            + name
            + "\" } } ] }\n");
    Files.writeString(sub.resolve("b.yaml"), "chart: b\nstates: { a: {} }\n\"" + name + "\": 1\n");
    return sub;
  }

  @Test
  void a_hostile_name_is_one_name_in_junit() throws Exception {
    Path sub = hostile();
    Element tests = element(printed("test", sub.toString(), "--output", "junit"));
    Element one = (Element) tests.getElementsByTagName("testcase").item(0);
    assertThat(one.getAttribute("name"))
        .isEqualTo(HOSTILE.replace('\u0001', '\uFFFD').replace('\uFFFE', '\uFFFD'));
    assertThat(one.getAttribute("classname")).isEqualTo(sub.resolve("lamp.test.yaml").toString());
    Element failure = (Element) one.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("type")).isEqualTo("T301");
    assertThat(failure.getTextContent()).contains("]]>\\n::error file=x::y,z%0A%25\t\\x0d");
    assertThat(element(printed("validate", sub.toString(), "--output", "junit")).getTagName())
        .isEqualTo("testsuites");
  }

  @Test
  void a_hostile_name_breaks_no_annotation() throws IOException {
    Path sub = hostile();
    for (String command : List.of("validate", "test")) {
      for (String line : printed(command, sub.toString(), "--output", "github").split("\n")) {
        assertThat(line)
            .matches("(?s)::(error|warning) file=[^,:]+,line=\\d+,col=\\d+,title=\\w+::.+");
        assertThat(line).doesNotContain("\r");
        String file = line.replaceFirst("(?s)^::\\w+ file=", "").replaceFirst("(?s),line=.*", "");
        assertThat(unescaped(file)).startsWith(sub + "/");
      }
    }
    assertThat(unescaped(printed("test", sub.toString(), "--output", "github")))
        .contains(
            HOSTILE
                .replace("\u0001", "\\x01")
                .replace("\u0085", "\\u0085")
                .replace("\u2028", "\\u2028"));
  }

  /** Unescapes like the workflow runner. */
  private static String unescaped(String text) {
    return text.replace("%0D", "\r")
        .replace("%0A", "\n")
        .replace("%3A", ":")
        .replace("%2C", ",")
        .replace("%25", "%");
  }

  @Test
  void a_hostile_path_is_one_address_in_sarif() throws IOException {
    Path sub = hostile();
    for (String command : List.of("validate", "test")) {
      Map<?, ?> log = JsonText.object(printed(command, sub.toString(), "--output", "sarif"));
      for (Object each : list(map(only(log.get("runs"))).get("results"))) {
        Map<?, ?> place = map(map(only(map(each).get("locations"))).get("physicalLocation"));
        URI uri = URI.create(String.valueOf(map(place.get("artifactLocation")).get("uri")));
        assertThat(uri.getScheme()).isEqualTo("file");
        assertThat(Path.of(uri).getParent()).isEqualTo(sub);
      }
    }
  }

  private static String count(Element element, String tag) {
    return Integer.toString(element.getElementsByTagName(tag).getLength());
  }

  @Test
  void github_annotations_stay_on_one_line_each_and_escape_what_they_must() {
    String text = printed("validate", folder.toString(), "--output", "github");
    List<String> lines = text.lines().collect(Collectors.toList());
    assertThat(lines)
        .hasSizeGreaterThan(1)
        .allMatch(
            line -> line.matches("::(error|warning) file=[^,]+,line=\\d+,col=\\d+,title=\\w+::.+"));
  }

  @Test
  void an_option_has_no_line_in_any_form() throws Exception {
    String[] of = {"validate", folder.resolve("lamp.yaml").toString(), "--set", "glow=1"};
    assertThat(printed(with(of, "github"))).startsWith("::error title=P301::--set glow: ");

    Map<?, ?> run = map(only(JsonText.object(printed(with(of, "sarif"))).get("runs")));
    Map<?, ?> result = map(only(run.get("results")));
    assertThat(map(result.get("message")).get("text").toString()).startsWith("--set glow: ");
    assertThat(result.containsKey("locations")).isFalse();

    Element failure = element(printed(with(of, "junit")));
    Element test = (Element) failure.getElementsByTagName("testcase").item(0);
    assertThat(test.getAttribute("name")).isEqualTo("P301 --set glow");
    assertThat(test.getTextContent()).doesNotContain(":1:1");
  }

  private static String[] with(String[] command, String form) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--output", form));
    return all.toArray(String[]::new);
  }
}
