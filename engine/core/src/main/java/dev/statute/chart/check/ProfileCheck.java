package dev.statute.chart.check;

import dev.statute.chart.SettingDefinition;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Check of profile settings against pack declarations, independent of a chart. */
final class ProfileCheck {
  private final Map<String, Set<String>> types = new LinkedHashMap<>();
  private final Set<String> known = new TreeSet<>(EffectiveSettings.TRACKER_SETTINGS);
  private final ProblemCollector problems = new ProblemCollector();

  private ProfileCheck(List<Pack> packs) {
    for (Pack pack : packs) {
      for (Pack.SettingDeclaration each : pack.settings().values()) {
        types.computeIfAbsent(each.name().value(), name -> new TreeSet<>()).add(each.type());
      }
    }
    known.addAll(types.keySet());
  }

  static List<Problem> check(Map<String, SettingDefinition> profile, List<Pack> packs) {
    ProfileCheck check = new ProfileCheck(packs);
    profile.values().forEach(check::check);
    return check.problems.sorted();
  }

  private void check(SettingDefinition setting) {
    String name = setting.name().value();
    Object value = setting.value();
    if (!known.contains(name)) {
      problems.warning(
          "P301",
          setting.name(),
          "no pack declares a setting '" + name + "'",
          EffectiveSettings.suggestFix(name, known));
    } else if (!matchesDeclared(value, types.getOrDefault(name, Set.of()))) {
      problems.error(
          "P302",
          setting.name(),
          "setting '"
              + name
              + "' is "
              + FieldTypes.describe(value)
              + ", expected "
              + expectedTypes(name),
          types(name)
              .map(type -> type.suggestFix(value))
              .findFirst()
              .orElse("write another value"));
    } else {
      Object plain = SettingType.interpret(value);
      if (plain != null) {
        ProgressTrackerFactory.installed().checkSetting(setting.name(), plain, problems);
      }
    }
  }

  private String expectedTypes(String name) {
    return types(name).map(SettingType::displayName).collect(Collectors.joining(" or "));
  }

  private Stream<SettingType> types(String name) {
    return types.getOrDefault(name, Set.of()).stream()
        .map(SettingType::of)
        .flatMap(Stream::ofNullable);
  }

  /**
   * Returns true if the value matches any declared type; packs may differ if no chart uses both.
   */
  private static boolean matchesDeclared(@Nullable Object value, Set<String> words) {
    return words.isEmpty()
        || words.stream()
            .map(SettingType::of)
            .anyMatch(type -> type == null || type.convert(value) != null);
  }
}
