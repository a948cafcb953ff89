package dev.statute.scxml.internal.document;

import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decoding of documents: by the first bytes, which are a byte order mark or those of {@code <?} in
 * UTF-16, else by the XML declaration, else as UTF-8.
 */
public final class DocumentCharset {
  /** Maximum length in bytes of a declaration. */
  private static final int DECLARATION = 1000;

  private static final Pattern DECLARED =
      Pattern.compile("^<\\?xml\\s[^>]*?\\bencoding\\s*=\\s*[\"']([^\"'>]*)[\"']");

  private DocumentCharset() {}

  /**
   * Returns the text of a document.
   *
   * @throws IOException if its encoding is unknown or not that of its bytes; the message names it
   */
  public static String decode(byte[] document) throws IOException {
    Charset charset = charset(document);
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(document)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("it is not " + charset.name(), e);
    }
  }

  private static Charset charset(byte[] document) throws UnsupportedEncodingException {
    int first = document.length < 2 ? 0 : ((document[0] & 0xFF) << 8) | (document[1] & 0xFF);
    if (first == 0xFEFF || first == '<') {
      return StandardCharsets.UTF_16BE;
    }
    if (first == 0xFFFE || first == '<' << 8) {
      return StandardCharsets.UTF_16LE;
    }
    int length = Math.min(document.length, DECLARATION);
    Matcher declared =
        DECLARED.matcher(new String(document, 0, length, StandardCharsets.ISO_8859_1));
    if (!declared.find()) {
      return StandardCharsets.UTF_8;
    }
    try {
      Charset charset = Charset.forName(declared.group(1));
      // a declaration of one byte per character is not UTF-16, whatever it says
      boolean agrees = new String(document, 0, 5, charset).equals("<?xml");
      return agrees ? charset : StandardCharsets.UTF_8;
    } catch (IllegalArgumentException e) {
      throw new UnsupportedEncodingException(
          "its encoding '" + declared.group(1) + "' is not known");
    }
  }
}
