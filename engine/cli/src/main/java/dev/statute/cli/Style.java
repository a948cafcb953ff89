package dev.statute.cli;

/** How words are marked on a terminal; plain text elsewhere. */
enum Style {
  PLAIN,
  COLOUR;

  String good(String text) {
    return code("32", text);
  }

  String bad(String text) {
    return code("31", text);
  }

  String warn(String text) {
    return code("33", text);
  }

  String strong(String text) {
    return code("1", text);
  }

  String faint(String text) {
    return code("2", text);
  }

  private String code(String code, String text) {
    return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
