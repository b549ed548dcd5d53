/** Returns the text without trailing characters that match `loose`, tested one at a time. */
export function withoutEnd(text: string, loose: RegExp): string {
  let end = text.length
  while (end > 0 && loose.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
