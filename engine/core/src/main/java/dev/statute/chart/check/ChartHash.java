package dev.statute.chart.check;

import dev.statute.chart.ChartDefinition;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Names a definition by its content: {@code sha256:} and 64 hexadecimal digits. Equal are charts
 * that differ only in notes, descriptions, places, the order of what has no order (settings,
 * events, fields of payloads), or in which of the two forms a transition or move is written.
 */
public final class ChartHash {
  private ChartHash() {}

  /** The content hash of a chart. */
  public static String of(ChartDefinition chart) {
    return sha256(CanonicalJson.json(CanonicalChart.of(chart)));
  }

  /**
   * The revision under which decisions are made: changes whenever the chart, a rule or a setting
   * does.
   *
   * @param chartHash of the chart
   * @param sources name → text of all rule files, in any order
   * @param settings the effective ones
   */
  public static String revision(
      String chartHash, Map<String, String> sources, Map<String, ?> settings) {
    List<String> hashes = new ArrayList<>();
    sources.values().forEach(text -> hashes.add(sha256(text)));
    hashes.sort(null);
    return sha256(
        CanonicalJson.json(Map.of("chart", chartHash, "sources", hashes, "settings", settings)));
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
