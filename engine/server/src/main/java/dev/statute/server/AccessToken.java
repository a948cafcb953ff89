package dev.statute.server;

/**
 * Secret that a caller presents as {@code Authorization: Bearer SECRET}.
 *
 * @param role what it allows
 */
public record AccessToken(AccessRole role, String secret) {
  public AccessToken {
    if (secret.length() < 16) {
      throw new IllegalArgumentException(
          "a token has at least 16 characters, and this one has " + secret.length());
    }
  }

  /** Hides the secret. */
  @Override
  public String toString() {
    return role + " token";
  }
}
