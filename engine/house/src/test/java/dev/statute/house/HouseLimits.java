package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Limits and exceptions in text files, one a line. Lines are removed or lowered, never added. */
final class HouseLimits {
  private HouseLimits() {}

  /** Lines of a resource without comments. */
  static List<String> lines(String resource) {
    try (InputStream in = HouseLimits.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Numbers after the name at the beginning of each line. */
  static Map<String, List<Integer>> numbers(String resource) {
    Map<String, List<Integer>> numbers = new TreeMap<>();
    for (String line : lines(resource)) {
      List<String> words = List.of(line.trim().split("\\s+"));
      numbers.put(
          words.get(0), words.subList(1, words.size()).stream().map(Integer::valueOf).toList());
    }
    return numbers;
  }

  /**
   * Compares a number with its ceiling.
   *
   * @param found what is counted, for the message of a failure
   */
  static void check(String name, int number, String found) {
    int ceiling = Objects.requireNonNull(numbers("ceilings.txt").get(name), name).get(0);
    assertThat(number).as("%s: %s", name, found).isLessThanOrEqualTo(ceiling);
    if (number < ceiling) {
      System.out.println("lower the ceiling of " + name + " from " + ceiling + " to " + number);
    }
  }
}
