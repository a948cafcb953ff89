package dev.statute.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that end in the same findings when hooks bring them and when their log is scanned. */
class ScanComparisonTest {
  private static final String MISSING = "cat: nothere.txt: No such file or directory";

  /** Sessions by name: rounds of calls that are made in parallel. */
  private static final Map<String, List<List<SampleAgent.Call>>> SESSIONS = sessions();

  private static Map<String, List<List<SampleAgent.Call>>> sessions() {
    Map<String, List<List<SampleAgent.Call>>> sessions = new LinkedHashMap<>();
    List<List<SampleAgent.Call>> loop = new ArrayList<>();
    List<List<SampleAgent.Call>> poll = new ArrayList<>();
    List<List<SampleAgent.Call>> cycle = new ArrayList<>();
    List<List<SampleAgent.Call>> healthy = new ArrayList<>();
    List<List<SampleAgent.Call>> variants = new ArrayList<>();
    List<List<SampleAgent.Call>> better = new ArrayList<>();
    List<List<SampleAgent.Call>> parallel = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      loop.add(List.of(call(i, "cat nothere.txt", MISSING, 1)));
      poll.add(List.of(call(i, "git status", "nothing to commit", 0)));
      cycle.add(
          List.of(
              i % 2 == 0 ? call(i, "cat a", "alpha", 0) : call(i, "sh check.sh", "2 failed", 1)));
      healthy.add(List.of(call(i, "sed -n " + i + "p big.txt", "line " + i + " of it", 0)));
      variants.add(List.of(call(i, "tool" + i + " x", "tool" + i + ": command not found", 127)));
      better.add(
          List.of(
              i % 2 == 0
                  ? call(i, "echo " + i + " > fixed", "", 0)
                  : call(i, "sh check.sh", (12 - i) + " failed", 1)));
      parallel.add(
          List.of(
              call(i * 3, "cat a", "alpha", 0),
              call(i * 3 + 1, "cat a", "alpha", 0),
              call(i * 3 + 2, "cat b" + i, "beta " + i, 0)));
    }
    sessions.put("loop", loop);
    sessions.put("poll", poll);
    sessions.put("cycle", cycle);
    sessions.put("healthy", healthy);
    sessions.put("variants", variants);
    sessions.put("better", better);
    sessions.put("parallel", parallel);
    return sessions;
  }

  private static SampleAgent.Call call(int id, String command, String output, int exit) {
    return SampleAgent.Call.of("c" + id, command, output, exit);
  }

  static Stream<Arguments> cases() {
    return Stream.of(SampleAgent.values())
        .flatMap(agent -> SESSIONS.keySet().stream().map(name -> Arguments.of(agent, name)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hooks_find_what_a_scan_of_the_log_finds(SampleAgent agent, String session) {
    List<List<SampleAgent.Call>> rounds = SESSIONS.get(session);
    try (Statute statute = Statute.fromClassPath("statute/charts/observer.yaml")) {
      SessionComparison comparison = new SessionComparison(agent);
      rounds.forEach(comparison::add);
      List<String> scanned = comparison.scanned(statute);
      assertThat(comparison.hooked(statute)).isEqualTo(scanned);
      boolean isFine = session.equals("healthy") || session.equals("better");
      assertThat(scanned.isEmpty()).isEqualTo(isFine);
    }
  }
}
