package dev.statute.scxml.internal.document;

import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * XML element with the places of its parts and the comments before it. Filled by {@link XmlParser}.
 */
public final class XmlElement {
  private final SourceText name;
  private final String namespace;
  private final Map<String, SourceText> attributes;
  private final Map<String, SourceText> statuteAttributes;
  private final List<String> comments;
  private final List<XmlElement> children = new ArrayList<>();
  private final List<SourceText> texts = new ArrayList<>();

  /**
   * Creates an element.
   *
   * @param charts attributes of the namespace of charts
   */
  XmlElement(
      SourceText name,
      String namespace,
      Map<String, SourceText> attributes,
      Map<String, SourceText> charts,
      List<String> comments) {
    this.statuteAttributes = new LinkedHashMap<>(charts);
    this.name = name;
    this.namespace = namespace;
    this.attributes = new LinkedHashMap<>(attributes);
    this.comments = new ArrayList<>(comments);
  }

  void add(XmlElement child) {
    children.add(child);
  }

  void addText(SourceText piece) {
    if (hasText() || !piece.value().isBlank()) {
      texts.add(piece);
    }
  }

  /** Returns the local name with its place. */
  public SourceText name() {
    return name;
  }

  public String namespace() {
    return namespace;
  }

  public boolean is(String local) {
    return name.value().equals(local);
  }

  public @Nullable SourceText attribute(String local) {
    return attributes.get(local);
  }

  /** Returns an attribute of the namespace of charts. */
  @Nullable
  public SourceText statuteAttribute(String local) {
    return statuteAttributes.get(local);
  }

  /** Appends comments. */
  void comment(List<String> more) {
    comments.addAll(more);
  }

  /** Removes and returns its comments. */
  List<String> uncomment() {
    List<String> all = List.copyOf(comments);
    comments.clear();
    return all;
  }

  /** Returns this element with another {@code name}. */
  public XmlElement named(String given) {
    Map<String, SourceText> changed = new LinkedHashMap<>(attributes);
    changed.put("name", SourceText.of(given, name.place()));
    XmlElement copy = new XmlElement(name, namespace, changed, statuteAttributes, comments);
    copy.children.addAll(children);
    copy.texts.addAll(texts);
    return copy;
  }

  /** Returns the attributes in order. */
  public Map<String, SourceText> attributes() {
    return attributes;
  }

  public List<XmlElement> children() {
    return children;
  }

  /** Returns the children of that name. */
  public List<XmlElement> children(String local) {
    return children.stream().filter(c -> c.is(local)).toList();
  }

  public @Nullable XmlElement child(String local) {
    return children.stream().filter(c -> c.is(local)).findFirst().orElse(null);
  }

  /** Returns the text inside, without that of children; comments in it divide it into pieces. */
  public SourceText text() {
    if (texts.size() == 1) {
      return texts.get(0);
    }
    Source source = hasText() ? texts.get(0).source() : null;
    return source == null
        ? SourceText.of("", name.place())
        : SourceText.of(
            texts.stream().map(SourceText::value).collect(Collectors.joining()),
            this::placeInTexts,
            source);
  }

  private Place placeInTexts(int offset) {
    int before = 0;
    for (SourceText piece : texts) {
      int length = piece.value().length();
      if (offset < before + length) {
        return piece.placeAt(offset - before);
      }
      before += length;
    }
    SourceText last = texts.get(texts.size() - 1);
    return last.placeAt(last.value().length());
  }

  public boolean hasText() {
    return !texts.isEmpty();
  }

  /** Returns the comments before it, or behind it on its line, without their marks. */
  public List<String> comments() {
    return Collections.unmodifiableList(comments);
  }
}
