/** The position of a case's name in a text. */
export interface NamePlace {
  start: number
  end: number
}

/**
 * Finds a case's name in a text, even if it is cut as in many courts' subjects ("Hollister Construc"). Punctuation and
 * spacing of names differ between subject and body, so only letters and digits are compared. The longest range that
 * begins and ends at a word boundary wins. Undefined if none is long enough to be the name.
 */
export function findCaseName(text: string, name: string): NamePlace | undefined {
  const wanted = lettersOf(withoutOthers(name.slice(0, longestName)))
  const first = wanted.text.charAt(0)
  if (first === '') return undefined
  const haystack = lettersOf(text)
  let best: NamePlace | undefined
  for (let at = haystack.text.indexOf(first); at >= 0; at = haystack.text.indexOf(first, at + 1)) {
    const place = placeAt(text, { haystack, wanted, at })
    if (place && (!best || place.end - place.start > best.end - best.start)) best = place
  }
  return best && { start: best.start, end: best.end + othersLength(text, best.end) }
}

/** Courts themselves cut names at 50 characters in the notice, so no name is longer than this. */
const longestName = 300

/** A shorter part of a name could also be a word of the event. */
const shortestCut = 10

interface Search {
  haystack: Letters
  wanted: Letters
  at: number
}

function placeAt(text: string, { haystack, wanted, at }: Search): NamePlace | undefined {
  const start = haystack.places[at] ?? 0
  if (!isWordEdge(text, start)) return undefined
  let length = 0
  let end: number | undefined
  while (length < wanted.text.length && haystack.text[at + length] === wanted.text[length]) {
    length++
    const after = (haystack.places[at + length - 1] ?? 0) + 1
    const isWhole = length === wanted.text.length
    if (
      isWordEdge(text, after) &&
      (isWhole ? length > 3 || isSpelledOut(text, start, after) : isCut(text, start, after))
    )
      end = after
  }
  return end === undefined ? undefined : { start, end }
}

/** Two or three letters count only if capitalized like a name. */
function isSpelledOut(text: string, start: number, end: number): boolean {
  return /^\p{Lu}[\p{L}\p{N}.]*$/u.test(text.slice(start, end))
}

function isCut(text: string, start: number, end: number): boolean {
  return end - start >= shortestCut && (end - start >= 12 || text.slice(start, end).includes(' '))
}

function isWordEdge(text: string, at: number): boolean {
  return !(isLetter(text.charAt(at - 1)) && isLetter(text.charAt(at)))
}

function withoutOthers(name: string): string {
  return name.replace(/,? et al\.?$/i, '')
}

function othersLength(text: string, at: number): number {
  return /^,? et al\b\.?/i.exec(text.slice(at, at + 12))?.[0].length ?? 0
}

/** A text's letters and digits in lower case, with their positions. */
export interface Letters {
  text: string
  places: readonly number[]
}

/** The letters and digits of a text. */
export function lettersOf(text: string): Letters {
  const places: number[] = []
  let letters = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (!isLetter(character)) continue
    // A capital letter that becomes two characters in lower case would shift every later position.
    letters += character.toLowerCase().charAt(0)
    places.push(at)
  }
  return { text: letters, places }
}

function isLetter(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return /[\p{L}\p{N}]/u.test(character)
}
