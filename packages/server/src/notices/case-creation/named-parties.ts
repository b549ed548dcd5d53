import type { Notice } from '@courtcrier/contract/notice.ts'
import { partyNames } from '../matching/parties.ts'

/** Returns the parties that the notice names besides those in the case's name: who filed, and who is represented. */
export function namedParties({ filer, recipients }: Pick<Notice, 'filer' | 'recipients'>): readonly string[] {
  const represented = recipients.flatMap(({ onBehalfOf }) => onBehalfOf ?? [])
  return [...new Set([...(filer ? [filer.value] : []), ...represented])]
}

/**
 * Returns the parties that the notice and its case's name give, for the case's description; null if they give none. The
 * role of each is there only if the notice says it ("Plaintiff Roe"): which side a party is on isn't the same before
 * every court, so the order in the case's name says nothing of it.
 */
export function describeParties(notice: Pick<Notice, 'cases' | 'filer' | 'recipients'>): string | null {
  const others = namedParties(notice)
  const sides = sidesOf(notice.cases[0]?.name?.value ?? '').filter(
    (side) => !others.some((other) => isWithin(side, other)),
  )
  const names = [...sides, ...others]
  // A last "Inc." ends the sentence.
  const list = names.join('; ').replace(/\.$/, '')
  return list === '' ? null : `Parties named in the first notice: ${list}.`.slice(0, longest)
}

const longest = 4000

/** The parties as the case's name writes them, without those who aren't named ("Sealed", "et al."). */
function sidesOf(name: string): readonly string[] {
  return name
    .slice(0, longestName)
    .replace(/^(?:in re|in the matter of)\b:? ?/i, '')
    .split(/ v(?:s?\.|s|ersus)? /i)
    .map((side) => side.replace(/,? et al\.?,?$/i, '').trim())
    .filter((side) => partyNames(side).length > 0)
}

const longestName = 1000

/** Whether a named party, which may have its role before it, is the one in the case's name. */
function isWithin(side: string, named: string): boolean {
  const [inName] = partyNames(side)
  return inName !== undefined && partyNames(named).some((party) => ` ${party} `.includes(` ${inName} `))
}
