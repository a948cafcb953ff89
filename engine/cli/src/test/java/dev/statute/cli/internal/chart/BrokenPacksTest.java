package dev.statute.cli.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.cli.internal.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Missing, broken and unused packs: all of their problems are reported, and no others. */
class BrokenPacksTest {
  private static final Pattern PROBLEM =
      Pattern.compile("([a-z/.]+):\\d+:\\d+: (error|warning) ([A-Z]\\d+)");

  private static final String RULE =
      """
      package %s
      import dev.statute.policy.*
      rule "r" when
        Settings( num("limit") > 3 )
        $t : Transition( event == "%s" )
      then
        insert( new Deny($t, "no") );
      end
      """;

  private static final String REDIRECT =
      """
      package rules
      import dev.statute.policy.*
      rule "hold" when
        $t : Transition( to == "busy" )
      then
        insert( new Redirect($t, "held", "wait") );
      end
      """;

  @TempDir private Path folder;

  @BeforeEach
  void chart() throws IOException {
    write("other.drl", RULE.formatted("other", "strat"));
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void chart(String policies) throws IOException {
    write(
        "agent.yaml",
        """
        chart: agent
        policies: %s
        settings: { limit: 5 }
        states: { idle: { on: { start: busy } }, busy: { on: { stop: idle } } }
        """
            .formatted(policies));
  }

  private List<String> wrong(String path) {
    return problems(printed(path));
  }

  private String printed(String path) {
    String printed = CommandResult.run("", "validate", folder.resolve(path).toString()).out();
    return printed.replace(folder + "/", "");
  }

  private static List<String> problems(String printed) {
    List<String> all = new ArrayList<>();
    Matcher found = PROBLEM.matcher(printed);
    while (found.find()) {
      all.add(found.group(1) + " " + found.group(3));
    }
    return all;
  }

  @Test
  void a_pack_that_does_not_compile_leaves_open_which_settings_it_reads() throws IOException {
    chart("[broken, other]");
    write("broken.drl", RULE.formatted("broken", "start").replace("\" )\nthen", "\" \nthen"));
    assertThat(wrong("agent.yaml")).containsExactly("broken.drl R101", "other.drl R113");
  }

  @Test
  void a_missing_pack_hides_no_problem_of_another() throws IOException {
    chart("[missing, other]");
    assertThat(wrong("agent.yaml")).containsExactly("agent.yaml P201", "other.drl R113");
  }

  @Test
  void an_unread_setting_is_reported_if_all_packs_are_known() throws IOException {
    chart("[other]");
    write("other.drl", RULE.formatted("other", "start").replaceAll(" +Settings.*\n", ""));
    assertThat(wrong("agent.yaml")).containsExactly("agent.yaml P301");
  }

  @Test
  void a_missing_disabled_rule_hides_no_problem_of_settings() throws IOException {
    chart("[{ pack: other, disable: [q], settings: { limmit: 3 } }]");
    write("other.drl", RULE.formatted("other", "start"));
    Path file = folder.resolve("agent.yaml");
    String[] command = {"validate", file.toString(), "--set", "limitt=4"};
    assertThat(problems(CommandResult.run("", command).out().replace(folder + "/", "")))
        .containsExactly("agent.yaml R131", "agent.yaml P301");
    assertThat(CommandResult.run("", command).out()).contains("--set limitt: error P301");
    assertThat(CommandResult.run("", "run", file.toString()).code()).isEqualTo(ExitCode.FINDINGS);
  }

  @Test
  void a_state_that_a_rule_redirects_to_is_reachable() throws IOException {
    write("rules.drl", REDIRECT);
    String chart =
        """
        chart: agent
        policies: [%s]
        states:
          idle: { on: { start: busy } }
          busy: { on: { stop: idle } }
          held: { on: { go: idle } }
        """;
    write("agent.yaml", chart.formatted("rules"));
    assertThat(wrong("agent.yaml")).isEmpty();
    write("agent.yaml", chart.formatted("{ pack: rules, disable: [hold] }"));
    assertThat(wrong("agent.yaml")).containsExactly("agent.yaml C801");
  }

  @Test
  void an_empty_file_is_no_pack() throws IOException {
    chart("[other]");
    write("other.drl", "");
    assertThat(wrong("agent.yaml")).containsExactly("other.drl R128");
  }

  @Test
  void an_unused_profile_is_checked() throws IOException {
    write("rules/profiles/night.yaml", "- limit\n");
    assertThat(wrong("rules")).containsExactly("rules/profiles/night.yaml C122");
  }

  @Test
  void settings_of_an_unused_profile_belong_to_some_pack_and_have_its_type() throws IOException {
    write("rules/guards/limits/limits.drl", RULE.formatted("limits", "start"));
    write(
        "rules/guards/limits/pack.yaml",
        "settings: { limit: { type: int, default: 3, doc: x }, wait: { type: duration, default: 1s"
            + " } }\n");
    write(
        "rules/profiles/night.yaml", "limt: 4\nlimit: many\nwait: 2h\nhints: { a: 3 }\nwait_: 1\n");
    String printed = printed("rules/profiles");
    assertThat(problems(printed))
        .containsExactly(
            "rules/profiles/night.yaml P301",
            "rules/profiles/night.yaml P302",
            "rules/profiles/night.yaml P305",
            "rules/profiles/night.yaml P301");
    assertThat(printed)
        .contains(
            "night.yaml:1:1: warning P301: no pack declares a setting 'limt'",
            "did you mean 'limit'?",
            "night.yaml:2:1: error P302: setting 'limit' is the text 'many', expected int",
            "night.yaml:4:1: error P305",
            "did you mean 'wait'?");
  }
}
