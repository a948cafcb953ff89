package dev.statute.house;

import static dev.statute.house.HouseClasses.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Number of public types, number of types in a package, and names of types. */
class HouseSizeTest {
  private static final int MOST_TYPES = 25;
  private static final Pattern EMPTY_WORD =
      Pattern.compile(".*(Manager|Util|Utils|Helper|Common|Impl|Abstract[A-Z]\\w*)");
  private static final Pattern WORD = Pattern.compile("[A-Z][a-z0-9]*");

  /** Nouns of the field that end in "ing". */
  private static final Set<String> NOUNS =
      Set.of(
          "Setting",
          "Binding",
          "String",
          "Ping",
          "Thing",
          "Rendering",
          "Masking",
          "Mapping",
          "Pairing",
          "Pruning",
          "Packing",
          "Deduplication",
          "Parsing",
          "Testing",
          "Warning",
          "Finding",
          "Mailing",
          "Timing",
          "Escaping",
          "Handling");

  /** The limits are lowered with the numbers, never raised. */
  @Test
  void public_types_stay_below_their_limits() {
    Map<String, List<Integer>> limits = HouseLimits.numbers("public-types.txt");
    Map<String, List<String>> exposed =
        ALL.stream()
            .filter(HouseClasses::isExposed)
            .collect(
                Collectors.groupingBy(
                    HouseClasses::module,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    assertThat(limits.keySet()).containsAll(exposed.keySet());
    exposed.forEach(
        (module, types) -> {
          List<String> nested = types.stream().filter(name -> name.contains("$")).toList();
          assertThat(types.size() - nested.size())
              .as("public types of %s: %s", module, types)
              .isLessThanOrEqualTo(limits.get(module).get(0));
          assertThat(nested.size())
              .as("nested public types of %s: %s", module, nested)
              .isLessThanOrEqualTo(limits.get(module).get(1));
        });
  }

  /** The listed exceptions are removed with the split of their package. */
  @Test
  void packages_have_at_most_25_types() {
    Map<String, Long> sizes =
        ALL.stream()
            .filter(HouseClasses::isTopLevel)
            .collect(
                Collectors.groupingBy(
                    type -> HouseClasses.module(type) + ":" + type.getPackageName(),
                    TreeMap::new,
                    Collectors.counting()));
    sizes.values().removeIf(size -> size <= MOST_TYPES);
    Map<String, List<Integer>> limits = HouseLimits.numbers("large-packages.txt");
    assertThat(sizes.keySet()).isEqualTo(limits.keySet());
    sizes.forEach(
        (name, size) ->
            assertThat(size.intValue()).as(name).isLessThanOrEqualTo(limits.get(name).get(0)));
  }

  @Test
  void no_type_is_named_by_an_empty_word_or_a_gerund() {
    assertThat(names())
        .noneMatch(name -> EMPTY_WORD.matcher(name).matches())
        .noneMatch(name -> name.endsWith("ing") && !NOUNS.contains(lastWord(name)));
  }

  @Test
  void simple_names_are_unique() {
    Map<String, List<String>> named =
        ALL.stream()
            .filter(HouseClasses::isTopLevel)
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    named.values().removeIf(types -> types.size() == 1);
    assertThat(named).isEmpty();
  }

  @Test
  void at_most_a_tenth_of_the_names_is_one_word() {
    Set<String> names = names();
    List<String> oneWord =
        names.stream().filter(name -> WORD.matcher(name).results().count() == 1).toList();
    assertThat(oneWord.size()).as("%s", oneWord).isLessThanOrEqualTo(names.size() / 10);
  }

  private static Set<String> names() {
    return ALL.stream()
        .filter(HouseClasses::isTopLevel)
        .map(JavaClass::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String lastWord(String name) {
    List<String> words = WORD.matcher(name).results().map(match -> match.group()).toList();
    return words.get(words.size() - 1);
  }
}
