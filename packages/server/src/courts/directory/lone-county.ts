import { countyKey, stateOfLoneKey } from './county-courts.ts'
import { statesOfCourtName } from './state-names.ts'

/**
 * The state of a court whose words name it only by a county that no other state has: "Will County", "County of Los
 * Angeles – Civil". Undefined for a county that several states have, for words that also name a state, and for a
 * sentence, in which "Will County" may be a question.
 */
export function stateOfLoneCounty(words: string): string | undefined {
  if (words.length > longestName || !isName(words) || statesOfCourtName(words).size > 0) return undefined
  const counties = [...words.matchAll(called)].map(([, before, behind]) => behind ?? placeIn(before ?? ''))
  const states = new Set(counties.map((county) => stateOfLoneKey(countyKey(county))))
  return states.size === 1 ? [...states][0] : undefined
}

const longestName = 120

/** Whether it is written as names are, without another state's code at its end. */
function isName(words: string): boolean {
  return !/, ?[A-Z]{2}(?: \d{5})?\s*$/.test(words) && words.split(/[\s,;:()/|-]+/).every((word) => nameWord.test(word))
}

const nameWord = /^(?:[^a-z]{0,99}(?:[A-Z]|$)|\d{1,3}(?:st|nd|rd|th)$|(?:of|the|for|in|and|at)$)/

const called =
  /(?:([\w.'\u2019]{1,30}(?:[ -][\w.'\u2019]{1,30}){0,7}) (?:county|cnty\.?|cty\.?)(?!\w))|\bcounty of ([\w.'\u2019]{1,30}(?:[ -][\w.'\u2019]{1,30}){0,3})/gi

/** All words behind those of the court's kind, so that "New Will County" isn't Will. */
function placeIn(words: string): string {
  return words.replace(/^.*\b(?:of|for|in|at|and|courts?|clerk)\b/i, '')
}
