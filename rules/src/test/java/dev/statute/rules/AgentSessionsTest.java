package dev.statute.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Sessions that were judged in advance: work without findings, loops with findings. */
class AgentSessionsTest {
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());

  /** Sessions of work, by their subject. */
  static Map<String, List<SessionRecord>> work() {
    return all(
        LongWorkSessions.work(),
        AgentKindSessions.work(),
        TradeSessions.work(),
        ArgumentWordingSessions.work(),
        EvidenceSessions.work(),
        JudgementSessions.work());
  }

  /** Sessions of agents that are stuck. */
  static Map<String, List<SessionRecord>> loops() {
    return all(
        LongWorkSessions.loops(),
        AgentKindSessions.loops(),
        TradeSessions.loops(),
        ArgumentWordingSessions.loops(),
        EvidenceSessions.loops(),
        JudgementSessions.loops());
  }

  @SafeVarargs
  private static Map<String, List<SessionRecord>> all(Map<String, List<SessionRecord>>... parts) {
    Map<String, List<SessionRecord>> all = new LinkedHashMap<>();
    for (Map<String, List<SessionRecord>> part : parts) {
      part.forEach((name, session) -> assertThat(all.put(name, session)).as(name).isNull());
    }
    return all;
  }

  @TestFactory
  Stream<DynamicTest> work_has_no_findings() {
    return each(work(), ListAssert::isEmpty);
  }

  @TestFactory
  Stream<DynamicTest> loops_are_found() {
    return each(loops(), ListAssert::isNotEmpty);
  }

  private static Stream<DynamicTest> each(
      Map<String, List<SessionRecord>> sessions, Consumer<ListAssert<String>> judgement) {
    return sessions.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () ->
                        judgement.accept(
                            assertThat(FULL.found(each.getValue())).as(each.getKey()))));
  }
}
