package dev.statute.logs.internal;

import java.util.regex.Pattern;

/**
 * Complaint of an agent program about the form of a reply, such as a reply without a call. Programs
 * write it in the user's name. Only its beginning decides, so a user who quotes one is not taken
 * for the program.
 */
final class FormatComplaint {
  private static final String UNIT =
      "(?:tool|action|command|function|bash|code|shell)(?:[- ](?:calls?|blocks?|use|uses))?";

  private static final String REPLY =
      "(?:last |previous |latest )?(?:response|reply|output|message|answer|turn)";

  private static final Pattern BEGINNING =
      Pattern.compile(
          "(?i)\\s*(?:\\[?(?:format[ _]?)?error]?:? *)?(?:"
              + ("no "
                  + UNIT
                  + "s? (?:were |was )?found in (?:the|your) "
                  + REPLY
                  + "\\s*[.!:;\\n]")
              + ("|you did not (?:use|call|include|provide) (?:a|any) " + UNIT)
              + ("|your " + REPLY + " (?:did not|does not|didn't) (?:use|include|contain|have) ")
              + ("(?:a|any|exactly one|at least one) (?:valid )?" + UNIT)
              + ("|your " + REPLY + " was not (?:correctly formatted|formatted correctly)")
              + ("|your " + REPLY + " could not be parsed")
              + "|(?:please (?:always )?(?:provide|include|use|give)|you must (?:provide|include|use)"
              + ("|(?:your|every|each) " + REPLY + " must (?:contain|include|have))")
              + (" (?:exactly|at least) one " + UNIT)
              + "|(?:expected|found) exactly one "
              + UNIT
              + "|invalid (?:format: missing|or incomplete response)"
              + "|could not parse (?:llm|your|the model's) "
              + REPLY
              + ")");

  private FormatComplaint() {}

  /** Tests for a complaint in a text that was written in the user's name. */
  static boolean matches(String text) {
    return BEGINNING.matcher(text).lookingAt();
  }
}
