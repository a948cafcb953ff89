package dev.statute.server.internal.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of bytes. */
public final class ByteDigest {
  private ByteDigest() {}

  public static byte[] of(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
