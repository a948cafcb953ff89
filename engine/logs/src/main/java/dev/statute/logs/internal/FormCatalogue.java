package dev.statute.logs.internal;

import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Descriptions of forms of logs: those of the class path, and those of users. */
public final class FormCatalogue {
  private static final String FOLDER = "/dev/statute/logs/";

  private FormCatalogue() {}

  /** Reads the shipped descriptions, in the order of their names. */
  public static List<FormDescription> shipped() {
    List<FormDescription> forms = new ArrayList<>();
    for (String name : resource("forms/forms.txt").lines().toList()) {
      String file = name + ".log.yaml";
      forms.add(read(new Source(file, resource("forms/" + file))).get());
    }
    return List.copyOf(forms);
  }

  /** Text of a shipped file, by its path below the folder of this module. */
  public static String resource(String name) {
    try (InputStream in = FormCatalogue.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("there is no resource " + FOLDER + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a description. */
  public static Loaded<FormDescription> read(Source source) {
    return DescriptionReader.read(source);
  }
}
