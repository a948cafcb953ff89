package dev.statute.step.internal.codec;

import dev.statute.step.Input;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who sent an event, in what every format has; what is not known is left out. */
public final class SenderCodec {
  private SenderCodec() {}

  public static Map<String, @Nullable Object> write(Input.Sender sender) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    put(all, "origin", sender.origin());
    put(all, "sendid", sender.sendid());
    put(all, "invokeid", sender.invokeid());
    return all;
  }

  private static void put(Map<String, @Nullable Object> all, String key, @Nullable String value) {
    if (value != null) {
      all.put(key, value);
    }
  }

  public static Input.Sender read(Map<?, ?> plain) {
    return new Input.Sender(
        text(plain.get("origin")), text(plain.get("sendid")), text(plain.get("invokeid")));
  }

  private static @Nullable String text(@Nullable Object value) {
    return value instanceof String text ? text : null;
  }
}
