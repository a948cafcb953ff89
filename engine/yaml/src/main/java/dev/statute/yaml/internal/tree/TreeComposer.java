package dev.statute.yaml.internal.tree;

import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.YamlTree.Style;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.Event.ID;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;

/**
 * Composer of the tree of one document from SnakeYAML's events, so that a wrong alias or tag is a
 * problem like others. An aliased tree is shared, not copied; its size counts each time against the
 * limit.
 */
final class TreeComposer {
  static final int MAX_DEPTH = 400;
  static final long MAX_NODES = 500_000;
  static final long MAX_ALIASED = 100_000;
  private static final int MAX_PITFALLS = 1_000;

  private final SourceLines lines;
  private final Parser events;
  private final ProblemCollector problems;
  private final Set<Integer> broken;
  private final Map<String, AnchoredTree> anchors = new HashMap<>();
  private long nodes;
  private long aliased;
  private int pitfalls;

  /** Tree of an anchor; {@code tree} is null while it is being read. */
  private record AnchoredTree(@Nullable YamlTree tree, long size) {}

  TreeComposer(SourceLines lines, Parser events, ProblemCollector problems, Set<Integer> broken) {
    this.lines = lines;
    this.events = events;
    this.problems = problems;
    this.broken = broken;
  }

  /** Returns the document's tree, or null if there is none. */
  @Nullable YamlTree document() {
    events.getEvent();
    if (events.checkEvent(ID.StreamEnd)) {
      return null;
    }
    events.getEvent();
    YamlTree tree = node(0);
    events.getEvent();
    if (!events.checkEvent(ID.StreamEnd)) {
      Event next = events.peekEvent();
      int at = lines.offset(next.getStartMark().getIndex());
      problems.error(
          "C104",
          lines.firstLine(at, lines.content().length()),
          "a second document begins here; a file holds one",
          "put it into a file of its own");
    }
    return tree;
  }

  private YamlTree node(int depth) {
    Event event = events.getEvent();
    if (depth > MAX_DEPTH) {
      throw limitExceeded(
          "C106", at(event), "nested more than " + MAX_DEPTH + " levels deep", "flatten the file");
    }
    if (++nodes > MAX_NODES) {
      throw limitExceeded(
          "C105", at(event), "more than " + MAX_NODES + " values in one file", "split the file");
    }
    if (event instanceof AliasEvent alias) {
      return alias(alias);
    }
    String anchor = ((NodeEvent) event).getAnchor();
    long before = nodes + aliased;
    if (anchor != null) {
      anchors.put(anchor, new AnchoredTree(null, 0));
    }
    YamlTree tree =
        event instanceof ScalarEvent scalar
            ? scalar(scalar)
            : event instanceof MappingStartEvent start
                ? mapping(start, depth)
                : sequence((SequenceStartEvent) event, depth);
    if (anchor != null) {
      anchors.put(anchor, new AnchoredTree(tree, nodes + aliased - before + 1));
    }
    return tree;
  }

  private SourceText at(Event event) {
    int start = lines.offset(event.getStartMark().getIndex());
    return lines.firstLine(start, lines.content().length());
  }

  /** Returns the first line of a collection, for problems. */
  private SourceText firstLineOf(Event start, Event end) {
    int from = lines.offset(start.getStartMark().getIndex());
    return lines.firstLine(from, lines.offset(end.getEndMark().getIndex()));
  }

  private YamlTree alias(AliasEvent event) {
    AnchoredTree anchored = anchors.get(event.getAnchor());
    if (anchored == null) {
      int start = lines.offset(event.getStartMark().getIndex());
      return pitfalls++ < MAX_PITFALLS
          ? YamlPitfalls.alias(problems, valueExtent(start))
          : new Scalar(lines.slice(start, start), Style.BROKEN);
    }
    if (anchored.tree == null) {
      throw limitExceeded(
          "C107",
          at(event),
          "'*" + event.getAnchor() + "' stands inside what it names",
          "write it out");
    }
    aliased += anchored.size;
    if (aliased > MAX_ALIASED) {
      throw limitExceeded(
          "C107",
          at(event),
          "aliases repeat more than " + MAX_ALIASED + " values",
          "write out what is needed");
    }
    return anchored.tree;
  }

  private Scalar scalar(ScalarEvent event) {
    int start = lines.offset(event.getStartMark().getIndex());
    int end = lines.offset(event.getEndMark().getIndex());
    String tag = event.getTag();
    if (tag != null && !CoreTags.isScalar(tag)) {
      return pitfalls++ < MAX_PITFALLS
          ? YamlPitfalls.tag(problems, valueExtent(start))
          : new Scalar(lines.slice(start, start), Style.BROKEN);
    }
    if (tag != null || event.getAnchor() != null) {
      start = afterProperties(start, end);
    }
    ScalarStyle style = event.getScalarStyle();
    SourceText text =
        ScalarPlaces.text(lines, start, end, style, QuestionMarkEscape.restore(event.getValue()));
    if (broken.contains(start)) {
      return new Scalar(text, Style.BROKEN);
    }
    return CoreTags.scalar(problems, text, tag, style);
  }

  /** Returns the offset behind a node's anchor and tag, and comments after them. */
  private int afterProperties(int start, int end) {
    String content = lines.content();
    int at = start;
    while (at < end && "&!#".indexOf(content.charAt(at)) >= 0) {
      boolean isComment = content.charAt(at) == '#';
      while (at < end
          && (isComment
              ? "\r\n".indexOf(content.charAt(at)) < 0
              : !Character.isWhitespace(content.charAt(at)))) {
        at++;
      }
      while (at < end && Character.isWhitespace(content.charAt(at))) {
        at++;
      }
    }
    return at;
  }

  private SourceText valueExtent(int start) {
    return lines.slice(start, QuoteRepair.extent(lines.content(), start));
  }

  private YamlTree sequence(SequenceStartEvent event, int depth) {
    String tag = event.getTag();
    boolean meant = tag == null || CoreTags.isCollection(problems, tag, CoreTags.SEQ, at(event));
    List<YamlTree> members = new ArrayList<>();
    while (!events.checkEvent(ID.SequenceEnd)) {
      members.add(node(depth + 1));
    }
    SourceText whole = firstLineOf(event, events.getEvent());
    return meant ? new Sequence(members, whole) : new Scalar(whole, Style.BROKEN);
  }

  private YamlTree mapping(MappingStartEvent event, int depth) {
    String tag = event.getTag();
    boolean meant = tag == null || CoreTags.isCollection(problems, tag, CoreTags.MAP, at(event));
    Map<String, Entry> entries = new LinkedHashMap<>();
    while (!events.checkEvent(ID.MappingEnd)) {
      YamlTree key = node(depth + 1);
      YamlTree value = node(depth + 1);
      if (YamlPitfalls.isKey(problems, key, value)) {
        SourceText name = key.at();
        Entry first = entries.putIfAbsent(name.value(), new Entry(name, value));
        if (first != null) {
          problems.error(
              "C108",
              name,
              "the key '" + name + "' is here twice; the first is at " + abbreviate(first.key()),
              "remove one of them, or rename it");
        }
      }
    }
    SourceText whole = firstLineOf(event, events.getEvent());
    return meant ? new Mapping(entries, whole) : new Scalar(whole, Style.BROKEN);
  }

  private static LimitExceeded limitExceeded(
      String code, SourceText at, String message, String fix) {
    return new LimitExceeded(Problem.error(code, at, message, fix));
  }

  private static String abbreviate(SourceText key) {
    return key.place().line() + ":" + key.place().column();
  }
}
