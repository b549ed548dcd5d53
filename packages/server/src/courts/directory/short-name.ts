import { type Court, inBluebookForm } from './court.ts'
import { findCourt } from './directory.ts'

/** Returns a court's short name: as the Bluebook cites it, or its name in the Bluebook's abbreviations. */
export function shortCourtName({ citation, name }: Pick<Court, 'citation' | 'name'>): string {
  return citation || inBluebookForm(abbreviate(name))
}

/** Returns the short name of the court with an ID; undefined if there is none. */
export function findShortName(id: string | null | undefined): string | undefined {
  const court = id ? findCourt(id) : undefined
  return court && shortCourtName(court)
}

function abbreviate(name: string): string {
  const parts = name.replace(/^The /, '').split(', ')
  const place = /^U\.? ?S\.? |^United States /.test(name) ? -1 : parts.findIndex((part) => stateOf(part) !== '')
  const state = place < 0 ? '' : stateOf(parts[place] ?? '')
  // The state is written first, as in its courts' citations: "Fla. Cir. Ct.".
  const others = parts.map((part, index) => (index === place ? part.slice(0, -state.length) : part).trim())
  const words = others.map((part) => part.replace(linking, '').split(/\s+/).map(abbreviateWord).join(' '))
  const text = words.filter(Boolean).join(', ')
  const short = `${state} ${text}`.trim()
  return short.replace(anyState, (found) => stateNames.get(found) ?? found)
}

const linking = /(?:^| )(?:of|for|in)(?= |$)(?: the(?= |$))?(?: (?:State|Incorporated Village|Town|Village) of(?= ))?/g

/** Returns the state that a part of a name ends with, as in "Superior Court of Maine"; '' if there is none. */
function stateOf(part: string): string {
  const names = [...stateNames.keys()]
  return (
    names.find((name) => part === name || (part.endsWith(` of ${name}`) && !part.endsWith(`City of ${name}`))) ?? ''
  )
}

function abbreviateWord(word: string): string {
  return words.get(word) ?? word
}

/** Table T7 and T6 of the Bluebook, as far as courts' names need them. */
const words = new Map(
  Object.entries({
    Administrative: 'Admin.',
    Appeal: 'App.',
    Appeals: 'App.',
    Appellate: 'App.',
    Bankruptcy: 'Bankr.',
    Board: 'Bd.',
    Chancery: 'Ch.',
    Circuit: 'Cir.',
    Civil: 'Civ.',
    Commission: "Comm'n",
    Common: 'C.',
    Counties: 'Cntys.',
    County: 'Cnty.',
    Court: 'Ct.',
    Courts: 'Ct.',
    Criminal: 'Crim.',
    Department: "Dep't",
    District: 'Dist.',
    Division: 'Div.',
    Family: 'Fam.',
    First: '1st',
    Second: '2d',
    Third: '3d',
    Fourth: '4th',
    Fifth: '5th',
    Sixth: '6th',
    Incorporated: 'Inc.',
    Judicial: 'Jud.',
    Justice: 'Just.',
    Juvenile: 'Juv.',
    Magistrate: 'Mag.',
    Municipal: 'Mun.',
    Pleas: 'Pl.',
    Probate: 'Prob.',
    Superior: 'Super.',
    Supreme: 'Sup.',
    "Surrogate's": 'Sur.',
    Village: 'Vill.',
  }),
)

/** Table T10 of the Bluebook, by the names that are abbreviated; longer names before those they contain. */
const stateNames = new Map(
  Object.entries({
    'West Virginia': 'W. Va.',
    'North Carolina': 'N.C.',
    'North Dakota': 'N.D.',
    'New Hampshire': 'N.H.',
    'New Jersey': 'N.J.',
    'New Mexico': 'N.M.',
    'New York': 'N.Y.',
    'Rhode Island': 'R.I.',
    'South Carolina': 'S.C.',
    'South Dakota': 'S.D.',
    Alabama: 'Ala.',
    Arizona: 'Ariz.',
    Arkansas: 'Ark.',
    California: 'Cal.',
    Colorado: 'Colo.',
    Connecticut: 'Conn.',
    Delaware: 'Del.',
    Florida: 'Fla.',
    Georgia: 'Ga.',
    Illinois: 'Ill.',
    Indiana: 'Ind.',
    Kansas: 'Kan.',
    Kentucky: 'Ky.',
    Louisiana: 'La.',
    Maine: 'Me.',
    Maryland: 'Md.',
    Massachusetts: 'Mass.',
    Michigan: 'Mich.',
    Minnesota: 'Minn.',
    Mississippi: 'Miss.',
    Missouri: 'Mo.',
    Montana: 'Mont.',
    Nebraska: 'Neb.',
    Nevada: 'Nev.',
    Oklahoma: 'Okla.',
    Oregon: 'Or.',
    Pennsylvania: 'Pa.',
    Tennessee: 'Tenn.',
    Texas: 'Tex.',
    Vermont: 'Vt.',
    Virginia: 'Va.',
    Washington: 'Wash.',
    Wisconsin: 'Wis.',
    Wyoming: 'Wyo.',
  }),
)

/** A state's name, but not that of a county. */
const anyState = new RegExp(`\\b(?:${[...stateNames.keys()].join('|')})\\b(?! Cnty)`, 'g')
