import type { Found } from '@courtcrier/contract/notice.ts'
import { countyKey, findStateCounties, type StateCounties } from './county-courts.ts'
import { readCounty } from './county-words.ts'
import type { Court } from './court.ts'
import { allCourts, courtAndWider, findCourt } from './directory.ts'
import { countyOf, ordinalOf } from './name-parts.ts'
import { stateOfCourtName } from './state-names.ts'

/**
 * Finds the state court that a notice's words mean ("Supreme Court, Kings County"), by its kind, county and number. If
 * the directory has no entry for the county, returns the entry for all courts of that kind in the state. Undefined if
 * nothing or more than one court fits. `state` is spelled as in the directory; without it, the words must name it.
 */
export function findStateCourt(words: string, state = stateOfCourtName(words)): Court | undefined {
  const text = words.slice(0, longestName)
  const counties = state === undefined ? undefined : findStateCounties(state)
  const local = counties && findCountyCourt(text, counties)
  if (local) return local.court
  const features = readFeatures(text, state, true)
  const kind = features.kind ?? kindOfCounty(text, features, state)
  if (!state || !kind) return undefined
  const courts = courtsOf(state).filter((entry) => entry.features.kind === kind)
  if (features.place !== undefined) {
    const local = courts.filter(({ features: own }) => isThere(own, features) && agrees(own, features))
    if (local.length > 0) return onlyCourt(local)
  }
  return findWithoutPlace(courts, features.ordinal)
}

/**
 * The court in states whose courts are listed by county; `{}` if no court is meant. Undefined if the words describe a
 * court that the table doesn't list by county, or name no place.
 */
function findCountyCourt(text: string, counties: StateCounties): { court?: Court } | undefined {
  const written = kindOf(text)
  const { county, rest, isUnclear } = readCounty(text, counties, (word) => fillers.test(word) || kindWords.has(word))
  const kind = written ?? (hasOtherKind(text) ? undefined : kindBeside(rest, counties))
  if (kind === undefined || !counties.kinds.has(kind)) return isOfAppeals(kind, county) ? {} : undefined
  if (isUnclear) return {}
  if (county === undefined) return readFeatures(text, counties.state, true).place === undefined ? undefined : {}
  const court = findCourt(counties.findCourtId(kind, county) ?? '')
  if (!court) return {}
  return agrees(readFeatures(court.name, court.state, true), readFeatures(text, court.state, true)) ? { court } : {}
}

/** No county has its own appellate court: "Kings County Supreme Court" isn't California's. */
function isOfAppeals(kind: string | undefined, county: string | undefined): boolean {
  return county !== undefined && kind !== undefined && appealKinds.has(kind)
}

const appealKinds = new Set(['appellate division', 'appellate term', 'appeal', 'appellate', 'supreme'])

/** Words for a court whose kind isn't in the table of kinds. */
function hasOtherKind(text: string): boolean {
  return kinds.some(([, pattern]) => pattern.test(text)) || /\bappellate\b|\bappeals?\b/i.test(text)
}

/**
 * The kind of court meant by a county's name with a division: "Circuit Civil", "JP Precinct 1", "District Clerk", and
 * "345th" if district courts are numbered. A county clerk in Texas serves three kinds of courts, so doesn't identify
 * one.
 */
function kindBeside(rest: string, { kinds: known, usualKind, numberedKind }: StateCounties): string | undefined {
  const found = kindsBeside.flatMap(([kind, pattern]) => (known.has(kind) && pattern.test(rest) ? [kind] : []))
  if (found.length === 0 && numberedKind && /\b\d{1,3}(?:st|nd|rd|th)\b/.test(rest)) return numberedKind
  return found.length > 1 ? undefined : (found[0] ?? usualKind)
}

const kindsBeside: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['supreme', /\bsupreme\b/],
  ['superior', /\bsuperior\b/],
  ['surrogate', /\bsurrogates?\b/],
  ['family', /\bfamily\b/],
  ['circuit', /\bcircuit (?:civil|criminal|family|probate|juvenile)\b/],
  ['district', /\bdistrict(?! attorney)\b/],
  ['county', /\bcounty (?:civil|criminal)\b/],
  ['justice', /\b(?:jp|justice|precinct|pct)\b/],
]

const kindWords = new Set(
  'superior,supreme,surrogate,surrogates,justice,justices,peace,precinct,place,jp,clerk,clerks,central,north,south,east,west,limited,unlimited,center,courthouse,main,complex,probate,appellate,municipal,special,new,nyc'.split(
    ',',
  ),
)

/**
 * The court meant by words that may refer to a given court of the firm: that court, or its county's if the firm records
 * its cases under the entry for the whole state. Undefined if they mean another court.
 */
export function courtByWords(words: string, court: Court): Court | undefined {
  const named = findStateCourt(words, court.state)
  if (named) {
    if (courtAndWider(named.id).includes(court.id)) return named
    return courtAndWider(court.id).includes(named.id) ? court : undefined
  }
  const counties = findStateCounties(court.state)
  if (!counties || kindOf(words.slice(0, longestName)) !== undefined) return undefined
  // "Dallas County - County Clerk" leaves the kind of court open, but not the county.
  const { county } = readCounty(
    words.slice(0, longestName),
    counties,
    (word) => fillers.test(word) || kindWords.has(word),
  )
  const isOfCounty =
    county !== undefined && [...counties.kinds].some((kind) => counties.findCourtId(kind, county) === court.id)
  return isOfCounty ? court : undefined
}

/** The same for words quoted from a notice: the court's id, with the position of its name as evidence. */
export function readStateCourt(words: Found<string> | undefined, state: string | undefined): Found<string> | undefined {
  const court = words && findStateCourt(words.value, state ?? stateOfCourtName(words.value))
  return court && { ...words, value: court.id }
}

const longestName = 400

interface Features {
  kind?: string
  /** County or city, letters only. */
  place?: string
  /** What the place is called: Baltimore City is no part of Baltimore County. */
  area?: 'county' | 'city'
  /** The number of a circuit, district or department. */
  ordinal?: number
}

interface Entry {
  court: Court
  features: Features
}

function findWithoutPlace(courts: readonly Entry[], ordinal: number | undefined): Court | undefined {
  const wide = courts.filter(({ features }) => features.place === undefined)
  const numbered = ordinal === undefined ? [] : wide.filter(({ features }) => features.ordinal === ordinal)
  if (numbered.length > 0) return onlyCourt(numbered)
  return onlyCourt(wide.filter(({ court, features }) => features.ordinal === undefined && court.parent === undefined))
}

function isThere(own: Features, named: Features): boolean {
  return own.place === named.place && (!own.area || !named.area || own.area === named.area)
}

function agrees(own: Features, named: Features): boolean {
  return own.ordinal === undefined || named.ordinal === undefined || own.ordinal === named.ordinal
}

function onlyCourt(entries: readonly Entry[]): Court | undefined {
  return entries.length === 1 ? entries[0]?.court : undefined
}

const entriesByState = new Map<string, readonly Entry[]>()

/** Read on first use, one state at a time, because a firm deals with few of them. */
function courtsOf(state: string): readonly Entry[] {
  const known = entriesByState.get(state)
  if (known) return known
  const courts = allCourts().filter((court) => court.system === 'state' && court.state === state && !court.ended)
  const entries = courts.map((court) => ({ court, features: entryFeatures(court) }))
  // Only the directory's states, so that hostile words can't fill memory.
  if (entries.length > 0) entriesByState.set(state, entries)
  return entries
}

/**
 * The directory names some local courts by their place alone: "Los Angeles Superior Court", "New York Supreme Court,
 * Kings".
 */
function entryFeatures(court: Court): Features {
  const features = readFeatures(court.name, court.state, court.parent !== undefined)
  // "New York Supreme Court, New York" is that county's court: its name contains no place other than the state's name.
  const isNamesake = court.parent !== undefined && features.place === undefined && isTwice(court.name, court.state)
  return isNamesake ? { ...features, place: countyKey(court.state) } : features
}

/** `isLocal`: whether the name may be a local court's, whose place needn't be called a county. */
function readFeatures(name: string, state: string | undefined, isLocal: boolean): Features {
  const kind = kindOf(name)
  const county = countyOf(name, state)
  const place = county ?? (isLocal && state && kind ? countyKey(leftover(name, state)) : '')
  const area = county === undefined ? /\bcity\b/i.test(withoutKinds(name)) && 'city' : 'county'
  const ordinal = ordinalOf(name)
  return {
    ...(kind && { kind }),
    ...(place !== '' && { place }),
    ...(place !== '' && area && { area }),
    ...(ordinal !== undefined && { ordinal }),
  }
}

function isTwice(name: string, word: string): boolean {
  return name.split(word).length > 2
}

/** In order: words matched by an earlier kind are skipped ("District Court of Appeal" is not a district court). */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['', /\b(?:attorney general|house of representatives|pardons|conference)\b/i],
  // "Circuit & Superior Court" in Indiana means two courts with one clerk.
  ['', /\bcircuit\s?(?:&|and|\/)\s?superior\b/i],
  ['appellate division', /\bappellate division\b/i],
  ['appellate term', /\bappellate terms?\b/i],
  ['appeal', /\b(?:district )?courts? of (?:(?:civil|criminal|special) )?appeals?\b|\bappeals court\b/i],
  ['appellate', /\bappellate court\b/i],
  ['supreme', /\bsupreme (?:judicial )?court\b/i],
  ['claims', /\bcourt of claims\b/i],
  ['civil city', /\bcivil court of (?:the )?city\b|\b(?:new york city|nyc) civil court\b/i],
  ['criminal city', /\bcriminal court of the city\b/i],
  ['city', /\bcity courts?\b/i],
  ['probate and family', /\bprobate and family court\b/i],
  ['county at law', /\bcounty (?:\w+ )?courts? at law\b/i],
  ['circuit', /\bcircuit courts?\b/i],
  ['superior', /\bsuperior courts?\b/i],
  ['common pleas', /\bcommon pleas\b/i],
  ['surrogate', /\bsurrogate'?s?'? courts?\b|\bsurrogate\u2019s courts?\b/i],
  ['county', /\bcounty courts?\b/i],
  ['district', /\bdistrict courts?\b/i],
  ['chancery', /\bchancery courts?\b|\bcourt of chancery\b/i],
  ['business', /\bbusiness court\b/i],
  ['family', /\bfamily courts?\b/i],
  ['probate', /\bprobate courts?\b/i],
  ['juvenile', /\bjuvenile courts?\b/i],
  ['magistrate', /\bmagistrate courts?\b/i],
  ['municipal', /\bmunicipal courts?\b/i],
  ['justice', /\bjustice (?:courts?|of the peace)\b/i],
  ['housing', /\bhousing court\b/i],
  ['land', /\bland court\b/i],
  ['tax', /\btax court\b/i],
  ['state', /\bstate courts?\b/i],
]

/** New York's Supreme Court has an Appellate Division; elsewhere, a name with two kinds means two courts. */
const partsOfOthers = new Set(['appellate division', 'appellate term'])

function kindOf(name: string): string | undefined {
  let rest = name
  const found: string[] = []
  for (const [kind, pattern] of kinds) {
    if (!pattern.test(rest)) continue
    rest = rest.replace(pattern, ' ')
    found.push(kind)
  }
  const isOne = found.length === 1 || partsOfOthers.has(found[0] ?? '')
  return isOne && found[0] !== '' ? found[0] : undefined
}

/**
 * If every county's court is of one kind, the county is enough: Illinois has only circuit courts (Constitution, article
 * VI, sections 1 and 7), and California has a superior court in each county (Constitution, article VI, section 4).
 */
const kindOfCounties: Readonly<Record<string, string>> = { Illinois: 'circuit', California: 'superior' }

function kindOfCounty(name: string, { place }: Features, state: string | undefined): string | undefined {
  return state && place && !/\b(?:court|appellate|appeals?)\b/i.test(name) ? kindOfCounties[state] : undefined
}

function withoutKinds(name: string): string {
  return kinds.reduce((rest, [, pattern]) => rest.replace(pattern, ' '), name)
}

/** A local court's place if no county is named: what remains of its name without kind and state. */
function leftover(name: string, state: string): string {
  const words = withoutKinds(name)
    .replace(new RegExp(`\\b${state.replaceAll('.', '\\.')}`, 'gi'), ' ')
    .split(/[\s,]+/)
  return words.filter((word) => !fillers.test(word)).join(' ')
}

const fillers =
  /^(?:of|the|in|and|for|at|to|no|court|courts|county|city|state|judicial|district|circuit|civil|criminal|family|division|department|part|branch|law|term|small|claims|ga|fl|dc|d|c|[ivx]+|\W*|\D*\d.*|[a-z]+(?:st|nd|rd|th))\.?$/i
