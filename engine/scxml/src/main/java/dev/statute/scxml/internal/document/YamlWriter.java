package dev.statute.scxml.internal.document;

import dev.statute.problem.SourceText;
import dev.statute.problem.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writer of idiomatic YAML: short values on one line, longer ones indented, quotes only where
 * needed, comments before their subject.
 */
public sealed interface YamlWriter {
  /** Length of a line beyond which its value moves to lines of its own. */
  int WIDTH = 100;

  /** Writes on one line. */
  void flow(YamlOutput out);

  /** Returns the text on one line. */
  default String flow() {
    YamlOutput out = new YamlOutput();
    flow(out);
    return out.toString();
  }

  /** Tests for comments inside, which exclude the one-line form. */
  boolean hasComments();

  void block(YamlOutput out, int indent);

  /**
   * Word or text.
   *
   * @param origin its origin, if known
   */
  record Scalar(String text, boolean literal, @Nullable SourceText origin) implements YamlWriter {
    public Scalar(String text, boolean literal) {
      this(text, literal, null);
    }

    /** Returns a word that is no text to YAML, such as {@code true}. */
    public static Scalar word(String word) {
      return new Scalar(word, true);
    }

    private static final Pattern PLAIN =
        Pattern.compile("[A-Za-z_0-9./$(+][^\\n\\t:#,\\[\\]{}&*!|>'\"%@`]*");
    private static final Pattern SPECIAL =
        Pattern.compile(
            "(?i)null|~|true|false|yes|no|on|off|[-+.0-9][0-9_.,eExXoa-fA-F+:-]*|[-+]?\\.(inf|nan)|");

    @Override
    public void flow(YamlOutput out) {
      SourceText before = out.pushOrigin(origin);
      out.append(flow());
      out.popOrigin(before);
    }

    @Override
    public String flow() {
      boolean plain =
          PLAIN.matcher(text).matches()
              && text.codePoints().noneMatch(Scalar::isEscaped)
              && !text.endsWith(" ")
              && (literal || !SPECIAL.matcher(text).matches());
      return plain || (literal && !text.isEmpty()) ? text : quoted(text);
    }

    private static String quoted(String text) {
      String escaped =
          text.replace("\\", "\\\\")
              .replace("\"", "\\\"")
              .replace("\n", "\\n")
              .replace("\t", "\\t");
      StringBuilder seen = new StringBuilder();
      escaped
          .codePoints()
          .forEach(
              c -> {
                if (isEscaped(c)) {
                  seen.append(String.format(Locale.ROOT, "\\U%08x", c));
                } else {
                  seen.appendCodePoint(c);
                }
              });
      return '"' + seen.toString() + '"';
    }

    /** Tests for a character that is hidden, or that neither YAML nor XML allows as it is. */
    private static boolean isEscaped(int c) {
      return VisibleText.isHidden(c) || c == 0xFFFE || c == 0xFFFF;
    }

    @Override
    public boolean hasComments() {
      return false;
    }

    @Override
    public void block(YamlOutput out, int indent) {
      flow(out);
    }
  }

  /** Verbatim YAML on one line. */
  record Raw(String flow) implements YamlWriter {
    @Override
    public void flow(YamlOutput out) {
      out.append(flow);
    }

    @Override
    public boolean hasComments() {
      return false;
    }

    @Override
    public void block(YamlOutput out, int indent) {
      out.append(" ".repeat(indent)).append(flow).append("\n");
    }
  }

  /** List. */
  record Items(List<YamlWriter> items) implements YamlWriter {
    @Override
    public void flow(YamlOutput out) {
      out.append("[");
      for (int i = 0; i < items.size(); i++) {
        out.append(i == 0 ? "" : ", ");
        items.get(i).flow(out);
      }
      out.append("]");
    }

    @Override
    public boolean hasComments() {
      // no stream: its frames fill the stack in nested actions
      for (YamlWriter item : items) {
        if (item.hasComments()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void block(YamlOutput out, int indent) {
      for (YamlWriter item : items) {
        out.append(" ".repeat(indent)).append("- ");
        if (item.hasComments() || indent + 2 + item.flow().length() > WIDTH) {
          if (item instanceof Fields fields) {
            fields.block(out, indent + 2, true);
            continue;
          }
        }
        item.flow(out);
        out.append("\n");
      }
    }
  }

  /** Ordered map. */
  final class Fields implements YamlWriter {
    private record Entry(
        List<String> comments, String key, YamlWriter value, @Nullable SourceText origin) {}

    private final List<Entry> entries = new ArrayList<>();
    private @Nullable SourceText origin;

    /** Sets the origin, unless it is known; returns this. */
    public Fields from(SourceText source) {
      origin = origin == null ? source : origin;
      return this;
    }

    public Fields put(
        String key, YamlWriter value, List<String> comments, @Nullable SourceText source) {
      entries.add(new Entry(List.copyOf(comments), key, value, source));
      return this;
    }

    public Fields put(String key, YamlWriter value, List<String> comments) {
      return put(key, value, comments, null);
    }

    /** Puts a text with its origin. */
    public Fields put(String key, String text, SourceText source) {
      return put(key, new Scalar(text, false), List.of(), source);
    }

    public Fields put(String key, YamlWriter value) {
      return put(key, value, List.of());
    }

    public Fields put(String key, String text) {
      return put(key, new Scalar(text, false));
    }

    /** Appends to a list, which is created last if it is missing. */
    public void append(String key, List<YamlWriter> more) {
      List<YamlWriter> all = new ArrayList<>();
      int at = entries.size();
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).key.equals(key) && entries.get(i).value instanceof Items items) {
          all.addAll(items.items);
          at = i;
        }
      }
      all.addAll(more);
      Entry entry =
          new Entry(
              at < entries.size() ? entries.get(at).comments : List.of(),
              key,
              new Items(all),
              null);
      if (at < entries.size()) {
        entries.set(at, entry);
      } else {
        entries.add(entry);
      }
    }

    public List<String> keys() {
      return entries.stream().map(Entry::key).toList();
    }

    public YamlWriter get(String key) {
      return entries.stream().filter(e -> e.key.equals(key)).findFirst().orElseThrow().value;
    }

    public boolean isEmpty() {
      return entries.isEmpty();
    }

    int size() {
      return entries.size();
    }

    /** Tests for a single value under this key; for short forms. */
    public boolean hasOnly(String key) {
      return entries.size() == 1 && entries.get(0).key.equals(key);
    }

    public YamlWriter first() {
      return entries.get(0).value;
    }

    @Override
    public void flow(YamlOutput out) {
      SourceText before = out.pushOrigin(origin);
      out.append(entries.isEmpty() ? "{}" : "{ ");
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        out.append(i == 0 ? "" : ", ");
        SourceText around = out.pushOrigin(entry.origin);
        out.append(key(entry.key)).append(": ");
        entry.value.flow(out);
        out.popOrigin(around);
      }
      out.append(entries.isEmpty() ? "" : " }");
      out.popOrigin(before);
    }

    @Override
    public boolean hasComments() {
      for (Entry entry : entries) {
        if (!entry.comments.isEmpty() || entry.value.hasComments()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void block(YamlOutput out, int indent) {
      block(out, indent, false);
    }

    private void block(YamlOutput out, int indent, boolean begun) {
      SourceText before = out.pushOrigin(origin);
      boolean first = begun;
      for (Entry entry : entries) {
        SourceText around = out.pushOrigin(entry.origin);
        for (String comment : entry.comments) {
          for (String line : comment.lines().toList()) {
            out.append(first ? "" : " ".repeat(indent))
                .append("# ")
                .append(line.strip())
                .append("\n");
            first = false;
          }
        }
        out.append(first ? "" : " ".repeat(indent)).append(key(entry.key)).append(":");
        first = false;
        value(out, indent, entry);
        out.popOrigin(around);
      }
      out.popOrigin(before);
    }

    /**
     * Returns a key; {@code on} and the like are words, because charts are read as text and not by
     * YAML's types.
     */
    private static String key(String name) {
      return new Scalar(name, name.matches("[a-z_]+")).flow();
    }

    private static boolean isLong(Entry entry) {
      return entry.key.equals("states")
          || (entry.key.equals("on") && entry.value instanceof Fields on && on.size() > 1)
          || (entry.value instanceof Items items
              && items.items.stream().filter(Fields.class::isInstance).count() > 1);
    }

    private static void value(YamlOutput out, int indent, Entry entry) {
      String flow = entry.value.flow();
      boolean fits =
          !entry.value.hasComments() && indent + entry.key.length() + 2 + flow.length() <= WIDTH;
      if (entry.value instanceof Scalar || entry.value instanceof Raw || (fits && !isLong(entry))) {
        out.append(" ");
        entry.value.flow(out);
        out.append("\n");
      } else {
        out.append("\n");
        entry.value.block(out, indent + 2);
      }
    }
  }
}
