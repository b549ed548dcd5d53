/** The text in lower case and of the same length, so that places found in it are places in the text. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  // A few letters become two in lower case, the Turkish dotted capital I for one; they stay as they are.
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}
