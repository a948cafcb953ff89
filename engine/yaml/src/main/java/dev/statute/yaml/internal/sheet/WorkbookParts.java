package dev.statute.yaml.internal.sheet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Parts of a workbook: the XML documents of its archive. */
final class WorkbookParts {
  /** Maximum size of all parts together, against archives that expand without end. */
  static final int MAX_BYTES = 64 << 20;

  private final Map<String, byte[]> parts = new HashMap<>();

  private WorkbookParts() {}

  /** Reads an archive, by a temporary file: streams of some spreadsheet programs lack sizes. */
  static WorkbookParts read(byte[] archive) throws WorkbookException {
    if (archive.length > 3
        && (archive[0] & 0xFF) == 0xD0
        && (archive[1] & 0xFF) == 0xCF
        && archive[2] == 0x11
        && (archive[3] & 0xFF) == 0xE0) {
      throw WorkbookException.noWorkbook(
          "it is a binary workbook of old Excel (.xls), or has a password");
    }
    if (archive.length < 2 || archive[0] != 'P' || archive[1] != 'K') {
      throw WorkbookException.noWorkbook("it is no archive");
    }
    try {
      Path file = Files.createTempFile("workbook", ".zip");
      try (ZipFile zip = new ZipFile(Files.write(file, archive).toFile())) {
        return read(zip);
      } finally {
        Files.delete(file);
      }
    } catch (ZipException | IllegalArgumentException damaged) {
      throw WorkbookException.noWorkbook("its archive is damaged");
    } catch (IOException failure) {
      throw WorkbookException.noWorkbook("it cannot be unpacked: " + failure);
    }
  }

  private static WorkbookParts read(ZipFile zip) throws IOException, WorkbookException {
    WorkbookParts all = new WorkbookParts();
    int rest = MAX_BYTES;
    for (ZipEntry entry : Collections.list(zip.entries())) {
      try (InputStream in = zip.getInputStream(entry)) {
        byte[] content = in.readNBytes(rest + 1);
        rest -= content.length;
        if (rest < 0) {
          throw WorkbookException.tooLarge(
              "this workbook unpacks to more than " + (MAX_BYTES >> 20) + " MiB");
        }
        all.parts.put(entry.getName(), content);
      }
    }
    return all;
  }

  /** Reader of the elements of a part. */
  interface ElementReader {
    void read(XMLStreamReader xml) throws XMLStreamException, WorkbookException;
  }

  /** Calls a reader at each start and end of an element of a part; nothing if there is no part. */
  void forEach(@Nullable String part, ElementReader reader) throws WorkbookException {
    byte[] content = part == null ? null : parts.get(part);
    if (content == null) {
      return;
    }
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(content));
      while (xml.hasNext()) {
        xml.next();
        if (xml.isStartElement() || xml.isEndElement()) {
          reader.read(xml);
        }
      }
    } catch (XMLStreamException | IllegalArgumentException | IndexOutOfBoundsException damaged) {
      throw WorkbookException.noWorkbook("its part " + part + " is damaged");
    }
  }

  /**
   * Returns the names of the parts that a part relates to.
   *
   * @param part empty for the archive itself
   * @param byType whether the keys are the last words of types of relations, or identifiers
   */
  Map<String, String> relations(String part, boolean byType) throws WorkbookException {
    int name = part.lastIndexOf('/') + 1;
    String of = part.substring(0, name) + "_rels/" + part.substring(name) + ".rels";
    Map<String, String> found = new HashMap<>();
    forEach(
        of,
        xml -> {
          if (xml.isStartElement() && xml.getLocalName().equals("Relationship")) {
            String key = attribute(xml, byType ? "Type" : "Id");
            URI target = URI.create("/" + part).resolve(attribute(xml, "Target"));
            found.put(
                byType ? key.substring(key.lastIndexOf('/') + 1) : key,
                String.valueOf(target.getPath()).replaceFirst("^/", ""));
          }
        });
    return found;
  }

  /** Returns the value of an attribute of any name space; empty if there is none. */
  static String attribute(XMLStreamReader xml, String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(name)) {
        return xml.getAttributeValue(i);
      }
    }
    return "";
  }
}
