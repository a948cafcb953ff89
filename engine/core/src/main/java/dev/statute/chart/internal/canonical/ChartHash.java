package dev.statute.chart.internal.canonical;

import dev.statute.chart.ChartDefinition;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Content hash of a definition: {@code sha256:} and 64 hexadecimal digits. Ignores notes,
 * descriptions, places, the order of unordered parts (settings, events, payload fields) and the
 * form in which a transition or move is written.
 */
public final class ChartHash {
  private ChartHash() {}

  /** Returns the content hash of a chart. */
  public static String of(ChartDefinition chart) {
    return sha256(CanonicalJson.json(CanonicalChart.of(chart)));
  }

  /**
   * Returns the policy revision; it changes with the chart, any rule and any setting.
   *
   * @param chartHash hash of the chart
   * @param sources name → text of all rule files, in any order
   * @param settings the effective settings
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
