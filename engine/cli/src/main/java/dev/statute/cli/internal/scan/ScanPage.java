package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.ClassPathResources;
import dev.statute.json.JsonText;
import dev.statute.session.SessionTimeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HTML page about all sessions, with a timeline for each; it loads no other resource.
 *
 * <p>Logs are untrusted. Their texts are in the page once, as JSON without any {@code <} and {@code
 * &}, and the script only creates text nodes of them. The content security policy permits only the
 * page's own script, by its hash.
 */
final class ScanPage {
  private static final String FOLDER = "dev/statute/cli/scan/";

  /** Values of entries in the order of their codes. */
  private static final List<String> VALUES = List.of("gain", "neutral", "nothing");

  private final String chart;
  private final List<Object> sessions = new ArrayList<>();

  ScanPage(String chart) {
    this.chart = chart;
  }

  void add(ScanResult scanned) {
    SessionTimeline timeline = scanned.timeline();
    Map<String, Object> session = new LinkedHashMap<>();
    session.put("name", scanned.session().session());
    session.put("lines", (long) scanned.session().lines());
    session.put("ends", String.join(", ", scanned.session().configuration()));
    session.put("after", (long) timeline.callsAfterFinding());
    session.put("wasted", (long) timeline.wastedCalls());
    if (!timeline.findings().isEmpty()) {
      session.put("cost", CostText.of(timeline.loopCost()));
      session.put("saved", CostText.of(timeline.costAfter(timeline.findings().get(0))));
    }
    session.put("beats", timeline.entries().stream().map(ScanPage::entryJson).toList());
    session.put(
        "marks", timeline.findings().stream().map(mark -> markJson(timeline, mark)).toList());
    sessions.add(session);
  }

  private static List<Object> entryJson(SessionTimeline.TimelineEntry beat) {
    return List.of(
        (long) beat.line(),
        beat.type(),
        beat.tool(),
        beat.effect(),
        (long) VALUES.indexOf(beat.value()) + (beat.failed() ? 4 : 0),
        beat.summary(),
        beat.result());
  }

  private static List<Object> markJson(SessionTimeline timeline, SessionTimeline.FindingMark mark) {
    return List.of(
        (long) mark.line(),
        mark.pattern(),
        mark.level(),
        (long) mark.count(),
        mark.reason(),
        mark.rule(),
        mark.place(),
        mark.evidence().stream().map(Integer::longValue).toList(),
        CostText.of(mark.spent()),
        CostText.of(timeline.costAfter(mark)));
  }

  /** Text of the page. */
  String text() throws IOException {
    String script = ClassPathResources.text(FOLDER + "page.js");
    String data = JsonText.write(Map.of("chart", chart, "sessions", sessions));
    return ClassPathResources.text(FOLDER + "page.html")
        .replace("HASH", hash(script))
        .replace("/*STYLE*/", ClassPathResources.text(FOLDER + "page.css"))
        .replace("/*SCRIPT*/", script)
        .replace("\"DATA\"", escapeForScript(data));
  }

  /** Escapes JSON so that an HTML parser finds no markup. */
  private static String escapeForScript(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String hash(String script) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(script.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
