package dev.statute.progress.internal.call;

import dev.statute.progress.internal.text.PhraseFinder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Classes of short answers, such as refusals of guesses. Two answers of one class are the same
 * answer, in whatever words. An answer has a class if it contains one of its phrases, and besides
 * phrases of classes only digits, known filler words, and words of the question: any other word may
 * be a clue. Immutable.
 */
final class AnswerClasses {
  private static final Pattern WORD = Pattern.compile("\\p{L}+(?:'\\p{L}+)?");

  private final List<String> names = new ArrayList<>();
  private final PhraseFinder phrases;
  private final Set<String> fillers = new HashSet<>();

  /**
   * Creates the classes.
   *
   * @param classes phrases by class, in any case; the first class that fits counts
   * @param words filler words, in any case
   */
  AnswerClasses(Map<String, List<String>> classes, List<String> words) {
    classes.forEach(
        (name, each) -> {
          names.add(name);
          each.forEach(phrase -> fillers.addAll(words(phrase)));
        });
    phrases = new PhraseFinder(List.copyOf(classes.values()));
    words.forEach(word -> fillers.add(lower(word)));
  }

  /**
   * Returns the class of an answer, or null.
   *
   * @param answer short text as displayed
   * @param question arguments of the call
   */
  @Nullable String find(String answer, @Nullable Object question) {
    int[] ends = phrases.find(answer);
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] >= 0) {
        return isWithoutClue(answer, question) ? names.get(i) : null;
      }
    }
    return null;
  }

  private boolean isWithoutClue(String answer, @Nullable Object question) {
    Set<String> known = new HashSet<>(words(String.valueOf(question)));
    return words(answer).stream().allMatch(word -> fillers.contains(word) || known.contains(word));
  }

  /** Returns the words of a text, in lower case. */
  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).map(AnswerClasses::lower).toList();
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
