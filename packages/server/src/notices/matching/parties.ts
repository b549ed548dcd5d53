/**
 * Whether two case names share a party, as "Smith v. Saul" and "Smith v. Kijakazi" do. Undefined if one of them names
 * no party that could distinguish it from other cases: "Sealed v. Sealed", or no name at all.
 */
export function sharesParty(a: string | undefined, b: string | undefined): boolean | undefined {
  const [left, right] = [partiesOf(a ?? ''), partiesOf(b ?? '')]
  if (left.length === 0 || right.length === 0) return undefined
  const [ownLeft, ownRight] = [left.filter(isOwn), right.filter(isOwn)]
  // The government is a party to thousands of cases: it counts only if there is no other party.
  const [one, other] = ownLeft.length > 0 && ownRight.length > 0 ? [ownLeft, ownRight] : [left, right]
  return one.some((party) => other.some((another) => isSameParty(party, another)))
}

/**
 * Whether two case names have the same parties in the same order, word for word but for accents, abbreviations and words
 * such as "Inc." or "et al." False if a party is unnamed ("Doe"), or if none could distinguish it from other cases.
 */
export function hasSameParties(a: string, b: string): boolean {
  const [left, right] = [sidesOf(a, isOptional), sidesOf(b, isOptional)]
  const isSame = (party: Party, other: Party | undefined) =>
    party.length === other?.length && party.every((word) => other.includes(word))
  return isTellingName(a) && left.length === right.length && left.every((party, index) => isSame(party, right[index]))
}

/** Whether a case can be known by the name: every party is named, and one of them isn't a party to thousands. */
export function isTellingName(name: string): boolean {
  const sides = sidesOf(name, isOptional)
  return sides.every(isNamed) && sides.some(isOwn)
}

/** The parties of a case's name, or one party's name, each in plain words without optional ones such as "Inc.". */
export function partyNames(name: string): readonly string[] {
  return partiesOf(name).map((party) => party.join(' '))
}

/** The words of one party's name, without optional ones. */
type Party = readonly string[]

const longestName = 1_000

function partiesOf(name: string): readonly Party[] {
  return sidesOf(name, (word) => written.has(word)).filter(isNamed)
}

function isNamed(party: Party): boolean {
  return party.length > 0 && !party.every((word) => unnamed.has(word))
}

/** Whether the word adds nothing to a name. "Smith Jr." isn't Smith, nor is his estate. */
function isOptional(word: string): boolean {
  return written.has(word) && !telling.has(word)
}

function sidesOf(name: string, isLeftOut: (word: string) => boolean): readonly Party[] {
  return plainWords(name.slice(0, longestName))
    .split(/\b(?:v|vs|versus|aka|dba|fka|nka|and as|doing business as|also known as|formerly known as)\b/)
    .map((party) => party.split(' ').filter((word) => word !== '' && !isLeftOut(word)))
    .map((words) => [...new Set(words.map((word) => abbreviations[word] ?? word))])
}

/** Lower case without accents, periods and apostrophes; separate initials are joined. */
function plainWords(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b([adfn])\/([kb])\/?a\b/g, '$1$2a')
    .replace(/[.'’]/g, '')
    .replace(/\bunited states(?: of america)?\b/g, 'usa')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(\p{L}) (?=\p{L}\b(?! (?:v|vs)\b))(?!v\b)/gu, (all, letter: string) => (letter === 'v' ? all : letter))
    .trim()
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const written = words(`in re the of and a an et al ux vir ano anor or for by on behalf matter estate ex rel
  inc incorporated llc llp lp ltd limited co corp corporation company companies plc pllc pc pa na sa ag gmbh nv bv
  jr sr ii iii iv md esq mr mrs ms dr case litigation individually official capacity similarly situated others all
  plaintiff plaintiffs defendant defendants petitioner respondent appellant appellee debtor debtors`)

/** Those of them that make it another party. */
const telling = words('behalf estate ex rel jr sr ii iii iv individually official')

/** Not a name. */
const unnamed = words('sealed under seal redacted doe does john jane roe unknown unnamed filed anonymous restricted')

/** Parties to thousands of cases, which don't distinguish one from another. */
const governments = words(`usa us state states people commonwealth government federal bureau county city town
  commissioner social security administration acting secretary attorney general warden director department justice
  homeland treasury veterans affairs internal revenue service agency sheriff superintendent corrections trustee`)

/** Words common to many names; sharing only these doesn't make two names the same. */
const common = words(`bank national association first american america group services service insurance trust school
  district board university hospital health healthcare systems system international holdings holding partners partnership
  management capital financial finance mortgage loan servicing fund investment investments properties property realty
  development construction industries enterprises solutions technologies technology communications energy resources
  products product liability antitrust securities patent general new york california texas florida north south east west
  john jane james robert michael william david richard joseph thomas mary maria jose mark paul george kevin brian
  antonio juan daniel steven jennifer linda elizabeth susan patricia barbara christopher charles matthew anthony`)

const abbreviations: Readonly<Record<string, string>> = {
  intl: 'international',
  natl: 'national',
  assn: 'association',
  assoc: 'association',
  assocs: 'associates',
  am: 'american',
  bros: 'brothers',
  mfg: 'manufacturing',
  indus: 'industries',
  ins: 'insurance',
  dept: 'department',
  dev: 'development',
  constr: 'construction',
  univ: 'university',
  hosp: 'hospital',
  svcs: 'services',
  serv: 'services',
  sys: 'systems',
  tech: 'technologies',
  techs: 'technologies',
  props: 'properties',
  mgmt: 'management',
  grp: 'group',
  fin: 'financial',
  transp: 'transportation',
  pharm: 'pharmaceuticals',
  pharms: 'pharmaceuticals',
  cnty: 'county',
  govt: 'government',
  commr: 'commissioner',
  comm: 'commissioner',
  sec: 'secretary',
  admin: 'administration',
}

function isOwn(party: Party): boolean {
  const isGovernment = party.some((word) => governments.has(word))
  return party.some((word) => !governments.has(word) && !(isGovernment && common.has(word)))
}

/** Whether one name contains all the words of the other, or they share two; a common word alone isn't enough. */
function isSameParty(a: Party, b: Party): boolean {
  const [ofA, ofB] = [wordsIn(a, b), wordsIn(b, a)]
  const isWhole = ofA.length === a.length || ofB.length === b.length
  if (isWhole && a.length === b.length) return true
  const isTelling = [ofA, ofB].every((words) => words.some((word) => !common.has(word) && word.length > 1))
  return isTelling && (isWhole || Math.min(ofA.length, ofB.length) > 1)
}

function wordsIn(party: Party, other: Party): Party {
  return party.filter((word) => other.some((another) => isSameWord(word, another)))
}

/** Long words may differ by one letter, to allow for misspellings; numbers may not. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.min(a.length, b.length) < 6 || /\d/.test(a + b)) return false
  if (a.startsWith(b) || b.startsWith(a)) return Math.abs(a.length - b.length) <= 2
  return differByOne(a, b)
}

function differByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  const isOneMore = short.slice(at) === long.slice(at + 1)
  const isOneOther = short.length === long.length && short.slice(at + 1) === long.slice(at + 1)
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  return isOneMore || isOneOther || isSwapped
}
