package dev.statute.scxml.internal;

import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An XML element with the places of its parts and the comments that stand before it. Filled by
 * {@link XmlTree}.
 */
public final class XmlElement {
  private final Text name;
  private final String namespace;
  private final Map<String, Text> attributes;
  private final Map<String, Text> ours;
  private final List<String> comments;
  private final List<XmlElement> children = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable Text firstText;

  /**
   * @param ours attributes of the namespace of charts
   */
  XmlElement(
      Text name,
      String namespace,
      Map<String, Text> attributes,
      Map<String, Text> ours,
      List<String> comments) {
    this.ours = new LinkedHashMap<>(ours);
    this.name = name;
    this.namespace = namespace;
    this.attributes = new LinkedHashMap<>(attributes);
    this.comments = new ArrayList<>(comments);
  }

  void add(XmlElement child) {
    children.add(child);
  }

  void addText(Text piece) {
    if (firstText == null && !piece.value().isBlank()) {
      firstText = piece;
    }
    text.append(piece.value());
  }

  /** The local name, where it stands. */
  public Text name() {
    return name;
  }

  public String namespace() {
    return namespace;
  }

  public boolean is(String local) {
    return name.value().equals(local);
  }

  public @Nullable Text attribute(String local) {
    return attributes.get(local);
  }

  /** An attribute that only charts have. */
  @Nullable Text own(String local) {
    return ours.get(local);
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
  XmlElement named(String given) {
    Map<String, Text> changed = new LinkedHashMap<>(attributes);
    changed.put("name", Text.of(given, name.place()));
    XmlElement copy = new XmlElement(name, namespace, changed, ours, comments);
    copy.children.addAll(children);
    copy.text.append(text);
    copy.firstText = firstText;
    return copy;
  }

  /** Attributes in order. */
  public Map<String, Text> attributes() {
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
  public Text text() {
    return firstText == null ? Text.of("", name.place()) : firstText;
  }

  public boolean hasText() {
    return firstText != null;
  }

  /** Comments that stand before it, or behind it on its line, without their marks. */
  public List<String> comments() {
    return Collections.unmodifiableList(comments);
  }
}
