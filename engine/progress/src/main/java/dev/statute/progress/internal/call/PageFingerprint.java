package dev.statute.progress.internal.call;

import dev.statute.progress.internal.text.VolatileTextMask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fingerprint of the browser page that a result shows: its address and scroll position. The text of
 * a page, recognised from an image or full of advertisements, differs each time.
 */
public final class PageFingerprint {
  private static final int HEAD = 600;
  private static final Pattern ADDRESS = Pattern.compile("(?:https?|file)://");
  private static final List<String> MARKERS =
      List.of("viewport", "page url", "current url", "page title", "address:");

  private PageFingerprint() {}

  /**
   * Returns address and position; empty if the result shows no page.
   *
   * @param scrolled whether the call scrolled, so that only the position identifies the result
   */
  public static String fingerprint(String output, boolean scrolled) {
    int scheme = output.indexOf("://");
    if (scheme < 0 || scheme > HEAD) {
      return "";
    }
    String head = output.length() > HEAD ? output.substring(0, HEAD) : output;
    StringBuilder lowered = new StringBuilder(); // each character keeps its place
    head.chars().forEach(c -> lowered.append((char) Character.toLowerCase(c)));
    String lower = lowered.toString();
    Matcher address = ADDRESS.matcher(lower);
    if (!address.find() || MARKERS.stream().noneMatch(lower::contains)) {
      return "";
    }
    String position = position(lower);
    if (scrolled && position.isEmpty()) {
      return "";
    }
    int end = address.start();
    while (end < head.length() && " \t\n)>\"'#".indexOf(head.charAt(end)) < 0) {
      end++;
    }
    byte[] masked =
        VolatileTextMask.maskVolatileParts(
            head.substring(address.start(), end).getBytes(StandardCharsets.UTF_8));
    return new String(masked, StandardCharsets.UTF_8) + '\n' + position;
  }

  /** Returns the line or sentence about the visible part of the page. */
  private static String position(String lower) {
    int at = lower.indexOf("viewport");
    if (at < 0) {
      return "";
    }
    int end = at;
    while (end < lower.length() && lower.charAt(end) != '\n' && !lower.startsWith(". ", end)) {
      end++;
    }
    return lower.substring(at, end);
  }
}
