package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of all pages to files, folders and headings of this project. */
class LinksTest {
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  @Test
  void every_link_leads_to_a_file_or_a_heading() throws IOException {
    List<String> broken = new ArrayList<>();
    Map<Path, Set<String>> anchors = new HashMap<>();
    int links = 0;
    for (Path page : pages()) {
      for (MatchResult link : LINK.matcher(withoutBlocks(page)).results().toList()) {
        String target = link.group(1);
        if (!ELSEWHERE.matcher(target).matches()) {
          links++;
          if (!isThere(page, target, anchors)) {
            broken.add(HouseFiles.ROOT.relativize(page) + ": " + target);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(100);
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(HouseFiles.ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(
              file ->
                  !HouseFiles.ROOT
                      .relativize(file)
                      .toString()
                      .replace('\\', '/')
                      .matches("(.*/)?(target[^/]*|node_modules|\\.git)/.*"))
          .sorted()
          .toList();
    }
  }

  private static String withoutBlocks(Path page) throws IOException {
    return FENCE.matcher(Files.readString(page)).replaceAll("");
  }

  private static boolean isThere(Path page, String target, Map<Path, Set<String>> anchors)
      throws IOException {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!file.startsWith(HouseFiles.ROOT) || !Files.exists(file)) {
      return false;
    }
    if (hash < 0) {
      return true;
    }
    Set<String> there = anchors.get(file);
    if (there == null) {
      there = anchors(file);
      anchors.put(file, there);
    }
    return there.contains(target.substring(hash + 1));
  }

  /** Returns the anchors of the headings of a page, by the rules of GitHub. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> counts = new HashMap<>();
    if (page.toString().endsWith(".md")) {
      for (MatchResult heading : HEADING.matcher(withoutBlocks(page)).results().toList()) {
        String anchor =
            heading
                .group(1)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int before = counts.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }
}
