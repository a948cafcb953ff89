package dev.statute;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An SCXML document is decoded as XML says: by its first bytes, else by its declaration. */
class ScxmlEncodingTest {
  @TempDir private Path folder;

  private static String document(String declaration) {
    return declaration
        + """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="t">
          <state id="a"><onentry><log expr="'für €'"/></onentry></state>
        </scxml>
        """;
  }

  private static String declared(String encoding) {
    return document("<?xml version=\"1.0\" encoding=\"" + encoding + "\"?>\n");
  }

  private Path write(String text, Charset charset) throws IOException {
    return Files.write(folder.resolve("t.scxml"), text.getBytes(charset));
  }

  private void assertReads(String text, Charset charset) throws IOException {
    Map<String, String> charts = ChartFile.translate(write(text, charset)).get();
    assertThat(charts.get("t")).as(charset.name()).contains("für €");
  }

  private List<String> problems(String text, Charset charset) throws IOException {
    return ChartFile.translate(write(text, charset)).problems().stream()
        .map(Problem::message)
        .toList();
  }

  @Test
  void a_document_is_read_in_the_encoding_that_it_declares() throws IOException {
    assertReads(document(""), UTF_8);
    assertReads(declared("utf-8"), UTF_8);
    assertReads(declared("ISO-8859-15"), Charset.forName("ISO-8859-15"));
    assertReads(
        document("<?xml version='1.0'  encoding = 'windows-1252' standalone='yes'?>"),
        Charset.forName("windows-1252"));
  }

  @Test
  void the_first_bytes_of_a_document_are_stronger_than_its_declaration() throws IOException {
    assertReads(declared("UTF-16"), UTF_16);
    assertReads(declared("UTF-16"), UTF_16LE);
    assertReads(document("\ufeff"), UTF_16LE);
    assertReads("\ufeff" + declared("ISO-8859-1"), UTF_16BE);
    assertReads("\ufeff" + declared("UTF-8"), UTF_8);
    assertReads("\ufeff" + declared("ISO-8859-1"), UTF_8);
    assertReads(declared("UTF-16"), UTF_8);
    assertReads(declared("UTF-32"), UTF_8);
    assertReads(declared("IBM500"), UTF_8);
  }

  @Test
  void an_encoding_that_is_unknown_or_wrong_is_named() throws IOException {
    assertThat(problems(document(""), ISO_8859_1))
        .containsExactly("cannot be read: it is not UTF-8");
    assertThat(problems(declared("us-ascii"), UTF_8))
        .containsExactly("cannot be read: it is not US-ASCII");
    assertThat(problems(declared("EBCDIC-XY"), UTF_8))
        .containsExactly("cannot be read: its encoding 'EBCDIC-XY' is not known");
    assertThat(problems(declared(""), UTF_8))
        .containsExactly("cannot be read: its encoding '' is not known");
    assertThat(ChartFile.translate(write(declared("us-ascii"), UTF_8)).problems())
        .extracting(Problem::fix)
        .containsExactly(
            "save it as UTF-8 text that you may read, and declare no other encoding in it");
    assertThat(problems("", UTF_8)).isNotEmpty();
    assertThat(problems("<", UTF_8)).isNotEmpty();
  }
}
