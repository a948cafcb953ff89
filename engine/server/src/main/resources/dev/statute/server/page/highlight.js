const YAML = /(?<note>(?:^|(?<=\s))#[^\n]*)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')|(?<key>[\w.$*-][\w.$* -]*(?=\s*:(?:\s|$)))|(?<value>(?<=[\s:[,{])(?:true|false|null|\d+(?:\.\d+)?(?:ms|s|m|h|d)?)(?=[\s,\]}]|$))/gm;
const DRL = /(?<note>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<key>\b(?:package|import|rule|when|then|end|not|exists|forall|accumulate|from|or|and|in|matches|contains|extends|salience|insert|global|dialect)\b)|(?<value>\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b|\b[A-Z]\w*(?=\s*\())/g;

/** The coloured parts of a text: first and last index and the kind, in order. */
export function tokens(text, language) {
  const found = [];
  for (const match of text.matchAll(language === 'drl' ? DRL : YAML)) {
    const kind = Object.keys(match.groups).find(name => match.groups[name] !== undefined);
    found.push([match.index, match.index + match[0].length, `t-${kind}`]);
  }
  return found;
}
