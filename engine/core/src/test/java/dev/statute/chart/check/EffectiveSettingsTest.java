package dev.statute.chart.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.check.EffectiveSettings.Sources;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffectiveSettingsTest {
  private ProblemCollector problems = new ProblemCollector();

  private static SettingDefinition value(String name, Object value) {
    return new SettingDefinition(SourceText.synthetic(name, "file.yaml"), value);
  }

  private static Pack pack(Layer layer, Object... namesTypesAndDefaults) {
    Map<String, SettingDeclaration> settings = new LinkedHashMap<>();
    for (int i = 0; i < namesTypesAndDefaults.length; i += 3) {
      String name = (String) namesTypesAndDefaults[i];
      settings.put(
          name,
          new SettingDeclaration(
              SourceText.synthetic(name, "pack.yaml"),
              (String) namesTypesAndDefaults[i + 1],
              namesTypesAndDefaults[i + 2],
              ""));
    }
    return new Pack("p", layer, "", "", List.of(), settings, List.of());
  }

  private static ChartDefinition chart(Object... namesAndValues) {
    return ChartBuilder.chart(
        "c",
        c -> {
          for (int i = 0; i < namesAndValues.length; i += 2) {
            c.setting((String) namesAndValues[i], namesAndValues[i + 1]);
          }
          return c;
        });
  }

  private Settings resolve(
      ChartDefinition chart, List<Pack> packs, Map<String, String> commandLine, String... read) {
    return EffectiveSettings.resolve(
        new Sources(chart, packs, Map.of(), commandLine, Set.of(read), Set.of()), problems);
  }

  private List<String> messages() {
    return problems.sorted().stream().map(p -> p.code() + " " + p.message()).toList();
  }

  @Test
  void a_programmatic_setting_respects_the_value_limits() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    resolve(chart("list", endless, "text", "\ud800"), List.of(), Map.of(), "list", "text");
    assertThat(problems.sorted()).extracting(Problem::code).containsExactly("P302", "P302");
    assertThat(problems.sorted())
        .extracting(Problem::message)
        .anyMatch(message -> message.startsWith("setting 'list[0][0]"))
        .anyMatch(message -> message.startsWith("setting 'text'"));
  }

  @Test
  void the_command_line_wins_over_profile_chart_entry_and_default() {
    Pack pack =
        pack(
            Layer.BASE,
            "a",
            "int",
            1L,
            "b",
            "int",
            1L,
            "c",
            "int",
            1L,
            "d",
            "int",
            1L,
            "e",
            "int",
            1L);
    ChartDefinition chart =
        ChartBuilder.chart(
            "c",
            c ->
                c.policy("p", value("b", 2L), value("c", 2L), value("d", 2L), value("e", 2L))
                    .setting("c", 3L)
                    .setting("d", 3L)
                    .setting("e", 3L));
    Settings settings =
        EffectiveSettings.resolve(
            new Sources(
                chart,
                List.of(pack),
                Map.of("d", value("d", 4L), "e", value("e", 4L)),
                Map.of("e", "5"),
                Set.of(),
                Set.of()),
            problems);
    assertThat(settings.all().toString()).isEqualTo("{a=1, b=2, c=3, d=4, e=5}");
    assertThat(messages()).isEmpty();
  }

  @Test
  void a_value_has_the_type_that_a_pack_declares() {
    Pack pack =
        pack(
            Layer.BASE,
            "wait",
            "duration",
            "10m",
            "share",
            "double",
            1L,
            "name",
            "text",
            "5m",
            "l",
            "list",
            List.of());
    Settings settings =
        resolve(chart(), List.of(pack), Map.of("wait", "1h", "name", "7", "l", "a, 2"));
    assertThat(settings.value("wait")).isEqualTo(Duration.ofHours(1));
    assertThat(settings.value("share")).isEqualTo(1.0);
    assertThat(settings.value("name")).isEqualTo("7");
    assertThat(settings.value("l")).isEqualTo(List.of("a", 2L));
    assertThat(messages()).isEmpty();
  }

  @Test
  void an_invalid_duration_is_reported_at_its_setting() {
    EffectiveSettings.resolve(
        new Sources(
            chart("number", 3L, "word", "soon", "blank", "3 days", "good", "3d"),
            List.of(),
            Map.of(),
            Map.of("line", "1500"),
            Set.of("number", "word", "blank", "good", "line"),
            Set.of("number", "word", "blank", "good", "line")),
        problems);
    assertThat(problems.sorted())
        .extracting(p -> p.message() + " | " + p.fix())
        .containsExactlyInAnyOrder(
            "setting 'number' is 3, expected duration | 3 what? write 3s, 3m, 3h or 3d",
            "setting 'word' is the text 'soon', expected duration"
                + " | write it as 250ms, 30s, 10m, 2h, 1d or 1h30m",
            "setting 'blank' is the text '3 days', expected duration | write it as 3d",
            "setting 'line' is the text '1500', expected duration"
                + " | 1500 what? write 1500ms or 1500s");
  }

  @Test
  void a_declared_double_is_called_a_number() {
    resolve(chart("share", "half"), List.of(pack(Layer.BASE, "share", "double", 0.5)), Map.of());
    assertThat(messages())
        .containsExactly("P302 setting 'share' is the text 'half', expected number");
  }

  @Test
  void a_misspelt_setting_is_one_problem() {
    Pack pack = pack(Layer.BASE, "patience", "duration", null);
    Settings settings = resolve(chart("patince", "10m"), List.of(pack), Map.of());
    assertThat(problems.sorted())
        .extracting(p -> p.code() + " " + p.fix())
        .containsExactly("P301 did you mean 'patience'?");
    assertThat(settings.value("patience")).isEqualTo(Duration.ofMinutes(10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a, 2, it's", "[a, 2, it's]", "[ \"a\",2, it's ]", "'a',2,it's"})
  void a_list_of_the_command_line_may_be_written_as_in_yaml(String written) {
    Pack pack = pack(Layer.BASE, "l", "list", List.of());
    Settings settings = resolve(chart(), List.of(pack), Map.of("l", written));
    assertThat(settings.value("l")).isEqualTo(List.of("a", 2L, "it's"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", " [ ] "})
  void a_list_of_the_command_line_may_be_empty(String written) {
    Pack pack = pack(Layer.BASE, "l", "list", List.of("x"));
    Settings settings = resolve(chart(), List.of(pack), Map.of("l", written));
    assertThat(settings.value("l")).isEqualTo(List.of());
  }

  @Test
  void an_undeclared_value_has_its_inferred_type() {
    Settings settings =
        resolve(
            chart("wait", "10m", "name", "bob", "on", true),
            List.of(),
            Map.of("name", "12"),
            "wait",
            "name",
            "on",
            "other");
    assertThat(settings.value("wait")).isEqualTo(Duration.ofMinutes(10));
    assertThat(settings.value("name")).isEqualTo("12");
    assertThat(settings.flag("on")).isTrue();
    assertThat(settings.has("other")).isFalse();
  }

  @Test
  void a_mistyped_setting_falls_back_to_a_value_of_its_type() {
    Settings settings =
        resolve(chart("n", "many"), List.of(pack(Layer.BASE, "n", "int", 3L)), Map.of());
    assertThat(messages()).containsExactly("P302 setting 'n' is the text 'many', expected int");
    assertThat(settings.num("n")).isEqualTo(3);
  }

  @Test
  void an_undeclared_and_unread_setting_is_unknown() {
    resolve(
        chart("stuck_treshold", 3L),
        List.of(pack(Layer.BASE, "stuck_threshold", "int", 3L)),
        Map.of("x", "1"));
    assertThat(messages())
        .containsExactly(
            "P301 no pack declares a setting 'x', and neither rules nor expressions read it",
            "P301 no pack declares a setting 'stuck_treshold', and neither rules nor expressions"
                + " read it");
    assertThat(problems.sorted().get(1).fix()).isEqualTo("did you mean 'stuck_threshold'?");
  }

  @Test
  void a_value_of_another_type_is_rejected() {
    resolve(
        chart("n", "many"),
        List.of(pack(Layer.BASE, "n", "int", 3L, "d", "duration", "1s")),
        Map.of("d", "soon"));
    assertThat(messages())
        .containsExactlyInAnyOrder(
            "P302 setting 'n' is the text 'many', expected int",
            "P302 setting 'd' is the text 'soon', expected duration");
  }

  @Test
  void a_setting_without_default_must_be_set() {
    resolve(chart(), List.of(pack(Layer.BASE, "n", "int", null)), Map.of());
    assertThat(messages()).containsExactly("P303 setting 'n' has no default and nobody sets it");
  }

  @Test
  void packs_agree_on_types_and_the_higher_layer_on_the_default() {
    Settings settings =
        resolve(
            chart(),
            List.of(
                pack(Layer.BASE, "n", "int", 1L, "t", "int", 1L),
                pack(new Layer(2, "team"), "n", "int", 2L, "t", "text", "x")),
            Map.of());
    assertThat(settings.num("n")).isEqualTo(2);
    assertThat(messages()).containsExactly("P304 setting 't' is declared int here and text at 1:1");
  }

  @Test
  void maps_and_lists_of_several_packs_are_merged_and_the_higher_layer_wins() {
    Settings settings =
        resolve(
            chart(),
            List.of(
                pack(Layer.BASE, "m", "map", Map.of("a", 1L, "b", 1L), "l", "list", List.of("x")),
                pack(
                    new Layer(2, "team"),
                    "m",
                    "map",
                    Map.of("b", 2L),
                    "l",
                    "list",
                    List.of("y", "x"))),
            Map.of());
    assertThat(settings.value("m")).isEqualTo(Map.of("a", 1L, "b", 2L));
    assertThat(settings.value("l")).isEqualTo(List.of("y", "x"));
    assertThat(problems.sorted()).isEmpty();
  }

  @Test
  void a_list_that_is_merged_may_hold_null() {
    List<Object> withNull = Arrays.asList("y", null);
    Settings settings =
        resolve(
            chart(),
            List.of(
                pack(Layer.BASE, "l", "list", List.of("x")),
                pack(new Layer(2, "team"), "l", "list", withNull)),
            Map.of());
    assertThat(settings.value("l")).isEqualTo(Arrays.asList("y", null, "x"));
    assertThat(problems.sorted()).isEmpty();
  }
}
