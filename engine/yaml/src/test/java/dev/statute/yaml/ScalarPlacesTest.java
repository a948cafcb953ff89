package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;

class ScalarPlacesTest {
  @Test
  void a_plain_scalar_over_several_lines_keeps_the_place_of_each_word() {
    SourceText text = at("k: one\n   two\n\n   three\nj: x\n", "k");
    assertThat(text).hasToString("one two\nthree");
    assertThat(places(text)).isEqualTo("1:4 1:5 1:6 1:7 2:4 2:5 2:6 3:1 4:4 4:5 4:6 4:7 4:8 4:9");
  }

  @Test
  void quotes_and_escapes_are_stepped_over() {
    assertThat(places(at("k: 'it''s'\n", "k"))).isEqualTo("1:5 1:6 1:7 1:9 1:10");
    assertThat(places(at("k: \"a\\tb\\u0041c\"\n", "k"))).isEqualTo("1:5 1:6 1:8 1:9 1:15 1:16");
    assertThat(places(at("k: \"a\\\n    b\"\n", "k"))).isEqualTo("1:5 2:5 2:6");
  }

  @Test
  void block_scalars_are_read_line_by_line() {
    assertThat(places(at("k: |\n  ab\n\n   c\n", "k")))
        .isEqualTo("2:3 2:4 2:5 3:1 4:3 4:4 4:5 5:1");
    assertThat(places(at("k: >-\n  ab\n  c\n\n  d\n", "k")))
        .isEqualTo("2:3 2:4 2:5 3:3 4:1 5:3 5:4");
    assertThat(places(at("k: |2+\n    a\n\n", "k"))).isEqualTo("2:3 2:4 2:5 2:6 3:1 4:1");
  }

  @Test
  void a_column_counts_utf_16_units_also_behind_characters_outside_the_first_plane() {
    assertThat(places(at("{ \"😀\": 1, k: '😀a' }\n", "k"))).isEqualTo("1:16 1:17 1:18 1:19");
  }

  @Test
  void an_anchor_or_a_tag_before_a_scalar_is_not_part_of_it() {
    assertThat(at("k: &x !!str  5\n", "k").place()).hasToString("f.yaml:1:14");
    assertThat(places(at("k: &x # a &b\n  # c\n  56\n", "k"))).isEqualTo("3:3 3:4 3:5");
  }

  @Test
  void windows_line_ends_and_a_byte_order_mark_change_no_place() {
    assertThat(places(at("\uFEFFk: >\r\n  ab\r\n  c\r\n", "k")))
        .isEqualTo("2:3 2:4 2:5 3:3 3:4 4:1");
  }

  @Test
  void every_character_of_any_text_in_any_style_is_found_where_its_place_says() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 3_000; round++) {
      String value = text(random);
      DumperOptions options = new DumperOptions();
      options.setDefaultScalarStyle(pick(random, List.of(ScalarStyle.values())));
      options.setWidth(10 + random.nextInt(30));
      options.setIndent(2 + random.nextInt(4));
      String yaml = new Yaml(options).dump(Map.of("k", Map.of("in", value)));
      String where = "seed " + seed + " round " + round + "\n" + yaml;
      Mapping root = (Mapping) YamlTree.read(new Source("f.yaml", yaml)).get();
      SourceText read = ((Scalar) ((Mapping) root.get("k")).get("in")).at();
      // the dumped value, as the dumper folds some texts it should not
      value = read.value();
      int last = 0;
      for (int i = 0; i < value.length(); i++) {
        int offset = read.source().offset(read.placeAt(i));
        assertThat(offset).as(where).isGreaterThanOrEqualTo(last);
        last = offset;
        assertThat(offset).as(where).isLessThan(yaml.length());
        char found = yaml.charAt(offset);
        boolean folded = Character.isWhitespace(value.charAt(i)) && Character.isWhitespace(found);
        assertThat(found == value.charAt(i) || found == '\\' || folded)
            .as(where + "\n" + i + " " + value.charAt(i) + " " + offset)
            .isTrue();
      }
    }
  }

  private static String text(Random random) {
    List<String> parts =
        List.of(
            "word",
            "a",
            " ",
            "  ",
            "\n",
            "\n\n",
            "'",
            "\"",
            "\\",
            "\t",
            "é",
            "😀",
            "#",
            ": ",
            "?",
            "{",
            "-",
            "%",
            "longer words than fit",
            "0");
    return IntStream.range(0, 1 + random.nextInt(12))
        .mapToObj(i -> pick(random, parts))
        .collect(Collectors.joining());
  }

  private static <T> T pick(Random random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static SourceText at(String yaml, String key) {
    return ((Mapping) YamlTree.read(new Source("f.yaml", yaml)).get()).get(key).at();
  }

  private static String places(SourceText text) {
    return IntStream.rangeClosed(0, text.value().length())
        .mapToObj(i -> text.placeAt(i).line() + ":" + text.placeAt(i).column())
        .collect(Collectors.joining(" "));
  }
}
