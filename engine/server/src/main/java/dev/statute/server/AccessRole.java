package dev.statute.server;

/** Role of a token; each one includes those before it. */
public enum AccessRole {
  /** Needs no token: health and the page's own files. */
  PUBLIC,
  /** Reads charts, instances and streams. */
  READ,
  /** Begins instances and sends inputs. */
  ACT,
  /** Parks, retries and deletes instances. */
  ADMIN;

  /** Tests whether a caller with this role may use a route that needs the other one. */
  public boolean includes(AccessRole needed) {
    return compareTo(needed) >= 0;
  }
}
