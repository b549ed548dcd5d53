/** The text in lower case with the same length, so that positions found in it are positions in the text. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  // A few letters become two characters in lower case, such as the Turkish dotted capital I; they stay as they are.
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}
