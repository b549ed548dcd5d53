/** Returns a part of an address decoded, or as it is if it isn't encoded as addresses are: a `%` may be typed as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
