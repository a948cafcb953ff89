package dev.statute.server.internal.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Event of a response of type {@code text/event-stream}.
 *
 * @param id value that the client sends back as {@code Last-Event-ID}
 * @param type name of the event
 * @param data JSON on one line
 */
public record ServerEvent(String id, String type, String data) {
  /** Creates the event that says which numbers of events are lost. */
  public static ServerEvent missed(long from, long to) {
    String data = "{\"from\":" + from + ",\"to\":" + to + "}";
    return new ServerEvent(String.valueOf(to), "missed", data);
  }

  /** Converts the event to the lines that are sent. */
  byte[] encode() {
    return ("id: " + id + "\nevent: " + oneLine(type) + "\ndata: " + data + "\n\n").getBytes(UTF_8);
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }
}
