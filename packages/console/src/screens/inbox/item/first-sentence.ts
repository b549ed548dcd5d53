/** Splits the text after the first sentence; a period inside a name or number doesn't end it. */
export function firstSentence(text: string): [string, string] {
  const end = /[.!?:](?=\s+\p{Lu})/u.exec(text)
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()] : [text, '']
}
