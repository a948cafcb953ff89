package dev.statute.scxml.internal.document;

import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Parser of XML into {@link XmlElement}s with places. Reads no DTD, no entity, and nothing outside
 * the text. The platform's reader gives the end of an event; the place of an attribute is found in
 * the text of the tag.
 */
public final class XmlParser {

  /** Maximum nesting of elements; each becomes up to four levels of YAML, of which 400 are read. */
  private static final int DEEPEST = 99; // newer parsers of the JDK stop beyond 100

  private static final Pattern TAG = Pattern.compile("(?:[^\"'>]++|\"[^\"]*+\"|'[^']*+')*+>");

  private final Source source;
  private final ProblemCollector problems;
  private int cursor;

  private XmlParser(Source source, ProblemCollector problems) {
    this.source = source;
    this.problems = problems;
  }

  /**
   * Returns the root element, or null after a problem. Line ends become those that the platform's
   * reader returns, so that it finds its texts in the source.
   */
  public static @Nullable XmlElement read(Source source, ProblemCollector problems) {
    String text = source.content().replaceFirst("^\uFEFF", "").replaceAll("\r\n?", "\n");
    return new XmlParser(new Source(source.file(), text), problems).read();
  }

  private @Nullable XmlElement read() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(source.content()));
      return read(reader);
    } catch (XMLStreamException e) {
      Location at = e.getLocation();
      Place place =
          at == null
              ? new Place(source.file(), 1, 1)
              : new Place(
                  source.file(),
                  Math.max(1, at.getLineNumber()),
                  Math.max(1, at.getColumnNumber()));
      String said = e.getMessage() == null ? "" : e.getMessage();
      String message = said.replaceFirst("(?s)^.*?Message: ", "");
      problems.add(
          Problem.error("X101", place, "this is not XML: " + message, "mend the XML first"));
      return null;
    }
  }

  private @Nullable XmlElement read(XMLStreamReader reader) throws XMLStreamException {
    Deque<XmlElement> open = new ArrayDeque<>();
    List<String> comments = new ArrayList<>();
    XmlElement root = null;
    XmlElement beside = null; // the last one with a tag that ends on this line
    while (reader.hasNext()) {
      int event = reader.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        XmlElement element = element(reader, comments);
        comments.clear();
        if (open.isEmpty()) {
          root = element;
        } else {
          open.peek().add(element);
        }
        open.push(element);
        beside = element;
        if (open.size() > DEEPEST) {
          problems.error(
              "X101",
              element.name(),
              "elements are nested more than " + DEEPEST + " deep",
              "flatten it");
          return null;
        }
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        beside = open.pop();
        beside.comment(comments);
        comments.clear();
      } else if (event == XMLStreamConstants.COMMENT) {
        if (beside == null) {
          comments.add(CommentText.of(reader.getText()));
        } else {
          beside.comment(List.of(CommentText.of(reader.getText())));
        }
        cursor = after("-->", after("<!--", cursor));
      } else if ((event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA)
          && !open.isEmpty()) {
        String text = reader.getText();
        beside = text.indexOf('\n') < 0 ? beside : null;
        int found = source.content().indexOf(text, cursor);
        int start = found < 0 ? cursor : found;
        open.peek().addText(SourceText.of(text, offset -> placeOf(start + offset), source));
        cursor = found < 0 ? cursor : found + text.length();
      }
    }
    return root;
  }

  private XmlElement element(XMLStreamReader reader, List<String> comments) {
    String local = reader.getLocalName();
    String prefix =
        reader.getPrefix() == null || reader.getPrefix().isEmpty() ? "" : reader.getPrefix() + ":";
    int tag = tag(prefix + local);
    Matcher rest = TAG.matcher(source.content()).region(tag, source.content().length());
    cursor = rest.lookingAt() ? rest.end() : tag + 1;
    Map<String, SourceText> attributes = new LinkedHashMap<>();
    Map<String, SourceText> ours = new LinkedHashMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      String name = reader.getAttributeLocalName(i);
      String of = reader.getAttributeNamespace(i);
      SourceText value = attribute(tag, name, reader.getAttributeValue(i));
      if (of == null || of.isEmpty()) {
        attributes.put(name, value);
      } else if (of.equals(ScxmlVocabulary.STATUTE_NAMESPACE)) {
        ours.put(name, value);
      } // other namespaces are ignored
    }
    SourceText name =
        SourceText.of(local, offset -> placeOf(tag + 1 + prefix.length() + offset), source);
    String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
    return new XmlElement(name, namespace, attributes, ours, comments);
  }

  /** Returns the start of the next tag of that name; elements come in the order of the text. */
  private int tag(String name) {
    Matcher matcher =
        Pattern.compile("<" + Pattern.quote(name) + "(?=[\\s/>])").matcher(source.content());
    return matcher.find(cursor) ? matcher.start() : cursor;
  }

  private int after(String mark, int from) {
    int at = source.content().indexOf(mark, from);
    return at < 0 ? from : at + mark.length();
  }

  private SourceText attribute(int tag, String name, String value) {
    Matcher matcher =
        Pattern.compile("[\\s:]" + Pattern.quote(name) + "\\s*=\\s*[\"']")
            .matcher(source.content());
    int start = matcher.find(tag) ? matcher.end() : tag;
    return SourceText.of(value, offset -> placeOf(start + offset), source);
  }

  private Place placeOf(int offset) {
    return source.place(Math.min(offset, source.content().length()));
  }
}
