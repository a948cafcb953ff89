package dev.statute.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar this runs from. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "statute " + (version == null ? "(not packaged)" : version),
      "Java " + System.getProperty("java.version")
    };
  }
}
