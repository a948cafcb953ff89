package dev.statute.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the jar this runs from. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = VersionProvider.class.getPackage().getImplementationVersion();
    return new String[] {
      "statute " + (version == null ? "(not packaged)" : version),
      "Java " + System.getProperty("java.version")
    };
  }
}
