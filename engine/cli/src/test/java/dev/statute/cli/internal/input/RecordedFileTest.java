package dev.statute.cli.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedFileTest {
  private static final String TEXT = "{\"text\":\"größer\"}\n";
  @TempDir private Path folder;

  private String read(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("log"), bytes);
    try (InputStream in = RecordedFile.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void plain_text_is_as_it_is() throws IOException {
    assertThat(read(TEXT.getBytes(StandardCharsets.UTF_8))).isEqualTo(TEXT);
    assertThat(read(new byte[0])).isEmpty();
    assertThat(read(new byte[] {'{'})).isEqualTo("{");
  }

  @Test
  void a_byte_order_mark_is_no_text_and_determines_the_encoding() throws IOException {
    assertThat(read(("\uFEFF" + TEXT).getBytes(StandardCharsets.UTF_8))).isEqualTo(TEXT);
    assertThat(read(("\uFEFF" + TEXT).getBytes(StandardCharsets.UTF_16LE))).isEqualTo(TEXT);
    assertThat(read(("\uFEFF" + TEXT).getBytes(StandardCharsets.UTF_16BE))).isEqualTo(TEXT);
  }

  @Test
  void gzip_is_decompressed() throws IOException {
    assertThat(read(zipped(TEXT.getBytes(StandardCharsets.UTF_8)))).isEqualTo(TEXT);
    assertThat(read(zipped(("\uFEFF" + TEXT).getBytes(StandardCharsets.UTF_8)))).isEqualTo(TEXT);
  }
}
