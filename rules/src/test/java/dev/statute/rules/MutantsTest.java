package dev.statute.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Pack.SettingDeclaration;
import dev.statute.problem.Source;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Mutation test of the full pack's tests. Every number of its settings is increased and decreased
 * by one, every condition of its rules removed, every literal changed, one at a time and in memory;
 * then at least one test must fail. {@code -Dstatute.mutants=true}; a few minutes.
 */
@EnabledIfSystemProperty(named = "statute.mutants", matches = "true")
class MutantsTest {
  private static final List<Class<?>> TESTS =
      List.of(RuleTableTest.class, FullPackTest.class, FactEdgesTest.class);
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w\"])\\d+(?:\\.\\d+)?(?![\\w\"])");
  private static final Pattern SALIENCE = Pattern.compile("salience (\\d+)");

  /** Equivalent mutants with the reason. */
  private static final Map<String, String> EQUIVALENT =
      Map.ofEntries(
          Map.entry("r20_hint = 7", "its hint and its recover are one count"),
          Map.entry("r23_hint = 1", "its rule asks for two, which is its recover"),
          Map.entry("r23_recover = 1", "its rule asks for two"),
          Map.entry("r24_hint = 4", "its hint and its recover are one count"),
          Map.entry("R1 same action, same result: comes first", "it does"),
          Map.entry("R22 judge: comes last", "it does"),
          Map.entry("R13 revert: without reverts > 0", "no threshold is 0, and 0 is below all"),
          Map.entry("R18 denied again: without denials > 0", "the same"),
          Map.entry("R19 delegate is stuck: without stuckSubAgents > 0", "the same"),
          Map.entry("R21 budget: without percent > 0", "the same"),
          Map.entry(
              "R21 phase overrun: 1 in ( complete == false, expectedMs > 0", "a millisecond"));

  @AfterEach
  void back() {
    LoopPack.change(UnaryOperator.identity());
  }

  @Test
  void every_number_and_every_condition_is_noticed_when_it_changes() {
    Map<String, UnaryOperator<Pack>> mutants = new LinkedHashMap<>();
    LoopPack.change(
        pack -> {
          settings(pack, mutants);
          pack.files().forEach(file -> rules(file, mutants));
          return pack;
        });
    assertThat(failing()).as("without any change").isEmpty();
    List<String> survivors = new ArrayList<>();
    mutants.forEach(
        (name, mutant) -> {
          LoopPack.change(mutant);
          if (failing().isEmpty()) {
            survivors.add(name);
          }
        });
    survivors.removeAll(EQUIVALENT.keySet());
    assertThat(survivors).as("of %d changes nobody noticed", mutants.size()).isEmpty();
  }

  private static void settings(Pack pack, Map<String, UnaryOperator<Pack>> mutants) {
    pack.settings()
        .forEach(
            (name, setting) -> {
              Object initial = setting.initial();
              if (initial instanceof Boolean is) {
                mutants.put(name + " = " + !is, set(name, !is));
              } else if (initial instanceof Long || initial instanceof Integer) {
                long is = ((Number) initial).longValue();
                mutants.put(name + " = " + (is + 1), set(name, is + 1));
                if (is > 0) {
                  mutants.put(name + " = " + (is - 1), set(name, is - 1));
                }
              } else if (initial instanceof Double is) {
                double step = is > 0 && is < 1 ? 0.01 : 1;
                mutants.put(name + " = " + (is + step), set(name, is + step));
                if (is > 0) {
                  mutants.put(name + " = " + (is - step), set(name, is - step));
                }
              }
            });
  }

  private static UnaryOperator<Pack> set(String name, Object value) {
    return pack -> {
      Map<String, SettingDeclaration> settings = new LinkedHashMap<>(pack.settings());
      settings.computeIfPresent(
          name, (key, old) -> new SettingDeclaration(old.name(), old.type(), value, old.doc()));
      return with(pack, pack.files(), settings);
    };
  }

  private static Pack with(
      Pack pack, List<Source> files, Map<String, SettingDeclaration> settings) {
    return new Pack(
        pack.name(),
        pack.layer(),
        pack.description(),
        pack.owner(),
        files,
        settings,
        pack.disabled());
  }

  private static void rules(Source file, Map<String, UnaryOperator<Pack>> mutants) {
    String text = file.content();
    for (int rule = text.indexOf("rule \""); rule >= 0; rule = text.indexOf("rule \"", rule + 1)) {
      int end = text.indexOf("\nend", rule) + "\nend".length();
      int when = text.indexOf("\nwhen", rule);
      int then = text.indexOf("\nthen", rule);
      String name = text.substring(rule + 6, text.indexOf('"', rule + 6));
      mutants.put(name + ": left out", edit(file, rule, end, ""));
      Matcher salience = SALIENCE.matcher(text).region(rule, when);
      if (salience.find()) {
        mutants.put(name + ": comes last", edit(file, salience.start(1), salience.end(1), "0"));
        mutants.put(name + ": comes first", edit(file, salience.start(1), salience.end(1), "999"));
      }
      for (int[] part : constraints(text, when, then)) {
        String condition = text.substring(part[0], part[1]);
        mutants.put(name + ": without " + condition, edit(file, part[0], part[1], "true"));
      }
      Matcher number = NUMBER.matcher(text).region(when, then);
      while (number.find()) {
        for (int step : new int[] {-1, 1}) {
          String other = String.valueOf((int) Double.parseDouble(number.group()) + step);
          if (!other.startsWith("-")) {
            int from = text.lastIndexOf('(', number.start());
            mutants.put(
                name + ": " + other + " in " + text.substring(from, number.end()),
                edit(file, number.start(), number.end(), other));
          }
        }
      }
    }
  }

  /** Conditions in the patterns of a rule: start and end of each. */
  private static List<int[]> constraints(String text, int when, int then) {
    List<int[]> parts = new ArrayList<>();
    int depth = 0;
    int start = -1;
    for (int at = when; at < then; at++) {
      char c = text.charAt(at);
      depth += c == '(' ? 1 : 0;
      if (c == '(' && depth == 1) {
        start = at + 1;
      } else if ((c == ',' && depth == 1) || (c == ')' && depth == 1)) {
        String condition = text.substring(start, at);
        if (!condition.isBlank()) {
          int blank = condition.length() - condition.stripLeading().length();
          parts.add(new int[] {start + blank, start + condition.stripTrailing().length()});
        }
        start = at + 1;
      }
      depth -= c == ')' ? 1 : 0;
    }
    return parts;
  }

  private static UnaryOperator<Pack> edit(Source file, int start, int end, String other) {
    String text = file.content();
    Source changed =
        new Source(file.file(), text.substring(0, start) + other + text.substring(end));
    return pack ->
        with(
            pack,
            pack.files().stream()
                .map(each -> each.file().equals(file.file()) ? changed : each)
                .toList(),
            pack.settings());
  }

  /** First failing test, if any. */
  private static Set<String> failing() {
    for (Class<?> type : TESTS) {
      for (Method method : type.getDeclaredMethods()) {
        if (fails(type, method)) {
          return Set.of(method.getName());
        }
      }
    }
    return Set.of();
  }

  private static boolean fails(Class<?> type, Method method) {
    try {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      method.setAccessible(true);
      if (method.isAnnotationPresent(Test.class)) {
        method.invoke(constructor.newInstance());
      } else if (method.isAnnotationPresent(TestFactory.class)) {
        Stream<?> tests = (Stream<?>) method.invoke(constructor.newInstance());
        for (Object each : tests.toList()) {
          ((DynamicTest) each).getExecutable().execute();
        }
      }
      return false;
    } catch (InvocationTargetException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    } catch (Throwable e) { // failing tests throw any exception
      return true;
    }
  }
}
