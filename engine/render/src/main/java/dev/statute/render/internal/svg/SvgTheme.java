package dev.statute.render.internal.svg;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Style sheet of all pictures, for light and dark display. */
final class SvgTheme {
  private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6})");
  private static final Pattern USE = Pattern.compile("(fill|stroke): var\\(--([a-z0-9-]+)\\)");

  /** Classes by kind; {@code tag0} to {@code tag4} by the order in which tags first appear. */
  static final String CSS =
      plain(
          """
          svg { --page: #ffffff; --ink: #1f2328; --quiet: #59636e; --line: #6e7781; --state: #ffffff; --rim: #8c959f;
            --group: #f3f5f7; --blue: #ddf4ff; --blue-rim: #0969da; --green: #dafbe1; --green-rim: #1a7f37;
            --move: #1b9e96; --violet: #fbefff; --violet-rim: #8250df; --t0: #fff8c5; --t0-rim: #9a6700; --t1: #ffeff7; --t1-rim: #bf3989;
            --t2: #fff1e5; --t2-rim: #bc4c00; --t3: #e6f6f4; --t3-rim: #0b7a75; --t4: #ffebe9; --t4-rim: #cf222e; }
          @media (prefers-color-scheme: dark) {
            svg { --page: #0d1117; --ink: #e6edf3; --quiet: #9198a1; --line: #8b949e; --state: #21262d; --rim: #6e7681;
              --group: #161b22; --blue: #0c2d6b; --blue-rim: #58a6ff; --green: #0f3d1e; --green-rim: #3fb950;
              --move: #2fa39a; --violet: #2f1d56; --violet-rim: #bc8cff; --t0: #3b2e05; --t0-rim: #d29922; --t1: #42102f; --t1-rim: #f778ba;
              --t2: #431a00; --t2-rim: #f0883e; --t3: #06302d; --t3-rim: #39c5bb; --t4: #490b0e; --t4-rim: #ff7b72; }
          }
          text { font-family: Helvetica, Arial, "Liberation Sans", sans-serif; font-size: 11px; fill: var(--ink); }
          .page { fill: var(--page); }
          .chart { font-size: 17px; font-weight: bold; }
          .name { font-size: 13px; font-weight: bold; }
          .quiet { fill: var(--quiet); }
          .strong { font-weight: bold; }
          .mid { text-anchor: middle; }
          .chip { font-size: 10px; }
          .box { fill: var(--state); stroke: var(--rim); stroke-width: 1.2; }
          TAGS
          .group > .box { fill: var(--group); stroke: var(--rim); }
          .region > .box { fill: none; stroke: none; }
          .apart > .box { stroke: var(--rim); stroke-dasharray: 6 4; }
          .initial > .box { fill: var(--blue); stroke: var(--blue-rim); }
          .group.initial > .box { fill: var(--group); stroke: var(--blue-rim); }
          .final > .box { fill: var(--green); stroke: var(--green-rim); }
          .history > .box { fill: var(--violet); stroke: var(--violet-rim); }
          .any > .box { fill: var(--page); stroke: var(--line); stroke-dasharray: 4 3; }
          .tag0 { --chip: var(--t0); --chip-rim: var(--t0-rim); } .tag1 { --chip: var(--t1); --chip-rim: var(--t1-rim); }
          .tag2 { --chip: var(--t2); --chip-rim: var(--t2-rim); } .tag3 { --chip: var(--t3); --chip-rim: var(--t3-rim); }
          .tag4 { --chip: var(--t4); --chip-rim: var(--t4-rim); }
          .tagged:not(.initial):not(.final):not(.group):not(.region) > .box { fill: var(--chip); stroke: var(--chip-rim); }
          .chipbox.chipbox { fill: var(--chip); stroke: var(--chip-rim); }
          .rule, .divider { stroke: var(--rim); stroke-width: 1; fill: none; }
          .divider { stroke-dasharray: 6 4; }
          .start { fill: var(--ink); }
          .wire { fill: none; stroke: var(--line); stroke-width: 1.3; }
          .move { stroke: var(--move); stroke-width: 1; }
          .past { stroke: var(--violet-rim); }
          .head { fill: var(--line); }
          .movehead { fill: none; stroke: var(--move); stroke-width: 1.4; }
          .halo { fill: var(--page); }
          .inner { fill: var(--group); }
          .clock { fill: none; stroke: var(--blue-rim); stroke-width: 1.2; stroke-linecap: round; }
          """);

  private SvgTheme() {}

  /**
   * Returns the style sheet with plain colours before the named ones, because programs other than
   * browsers ignore what they do not know and would fill everything in black.
   */
  private static String plain(String css) {
    Map<String, String> colours = new HashMap<>();
    COLOUR
        .matcher(css)
        .results()
        .forEach(each -> colours.putIfAbsent(each.group(1), each.group(2))); // the light ones
    StringBuilder tags = new StringBuilder();
    for (int i = 0; colours.containsKey("t" + i); i++) {
      String tag = ".tag" + i;
      tags.append(i == 0 ? "" : " ").append(tag).append(" > .box, ").append(tag);
      tags.append(" > .chipbox { fill: ").append(colours.get("t" + i)).append("; stroke: ");
      tags.append(colours.get("t" + i + "-rim")).append("; }");
    }
    return USE.matcher(css.replace("TAGS", tags))
        .replaceAll(
            use -> {
              String colour = colours.get(use.group(2));
              return colour == null
                  ? use.group()
                  : use.group(1) + ": " + colour + "; " + use.group();
            });
  }
}
