package dev.statute.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Running totals of tokens, cost and time in logs. */
class UsageTest {
  /** Totals of each call as {@code tokens cost time}; what the log does not have is "-". */
  private static List<String> totals(String log) {
    Source source = new Source("x.jsonl", log.replace('\'', '"'));
    List<String> totals = new ArrayList<>();
    for (SessionLog.Entry entry :
        SessionLog.read(SessionLog.detect(source).orElseThrow(), source).get().entries()) {
      Map<String, Object> fields = new LinkedHashMap<>(entry.fields());
      if ("tool_call".equals(fields.get("type"))) {
        totals.add(
            fields.getOrDefault("tokens_used", "-")
                + " "
                + fields.getOrDefault("cost", "-")
                + " "
                + fields.getOrDefault("time", "-"));
      }
    }
    return totals;
  }

  private static String claude(String id, String call, int second, int output) {
    return """
        {'type':'assistant','uuid':'a%s','timestamp':'2026-01-01T00:00:%02dZ','message':{'id':'%s','role':'assistant','content':[{'type':'tool_use','id':'%s','name':'Read','input':{'file_path':'%s'}}],'usage':{'input_tokens':2,'cache_read_input_tokens':90,'cache_creation_input_tokens':5,'output_tokens':%d}}}
        """
        .formatted(call, second, id, call, call, output);
  }

  private static String claudeResult(String call, int second) {
    return """
        {'type':'user','uuid':'u%s','timestamp':'2026-01-01T00:00:%02dZ','message':{'role':'user','content':[{'type':'tool_result','tool_use_id':'%s','content':'text of %s'}]}}
        """
        .formatted(call, second, call, call);
  }

  private static String claudeUser(int second) {
    return """
        {'type':'user','uuid':'said%d','timestamp':'2026-01-01T00:00:%02dZ','message':{'role':'user','content':'go on'}}
        """
        .formatted(second, second);
  }

  @Test
  void a_response_in_several_lines_counts_once_with_its_last_amount() {
    assertThat(
            totals(
                claudeUser(0)
                    + claude("m1", "c1", 2, 1)
                    + claude("m1", "c2", 3, 3)
                    + claudeResult("c1", 4)
                    + claudeResult("c2", 5)
                    + claude("m2", "c3", 6, 3)
                    + claudeResult("c3", 9)))
        .containsExactly("100 - 4000ms", "100 - 5000ms", "200 - 9000ms");
  }

  @Test
  void the_pause_before_words_of_the_user_is_not_the_agents_time() {
    String before = claudeUser(0) + claude("m1", "c1", 1, 3) + claudeResult("c1", 2);
    assertThat(totals(before + claudeUser(40) + claude("m2", "c2", 41, 3) + claudeResult("c2", 43)))
        .containsExactly("100 - 2000ms", "200 - 5000ms");
    assertThat(totals(before + claude("m2", "c2", 41, 3) + claudeResult("c2", 43)))
        .containsExactly("100 - 2000ms", "200 - 43000ms");
  }

  @Test
  void instants_beyond_all_years_are_left_out() {
    String log = claude("m1", "c1", 2, 1) + claudeResult("c1", 4);
    for (String instant : List.of("+999999999-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z")) {
      String other = claudeUser(3).replace("2026-01-01T00:00:03Z", instant);
      assertThat(totals(other + log)).isEqualTo(totals(log));
    }
  }

  @Test
  void totals_of_codex_are_taken_as_they_are() {
    String call =
        """
        {'type':'response_item','timestamp':'2026-01-01T00:00:0%1$d.5Z','payload':{'type':'function_call','call_id':'c%1$d','name':'shell','arguments':'{}'}}
        {'type':'event_msg','payload':{'type':'token_count','info':{'total_token_usage':{'input_tokens':%2$d,'cached_input_tokens':7,'output_tokens':10,'total_tokens':%3$d}}}}
        {'type':'response_item','timestamp':'2026-01-01T00:00:0%1$d.7Z','payload':{'type':'function_call_output','call_id':'c%1$d','output':'ok'}}
        """;
    assertThat(totals(call.formatted(1, 90, 100) + call.formatted(2, 290, 300)))
        .containsExactly("100 - 200ms", "300 - 1200ms");
    assertThat(
            totals(
                """
                {'type':'thread.started','thread_id':'t'}
                {'type':'item.completed','item':{'id':'i1','type':'command_execution','command':'ls','aggregated_output':'a','exit_code':0,'status':'completed'}}
                {'type':'turn.completed','usage':{'input_tokens':40,'cached_input_tokens':30,'output_tokens':2}}
                {'type':'item.completed','item':{'id':'i2','type':'command_execution','command':'ls','aggregated_output':'a','exit_code':0,'status':'completed'}}
                """))
        .containsExactly("- - -", "42 - -");
  }

  @Test
  void a_message_of_gemini_that_is_written_again_counts_once() {
    String message =
        """
        {'id':'m%1$d','timestamp':'2026-01-01T00:00:0%1$d.000Z','type':'gemini','content':'','tokens':{'input':10,'output':5,'total':15}%2$s}
        """;
    String called =
        ",'toolCalls':[{'id':'c%1$d','name':'ls','args':{},'status':'success','result':[{'functionResponse':{'response':{'output':'a'}}}]}]";
    assertThat(
            totals(
                message.formatted(1, "")
                    + message.formatted(1, called.formatted(1))
                    + message.formatted(2, called.formatted(2))))
        .containsExactly("15 - -", "30 - 1000ms");
  }

  @Test
  void openclaw_opencode_and_cline_have_costs() {
    String claw =
        """
        {'type':'message','id':'e%1$d','timestamp':'2026-01-01T00:00:0%1$d.000Z','message':{'role':'assistant','content':[{'type':'toolCall','id':'c%1$d','name':'exec','arguments':{'command':'ls'}}],'usage':{'input':10,'output':5,'cacheRead':80,'cacheWrite':5,'totalTokens':100,'cost':{'input':0.1,'total':0.25}}}}
        {'type':'message','id':'r%1$d','timestamp':'2026-01-01T00:00:0%1$d.500Z','message':{'role':'toolResult','toolCallId':'c%1$d','content':[{'type':'text','text':'a'}],'isError':false}}
        """;
    assertThat(totals(claw.formatted(1) + claw.formatted(2)))
        .containsExactly("100 0.25 500ms", "200 0.5 1500ms");
    assertThat(
            totals(
                """
                {'info':{'id':'s'},'messages':[
                {'info':{'id':'m1','role':'assistant','time':{'created':1767225600000,'completed':1767225602000},'cost':0.02,'tokens':{'input':10,'output':5,'reasoning':1,'cache':{'read':80,'write':4}}},
                 'parts':[{'type':'tool','tool':'bash','callID':'c1','state':{'status':'completed','input':{'command':'ls'},'output':'a'}}]},
                {'info':{'id':'m2','role':'assistant','time':{'created':1767225603000},'cost':0.03,'tokens':{'input':10,'output':5,'reasoning':1,'cache':{'read':80,'write':4}}},
                 'parts':[{'type':'tool','tool':'bash','callID':'c2','state':{'status':'completed','input':{'command':'ls'},'output':'a'}}]}]}
                """))
        .containsExactly("100 0.02 -", "200 0.05 1000ms");
    assertThat(
            totals(
                """
                [{'role':'user','content':[{'type':'text','text':'look'}]},
                 {'role':'assistant','content':[{'type':'text','text':'<read_file><path>a</path></read_file>'}],'metrics':{'tokens':{'prompt':90,'completion':10,'cached':50},'cost':0.5}},
                 {'role':'user','content':[{'type':'text','text':"[read_file for 'a'] Result:\\nnone"}]}]
                """
                    .replace("\"[read_file for 'a']", "'[read_file for \u2019a\u2019]")
                    .replace("none\"", "none'")))
        .containsExactly("100 0.5 -");
  }

  @Test
  void mini_swe_agent_and_openhands_have_costs() {
    assertThat(
            totals(
                """
                {'messages':[{'role':'user','content':'mend it'},
                 {'role':'assistant','content':'','tool_calls':[{'id':'c1','function':{'name':'bash','arguments':'{}'}}],'extra':{'cost':0.125,'timestamp':1767225600.25,'response':{'id':'r1','usage':{'prompt_tokens':90,'completion_tokens':10,'total_tokens':100}}}},
                 {'role':'tool','tool_call_id':'c1','content':'a','extra':{'timestamp':1767225601.5}}]}
                """))
        .containsExactly("100 0.125 1250ms");
    assertThat(
            totals(
                """
                [{'id':1,'timestamp':'2026-01-01T00:00:01.000','source':'agent','action':'run','args':{'command':'ls'},'llm_metrics':{'accumulated_cost':0.5,'accumulated_token_usage':{'prompt_tokens':90,'completion_tokens':10}},'tool_call_metadata':{'tool_call_id':'t','model_response':{'id':'r','usage':{'total_tokens':7}}}},
                 {'id':2,'timestamp':'2026-01-01T00:00:02.000','source':'environment','observation':'run','cause':1,'content':'a','extras':{'metadata':{'exit_code':0}}}]
                """))
        .containsExactly("100 0.5 1000ms");
  }

  @Test
  void a_log_without_amounts_and_broken_amounts_give_none() {
    assertThat(
            totals(
                """
                {'role':'assistant','content':'','usage':{'total_tokens':-5,'prompt_tokens':'many'},'timestamp':'yesterday','tool_calls':[{'id':'c1','function':{'name':'bash','arguments':'{}'}}]}
                {'role':'tool','tool_call_id':'c1','content':'a','timestamp':'12:30'}
                """))
        .containsExactly("- - -");
  }
}
