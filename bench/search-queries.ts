import { isSortable } from '../packages/contract/src/query.ts'
import { findField, isLarge } from '../packages/contract/src/resource.ts'
import { getResource } from '../packages/contract/src/resources/registry.ts'
import { systemRoles } from '../packages/contract/src/resources/system-roles.ts'

/** One query of a table; each of its forms has another value, so that the responses differ. */
export interface BenchQuery {
  entity: string
  name: string
  forms: readonly Readonly<Record<string, string>>[]
  /** What is requested instead of a page: the number of all matches, or the titles of records by ID. */
  asks?: 'count' | 'titles'
  /** Whether it may be refused as too broad, which happens when the firm has many records. */
  isBroad: boolean
}

const entities = ['case', 'matter', 'client', 'inbox_item'] as const
type Entity = (typeof entities)[number]

export interface BenchIds {
  /** Returns IDs that other records reference, some often and some rarely. */
  some: (kind: string) => readonly string[]
  /** Returns several lists of the IDs that a page of fifty rows shows by title. */
  pages: (kind: string) => readonly (readonly string[])[]
}

/** Returns the queries of the large entities' tables, and of the titles their pages show. */
export function benchQueries({ some: ids, pages }: BenchIds): readonly BenchQuery[] {
  const titles = ['matter', 'client', 'case', 'jurisdiction', 'judge', 'timekeeper'].map(
    (entity): BenchQuery => ({
      entity,
      name: 'titles of a page',
      forms: pages(entity).map((page) => ({ ids: page.join(',') })),
      asks: 'titles',
      isBroad: false,
    }),
  )
  return [...entities.flatMap((entity) => tableQueries(entity, ids)), ...titles]
}

function tableQueries(entity: Entity, ids: BenchIds['some']): readonly BenchQuery[] {
  return [
    query(entity, 'first page', [{}]),
    query(entity, 'page 200', [{ offset: '9950' }]),
    ...sortsOf(entity).map((sort) => query(entity, `sort ${sort}`, [{ sort }])),
    ...Object.entries(words[entity]).map(([name, texts]) =>
      query(
        entity,
        `text, ${name}`,
        texts.map((freeText) => ({ freeText })),
        name === 'too broad',
      ),
    ),
    ...references[entity].map(([field, kind]) =>
      query(
        entity,
        `filter ${field}`,
        ids(kind).map((id) => ({ filters: JSON.stringify([{ field, in: [id] }]) })),
      ),
    ),
    { ...query(entity, 'exact count of all', [{}]), asks: 'count' },
    {
      ...query(entity, 'exact count, one status', [
        {
          filters: JSON.stringify([{ field: 'status', in: [entity === 'inbox_item' ? 'Action Required' : 'Closed'] }]),
        },
      ]),
      asks: 'count',
    },
  ]
}

function query(
  entity: Entity,
  name: string,
  forms: readonly Readonly<Record<string, string>>[],
  isBroad = false,
): BenchQuery {
  return { entity, name, forms, isBroad }
}

/** The fields that reference another record, and its kind. */
const references: Readonly<Record<Entity, readonly (readonly [string, string])[]>> = {
  case: [
    ['matter_id', 'matter'],
    ['judge_id', 'judge'],
    ['jurisdiction_id', 'jurisdiction'],
    ['assigned_timekeepers', 'timekeeper'],
  ],
  matter: [
    ['client_id', 'client'],
    ['billing_timekeeper_id', 'timekeeper'],
  ],
  client: [['originating_timekeeper_id', 'timekeeper']],
  inbox_item: [
    ['case_id', 'case'],
    ['ecfx_jurisdiction_id', 'court'],
  ],
}

/**
 * Words by frequency. A surname has three syllables of twenty, so its last two occur together once in four hundred. Each
 * of the common words is in one row of five to ten, and all of them together are in a few thousand.
 */
const words: Readonly<Record<Entity, Readonly<Record<string, readonly string[]>>>> = {
  case: {
    rare: ['24-cv-0000008', 'Harlason Pen', 'REF-70', 'Müllerman'],
    usual: ['lason', 'denman', 'maez', 'quinvelford'],
    common: ['in re medical llc', 'in re energy corp.', 'in re foods inc.'],
    'too broad': ['LLC', 'v. holdings', 'cv'],
  },
  matter: {
    rare: ['000123.1234', 'harlason bank lease'],
    usual: ['lason', 'denman', 'maez'],
    common: ['bank lease', 'energy patents', 'foods employment'],
    'too broad': ['general', 'llc', 'a'],
  },
  client: {
    rare: ['C-0000777', 'harlason bank'],
    usual: ['lason', 'denman', 'maez'],
    common: ['bank corp.', 'energy inc.', 'foods llc'],
    'too broad': ['llc', 'c-', 'co'],
  },
  inbox_item: {
    rare: ['9:24-cv-0123458', '0123458', 'court88 judgment harlason'],
    usual: ['lason order', 'denman judgment', 'maez transcript'],
    common: ['transcript in re energy corp.', 'summons in re foods inc.', 'judgment in re medical llc'],
    'too broad': ['Activity', 'judgment', 'in'],
  },
}

/** Returns each order the definition offers, in both directions. */
function sortsOf(entity: Entity): string[] {
  const resource = getResource(entity)
  const [administrator] = systemRoles
  if (!isLarge(resource) || !administrator) return []
  const role = { id: '', ...administrator }
  return (resource.list.sortable ?? [])
    .filter((key) => findField(resource, key) && isSortable(resource, key, role))
    .flatMap((key) => [key, `-${key}`])
}
