/**
 * Splits the text after the first sentence. A period inside a name or number doesn't end it, nor one inside a court's
 * short name, such as "Bankr. D. Del.": both words at it are capitalized, and the second ends in a period too.
 */
export function firstSentence(text: string): [string, string] {
  const end = /(?:[!?:]|(?<!\b\p{Lu}\p{Ll}{0,8})\.|\.(?!\s+\p{Lu}\p{L}{0,8}\.))(?=\s+\p{Lu})/u.exec(text)
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 1).trim()] : [text, '']
}
