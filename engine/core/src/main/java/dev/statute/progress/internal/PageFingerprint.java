package dev.statute.progress.internal;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Which page of a browser a result shows: its address and the place on it. The text of a page, read
 * off a picture or full of advertisements, is another one each time; where one is, is not.
 */
public final class PageFingerprint {
  private static final int HEAD = 600;
  private static final String[] SIGNS = {
    "viewport", "page url", "current url", "page title", "address:"
  };

  private PageFingerprint() {}

  /**
   * Address and position; empty if the result shows no page.
   *
   * @param turned whether it was looked further down or up, so that only the position tells where
   */
  public static String fingerprint(String output, boolean turned) {
    int scheme = output.indexOf("://");
    if (scheme < 0 || scheme > HEAD) {
      return "";
    }
    String head = output.length() > HEAD ? output.substring(0, HEAD) : output;
    String lower = head.toLowerCase(Locale.ROOT);
    int url = address(lower);
    if (url < 0 || !shown(lower)) {
      return "";
    }
    String position = position(lower);
    if (turned && position.isEmpty()) {
      return "";
    }
    int end = url;
    while (end < head.length() && " \t\n)>\"'#".indexOf(head.charAt(end)) < 0) {
      end++;
    }
    byte[] address =
        VolatileTextMask.volatileParts(head.substring(url, end).getBytes(StandardCharsets.UTF_8));
    return new String(address, StandardCharsets.UTF_8) + '\n' + position;
  }

  private static int address(String lower) {
    int best = -1;
    for (String scheme : new String[] {"http://", "https://", "file://"}) {
      int at = lower.indexOf(scheme);
      best = at >= 0 && (best < 0 || at < best) ? at : best;
    }
    return best;
  }

  private static boolean shown(String lower) {
    for (String sign : SIGNS) {
      if (lower.contains(sign)) {
        return true;
      }
    }
    return false;
  }

  /** The line or sentence that says which part of the page is seen. */
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
