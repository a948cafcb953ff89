package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.statute.logs.CallFields;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tool calls that are tags in the text of a message, as Cline and Roo write them. The next message
 * in the user's name names the tool and gives the result.
 */
final class TaggedCalls {
  private static final Pattern RESULT =
      Pattern.compile("\\[(\\w+)(?: for '[^\\n]*?')?[^\\]\\n]*\\] Result:\\n?");

  private static final Pattern PARAMETER = Pattern.compile("(?s)<(\\w+)>(.*?)</\\1>");
  private static final Pattern CONTEXT =
      Pattern.compile("(?s)<environment_details>.*?</environment_details>");

  private static final Pattern FAILURE =
      Pattern.compile(
          "(?s)\\s*(?:<error>|Error |The tool execution failed|The user denied this operation"
              + "|The content of the file|.{0,80}\\bcould not be )");

  private static final Pattern DENIAL = Pattern.compile("\\s*The user denied this operation");

  private TaggedCalls() {}

  /**
   * Reads the result of a call.
   *
   * @param said text of the agent before it
   * @return whether the text is a result
   */
  static boolean read(int line, String said, String text, CallPairing calls) {
    Matcher result = RESULT.matcher(text);
    if (!result.lookingAt()) {
      return false;
    }
    String tool = result.group(1);
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    Matcher tag = Pattern.compile("(?s)<" + tool + ">(.*?)</" + tool + ">").matcher(said);
    if (tag.find()) {
      Matcher parameter = PARAMETER.matcher(tag.group(1));
      while (parameter.find()) {
        arguments.put(parameter.group(1), parameter.group(2).strip());
      }
    }
    String output = CONTEXT.matcher(text.substring(result.end())).replaceAll("").strip();
    String id = "tag " + line;
    calls.begin(line, id, CallFields.of(tool, arguments));
    if (DENIAL.matcher(output).lookingAt()) {
      calls.setField(id, "error_kind", "denied");
    }
    calls.end(line, id, output, FAILURE.matcher(output).lookingAt() ? Boolean.FALSE : null, null);
    return true;
  }
}
