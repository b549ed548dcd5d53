import { problemError, type StoreProblemError } from './problems.ts'

interface Numbered {
  id: string
  numbers: readonly (string | null | undefined)[]
}

/**
 * Chooses the matter that the first folder of a path names. Folder names have no colons and slashes, so a number that
 * has some is recognized by its letters and digits. Undefined if there is none; throws a problem if there are several.
 */
export function pickMatter<Matter extends Numbered>(matters: readonly Matter[], name: string): Matter | undefined {
  for (const form of [(text: string) => text.trim().toLowerCase(), lettersAndDigits]) {
    const fitting = matters.filter(({ numbers }) => numbers.some((each) => each && form(each) === form(name)))
    if (fitting.length > 1)
      throw problemError(
        'rejected',
        `${fitting.length} matters in the DMS have the number "${name}". Give each its own.`,
      )
    if (fitting[0]) return fitting[0]
  }
  return undefined
}

/** What to search for, one after the other: the name, and its longest part that a folder name leaves as it is. */
export function searchTermsOf(name: string): string[] {
  const [longest] = name.split(/[^\p{L}\p{N}]+/u).toSorted((one, other) => other.length - one.length)
  return longest && longest !== name ? [name, longest] : [name]
}

function lettersAndDigits(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A matter is opened by people: a folder of its name would be seen by no one. */
export function noMatter(service: string, name: string, noun = 'matter'): StoreProblemError {
  return problemError(
    'rejected',
    `${service} has no ${noun} "${name}", or doesn't show it to this account. The first folder of the storage policy's path must be the ${noun}'s number.`,
  )
}
