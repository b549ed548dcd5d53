import { readFileSync } from 'node:fs'
import type { Court } from './court.ts'

/**
 * A state whose trial courts the directory lists by county. `counties`, `onlyHere` and `only` are names separated by commas.
 * Counties are those listed by the Census Bureau (2020 codes), courts those in each state's constitution and statutes.
 */
interface CountyTable {
  state: string
  counties: string
  /** The counties whose names no county, parish, borough or independent city of another state has. */
  onlyHere: string
  /** Other names that courts use for a county: `Brooklyn`. */
  aliases?: Readonly<Record<string, string>>
  /** Counties in a different time zone than most of their state. */
  zones?: Readonly<Record<string, string>>
  /** The kind of trial court if every county has that one and no other, so that a county's name alone means it. */
  usualKind?: string
  /** The kind whose courts are known by their numbers: "Travis County - 345th". */
  numberedKind?: string
  courts: readonly CountyKind[]
}

interface CountyKind {
  kind: string
  /** The entry for all courts of this kind in the state. */
  parent: string
  name: string
  citation: string
  /** The counties that have such a court, unless all do. */
  only?: string
  /** The entry for such courts in the other counties, where some may have one. */
  elsewhere?: string
  /** Ids of courts that the public list has. */
  listed?: Readonly<Record<string, string>>
}

/** The counties of a state and the courts each has. */
export interface StateCounties {
  state: string
  /** By name and alias, letters only. */
  byKey: ReadonlyMap<string, string>
  usualKind?: string
  numberedKind?: string
  kinds: ReadonlySet<string>
  /** The id of the county's court; undefined if the county has none of that kind. */
  findCourtId: (kind: string, county: string) => string | undefined
}

const states = ['california', 'florida', 'illinois', 'new-york', 'texas', 'washington']

/** Returns the counties of a state whose courts are listed by county. */
export function findStateCounties(state: string): StateCounties | undefined {
  return allStateCounties().get(state)
}

/** The state of the county with this key, if only one state has it and its courts are listed by county. */
export function stateOfLoneKey(key: string): string | undefined {
  loneKeys ??= new Map(
    countyTables().flatMap(({ state, onlyHere }) =>
      onlyHere.split(',').map((county) => [countyKey(county), state] as const),
    ),
  )
  return loneKeys.get(key)
}

let loneKeys: ReadonlyMap<string, string> | undefined

/**
 * County courts missing from the public list, and those that it lists without a citation or with the time zone of
 * another part of the state. `find` returns the listed courts.
 */
export function countyCourts(find: (id: string) => Court | undefined): Court[] {
  return countyTables().flatMap((table) =>
    table.courts.flatMap((kind) => countiesOf(table, kind).map((county) => courtOf({ table, kind, county, find }))),
  )
}

/** Letters only, so that "St. Johns" and "Saint Johns", or "DeKalb" and "De Kalb", are the same. */
export function countyKey(words: string): string {
  return words
    .toLowerCase()
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^a-z]/g, '')
}

interface CountyCourt {
  table: CountyTable
  kind: CountyKind
  county: string
  find: (id: string) => Court | undefined
}

function courtOf({ table, kind, county, find }: CountyCourt): Court {
  const id = courtIdOf(kind, county)
  const parent = getCourt(find, kind.parent)
  const named = find(id) ?? { ...parent, id, name: fill(kind.name, county), citation: '', parent: kind.parent }
  const zone = table.zones?.[county]
  return { ...named, citation: named.citation || fill(kind.citation, county), ...(zone && { timeZone: zone }) }
}

function getCourt(find: CountyCourt['find'], id: string): Court {
  const court = find(id)
  if (!court) throw new Error(`The courts of counties belong to "${id}", which is not in the directory`)
  return court
}

function courtIdOf({ parent, listed }: CountyKind, county: string): string {
  return listed?.[county] ?? `${parent}${countyKey(county)}`
}

function countiesOf({ counties }: CountyTable, { only }: CountyKind): readonly string[] {
  return (only ?? counties).split(',')
}

function fill(template: string, county: string): string {
  return template.replace('{county}', county)
}

let tables: readonly CountyTable[] | undefined

function countyTables(): readonly CountyTable[] {
  tables ??= states.map((name) =>
    JSON.parse(readFileSync(new URL(`./data/counties-${name}.json`, import.meta.url), 'utf8')),
  )
  return tables
}

let byState: ReadonlyMap<string, StateCounties> | undefined

function allStateCounties(): ReadonlyMap<string, StateCounties> {
  byState ??= new Map(countyTables().map((table) => [table.state, stateCounties(table)]))
  return byState
}

function stateCounties(table: CountyTable): StateCounties {
  const names = table.counties.split(',').map((county) => [countyKey(county), county] as const)
  const aliases = Object.entries(table.aliases ?? {}).map(([alias, county]) => [countyKey(alias), county] as const)
  const kinds = new Map(table.courts.map((kind) => [kind.kind, { kind, counties: new Set(countiesOf(table, kind)) }]))
  return {
    state: table.state,
    byKey: new Map([...names, ...aliases]),
    ...(table.usualKind && { usualKind: table.usualKind }),
    ...(table.numberedKind && { numberedKind: table.numberedKind }),
    kinds: new Set(kinds.keys()),
    findCourtId: (kind, county) => {
      const own = kinds.get(kind)
      return own?.counties.has(county) ? courtIdOf(own.kind, county) : own?.kind.elsewhere
    },
  }
}
