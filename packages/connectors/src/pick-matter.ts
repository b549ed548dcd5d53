import { problemError, type StoreProblemError } from './problems.ts'

interface Numbered {
  id: string
  numbers: readonly (string | null | undefined)[]
}

/** Finds the matter that the first folder of a path names, by searches that find others as well (`pickMatter`). */
export async function findMatterBy<Matter extends Numbered>(
  name: string,
  search: (term: string) => Promise<readonly Matter[]>,
): Promise<Matter | undefined> {
  const found: Matter[] = []
  for (const term of searchTermsOf(name)) found.push(...(await search(term)))
  return pickMatter(found, name)
}

/**
 * Chooses the matter that the first folder of a path names. Folder names have no colons and slashes, so numbers are
 * compared by their letters and digits: `12-345` may be the folder of 12/345 although another matter is called exactly
 * that. Undefined if there is none; throws a problem if there are several.
 */
export function pickMatter<Matter extends Numbered>(matters: readonly Matter[], name: string): Matter | undefined {
  const wanted = lettersAndDigits(name)
  const fitting = matters.filter(({ numbers }) => numbers.some((each) => each && lettersAndDigits(each) === wanted))
  const [first, ...others] = new Map(fitting.map((each) => [each.id, each])).values()
  if (others.length > 0)
    throw problemError(
      'rejected',
      `${others.length + 1} matters in the DMS have the number "${name}", apart from punctuation. Give each its own.`,
    )
  return first
}

/**
 * What to search for, one after the other: the name, and a part of it that a folder name leaves as it is. A number finds
 * fewer others than a word, and the last one fewer than a year before it.
 */
function searchTermsOf(name: string): string[] {
  const parts = name.split(/[^\p{L}\p{N}]+/u).toReversed()
  const numbers = parts.filter((part) => /\p{N}/u.test(part))
  const [longest] = (numbers.length > 0 ? numbers : parts).toSorted((one, other) => other.length - one.length)
  return longest && longest !== name ? [name, longest] : [name]
}

function lettersAndDigits(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What to do about a matter, project or workspace that isn't there. */
export const createOrShow = 'Create it in the DMS, or give the account access to it.'

/** A matter is opened by people: a folder of its name would be seen by no one. */
export function noMatter(service: string, name: string, noun = 'matter'): StoreProblemError {
  return problemError(
    'missing',
    `${service} has no ${noun} "${name}", or doesn't show it to this account. ${createOrShow} The first folder of the storage policy's path must be the ${noun}'s number.`,
  )
}
