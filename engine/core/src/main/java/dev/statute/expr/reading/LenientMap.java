package dev.statute.expr.reading;

import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Members of an object of another program, for expressions in reading mode: a member that is
 * missing or null is {@link #NOTHING}, and so is every member of it. Confined to one thread while
 * it is filled.
 */
public final class LenientMap extends LinkedHashMap<String, @Nullable Object> {
  /** Value of what is missing. */
  public static final Map<String, Object> NOTHING = new Nothing();

  private static final long serialVersionUID = 1L;

  /** Creates a map without members. */
  public LenientMap() {
    super(8);
  }

  @Override
  public Object get(@Nullable Object key) {
    Object value = super.get(key);
    return value == null ? NOTHING : value;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return super.get(key) != null;
  }

  private static final class Nothing extends AbstractMap<String, Object> {
    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      return Set.of();
    }

    @Override
    public Object get(@Nullable Object key) {
      return this;
    }

    @Override
    public String toString() {
      return "nothing";
    }
  }
}
