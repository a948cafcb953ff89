package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataPathTest {
  private static final TypeEnvironment ENV =
      TypeEnvironment.empty().withVariable("event", ValueType.DYN);
  private static final Activation SCOPE = Activation.of(Map.of("id", "c1", "n", 1L));
  private static final ValueType OPEN = ValueType.open("data", Map.of());

  private static DataPath path(String source) {
    return path(source, OPEN);
  }

  private static DataPath path(String source, ValueType data) {
    ProblemCollector problems = new ProblemCollector();
    DataPath path = DataPath.compile(SourceText.synthetic(source, "x"), data, ENV, problems);
    assertThat(problems.sorted()).isEmpty();
    return path;
  }

  private static List<String> refused(String source, ValueType data) {
    ProblemCollector problems = new ProblemCollector();
    assertThat(DataPath.compile(SourceText.synthetic(source, "x"), data, ENV, problems)).isNull();
    return problems.sorted().stream().map(Problem::toString).toList();
  }

  @Test
  void missing_and_null_maps_on_the_path_are_created() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("waiting", null);
    assertThat(path("waiting[event.id].status").set(SCOPE, data, "open"))
        .isEqualTo(Map.of("waiting", Map.of("c1", Map.of("status", "open"))));
    assertThat(path("a.b.c").set(SCOPE, Map.of(), 1L))
        .isEqualTo(Map.of("a", Map.of("b", Map.of("c", 1L))));
  }

  @Test
  void old_data_and_key_order_are_preserved() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("z", 1L);
    data.put("list", List.of(Map.of("k", 1L), 2L));
    data.put("a", 2L);
    Map<String, Object> changed = path("list[0].k").set(SCOPE, data, 7L);
    assertThat(changed).isEqualTo(Map.of("z", 1L, "list", List.of(Map.of("k", 7L), 2L), "a", 2L));
    assertThat(changed.keySet()).containsExactly("z", "list", "a");
    assertThat(data.get("list")).isEqualTo(List.of(Map.of("k", 1L), 2L));
    assertThatThrownBy(() -> changed.put("b", 1L))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void remove_deletes_a_key_or_element_if_present() {
    Map<String, Object> data = Map.of("m", Map.of("a", 1L, "b", 2L), "l", List.of(1L, 2L));
    assertThat(path("m.a").remove(SCOPE, data))
        .isEqualTo(Map.of("m", Map.of("b", 2L), "l", List.of(1L, 2L)));
    assertThat(path("l[event.n]").remove(SCOPE, data).get("l")).isEqualTo(List.of(1L));
    assertThat(path("m.x.y").remove(SCOPE, data)).isSameAs(data);
  }

  @Test
  void values_are_read() {
    Map<String, Object> data = Map.of("m", Map.of("c1", List.of(5L)), "n", 1L);
    assertThat(path("m[event.id][0]").get(SCOPE, data)).isEqualTo(5L);
    assertThat(path("m.c1").has(SCOPE, data)).isTrue();
    assertThat(path("m.c2").has(SCOPE, data)).isFalse();
    assertThat(path("m.c2.x").has(SCOPE, data)).isFalse();
    assertThatThrownBy(() -> path("m.c2").get(SCOPE, data))
        .isInstanceOfSatisfying(
            EvaluationException.class,
            e -> assertThat(e.kind()).isEqualTo(EvaluationException.Kind.NO_SUCH_KEY));
  }

  @Test
  void an_impossible_change_is_an_error() {
    Map<String, Object> data = Map.of("n", 1L, "l", List.of(1L), "m", Map.of());
    assertThatThrownBy(() -> path("n.x").set(SCOPE, data, 1L))
        .hasMessage("what is before 'x' is neither a map nor a list");
    assertThatThrownBy(() -> path("l[1]").set(SCOPE, data, 1L))
        .hasMessage("index 1 is not in a list of 1; append to make it longer");
    assertThatThrownBy(() -> path("m[event.n]").set(SCOPE, data, 1L))
        .hasMessage("the keys of data are strings; write string(…) around 1");
    assertThatThrownBy(() -> path("m[event.gone]").set(SCOPE, data, 1L))
        .hasMessage("there is no field 'gone'");
  }

  @Test
  void a_leading_data_is_dropped_unless_it_is_a_field() {
    assertThat(path("data.x").set(SCOPE, Map.of(), 1L)).isEqualTo(Map.of("x", 1L));
    ValueType declared =
        ValueType.closed("data", Map.of("data", ValueType.Field.required(ValueType.DYN)));
    assertThat(path("data.x", declared).set(SCOPE, Map.of(), 1L))
        .isEqualTo(Map.of("data", Map.of("x", 1L)));
  }

  @Test
  void declared_data_is_checked_and_gives_the_type() {
    ValueType data =
        ValueType.closed(
            "data",
            Map.of(
                "qty", ValueType.Field.required(ValueType.INT),
                "tags", ValueType.Field.required(ValueType.list(ValueType.STRING))));
    assertThat(path("qty", data).type()).isEqualTo(ValueType.INT);
    assertThat(path("tags[0]", data).type()).isEqualTo(ValueType.STRING);
    assertThat(path("tags[0]", data).root()).isEqualTo("tags");
    assertThat(refused("qtty", data))
        .containsExactly(
            "x:1:1: error E202: data has no field 'qtty'\n      = fix: did you mean 'qty'?");
    assertThat(refused("qty.x", data))
        .containsExactly(
            "x:1:5: error E304: int has no fields\n      = fix: assign to it as a whole");
    assertThat(refused("qty + 1", data).get(0)).contains("E109");
    assertThat(refused("['a'].b", data).get(0)).contains("E109");
    assertThat(refused("a..b", data).get(0)).contains("E101");
    assertThat(refused("a[evnt.id]", OPEN).get(0)).contains("x:1:3").contains("E201");
  }

  @Test
  void a_path_lists_the_reads_of_its_brackets() {
    assertThat(path("a[event.id].b[event.n]").readPaths()).containsExactly("event.id", "event.n");
  }

  @Test
  void a_path_begins_with_a_name_also_after_the_prefix() {
    assertThat(refused("data[0].x", OPEN))
        .containsExactly(
            "x:1:1: error E109: the first step of a path is a name\n"
                + "      = fix: begin with a name, such as items[0]");
    assertThat(path("data['x']").set(SCOPE, Map.of(), 1L)).isEqualTo(Map.of("x", 1L));
  }
}
