package dev.statute.policy.spi;

import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rule pack as found, not yet compiled.
 *
 * @param name such as {@code guards/onevalet}
 * @param files its rule files, sorted by path
 * @param settings declarations of its {@code pack.yaml}, by name
 * @param disabled names of rules that are switched off
 */
public record Pack(
    String name,
    Layer layer,
    String description,
    String owner,
    List<Source> files,
    Map<String, SettingDeclaration> settings,
    List<SourceText> disabled) {

  /** Returns a copy with these rules switched off instead. */
  public Pack disabled(List<SourceText> other) {
    return new Pack(name, layer, description, owner, files, settings, other);
  }

  /**
   * Declared setting with its default.
   *
   * @param type {@code bool int double text duration list map}
   * @param initial the default; null = must be set
   */
  public record SettingDeclaration(
      SourceText name, String type, @Nullable Object initial, String doc) {}
}
