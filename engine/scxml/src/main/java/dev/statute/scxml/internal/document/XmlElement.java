package dev.statute.scxml.internal.document;

import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An XML element with the places of its parts and the comments that stand before it. Filled by
 * {@link XmlParser}.
 */
public final class XmlElement {
  private final SourceText name;
  private final String namespace;
  private final Map<String, SourceText> attributes;
  private final Map<String, SourceText> statuteAttributes;
  private final List<String> comments;
  private final List<XmlElement> children = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable SourceText firstText;

  /**
   * @param ours attributes of the namespace of charts
   */
  XmlElement(
      SourceText name,
      String namespace,
      Map<String, SourceText> attributes,
      Map<String, SourceText> ours,
      List<String> comments) {
    this.statuteAttributes = new LinkedHashMap<>(ours);
    this.name = name;
    this.namespace = namespace;
    this.attributes = new LinkedHashMap<>(attributes);
    this.comments = new ArrayList<>(comments);
  }

  void add(XmlElement child) {
    children.add(child);
  }

  void addText(SourceText piece) {
    if (firstText == null && !piece.value().isBlank()) {
      firstText = piece;
    }
    text.append(piece.value());
  }

  /** The local name, where it stands. */
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

  /** An attribute that only charts have. */
  @Nullable
  public SourceText statuteAttribute(String local) {
    return statuteAttributes.get(local);
  }

  /** Comments that go with it, after those that it has. */
  void comment(List<String> more) {
    comments.addAll(more);
  }

  /** Its comments, which it loses. */
  List<String> uncomment() {
    List<String> all = List.copyOf(comments);
    comments.clear();
    return all;
  }

  /** The same element with that name as its {@code name}. */
  public XmlElement named(String given) {
    Map<String, SourceText> changed = new LinkedHashMap<>(attributes);
    changed.put("name", SourceText.of(given, name.place()));
    XmlElement copy = new XmlElement(name, namespace, changed, statuteAttributes, comments);
    copy.children.addAll(children);
    copy.text.append(text);
    copy.firstText = firstText;
    return copy;
  }

  /** Attributes in order. */
  public Map<String, SourceText> attributes() {
    return attributes;
  }

  public List<XmlElement> children() {
    return children;
  }

  /** The children of that name. */
  public List<XmlElement> children(String local) {
    return children.stream().filter(c -> c.is(local)).toList();
  }

  public @Nullable XmlElement child(String local) {
    return children.stream().filter(c -> c.is(local)).findFirst().orElse(null);
  }

  /** The text inside, without that of children; places are exact if it is in one piece. */
  public SourceText text() {
    return firstText == null ? SourceText.of("", name.place()) : firstText;
  }

  public boolean hasText() {
    return firstText != null;
  }

  /** Comments that stand before it, or behind it on its line, without their marks. */
  public List<String> comments() {
    return Collections.unmodifiableList(comments);
  }
}
