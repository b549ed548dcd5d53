/** Breaks a text into lines of at most so many signs, between words where there is a gap. */
export function splitLines(text: string, most: number): string[] {
  const lines: string[] = []
  let rest = text.replace(/\s+/g, ' ').trim()
  while (rest.length > most) {
    const gap = rest.lastIndexOf(' ', most)
    const end = gap > 0 ? gap : most
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? lines : [...lines, rest]
}
