package dev.statute.yaml.internal.tree;

import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import java.util.Locale;
import java.util.regex.Pattern;

/** Writer of trees as YAML text, from which {@link TreeReader} reads an equal tree. */
public final class TreeWriter {
  /** Text that needs no quotes in any context, unless it reads as a number, a bool or null. */
  private static final Pattern WORDS =
      Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_./-]*+(?: [\\p{L}\\p{N}_./-]++)*+");

  private static final String INDENT = "  ";

  private final StringBuilder out = new StringBuilder();

  private TreeWriter() {}

  /** Returns the text of a tree, with a line break at its end. */
  public static String write(YamlTree tree) {
    TreeWriter writer = new TreeWriter();
    writer.block(tree, "");
    return writer.out.toString().stripLeading();
  }

  /** Writes a value after its key or dash; a collection begins a new line. */
  private void block(YamlTree tree, String indent) {
    if (tree instanceof Mapping map && !map.entries().isEmpty()) {
      out.append('\n');
      for (Entry entry : map.entries().values()) {
        out.append(indent).append(quotedIfNeeded(entry.key().value())).append(':');
        block(entry.value(), indent + INDENT);
      }
    } else if (tree instanceof Sequence list && !list.members().isEmpty()) {
      out.append('\n');
      for (YamlTree member : list.members()) {
        out.append(indent).append('-');
        block(member, indent + INDENT);
      }
    } else {
      out.append(' ').append(leaf(tree)).append('\n');
    }
  }

  private static String leaf(YamlTree tree) {
    if (!(tree instanceof Scalar scalar)) {
      return tree instanceof Mapping ? "{}" : "[]";
    }
    boolean isText = scalar.plain() instanceof String;
    return isText ? quotedIfNeeded(scalar.text()) : scalar.isNull() ? "null" : scalar.text();
  }

  private static String quotedIfNeeded(String text) {
    return WORDS.matcher(text).matches() && CoreSchema.resolve(text) instanceof String
        ? text
        : quoted(text);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if ((c >= ' ' && c < 0x7F) || Character.isLetterOrDigit(c)) {
                quoted.appendCodePoint(c);
              } else {
                quoted.append(String.format(Locale.ROOT, "\\U%08x", c));
              }
            });
    return quoted.append('"').toString();
  }
}
