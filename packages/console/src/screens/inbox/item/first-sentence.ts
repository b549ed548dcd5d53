/** The first sentence and the rest; a full stop inside a name or number ends none. */
export function firstSentence(text: string): [string, string] {
  const end = /[.!?:](?=\s+\p{Lu})/u.exec(text)
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()] : [text, '']
}
