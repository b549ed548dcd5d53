import { isSortable } from '../packages/contract/src/query.ts'
import { findField, isLarge } from '../packages/contract/src/resource.ts'
import { getResource } from '../packages/contract/src/resources/registry.ts'
import { systemRoles } from '../packages/contract/src/resources/system-roles.ts'

/** One thing a table is asked for; each of its forms is another value, so that no answer is always the same one. */
export interface BenchQuery {
  entity: string
  name: string
  forms: readonly Readonly<Record<string, string>>[]
  /** The number of all that fit is asked for, and no rows. */
  isCount?: boolean
  /** It may be refused as too broad, which it is when the firm has many records. */
  isBroad: boolean
}

const entities = ['case', 'matter', 'client', 'inbox_item'] as const
type Entity = (typeof entities)[number]

/** What tables of the large entities ask for. `ids` gives ids of records that others lead to. */
export function benchQueries(ids: (kind: string) => readonly string[]): readonly BenchQuery[] {
  return entities.flatMap((entity) => [
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
    { ...query(entity, 'exact count of all', [{}]), isCount: true },
    {
      ...query(entity, 'exact count, one status', [
        {
          filters: JSON.stringify([{ field: 'status', in: [entity === 'inbox_item' ? 'Action Required' : 'Closed'] }]),
        },
      ]),
      isCount: true,
    },
  ])
}

function query(
  entity: Entity,
  name: string,
  forms: readonly Readonly<Record<string, string>>[],
  isBroad = false,
): BenchQuery {
  return { entity, name, forms, isBroad }
}

/** The fields that lead to another record, and to which. */
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

/** Words by how often they come; a surname has three syllables of twenty, so its two last ones come once in four hundred. */
const words: Readonly<Record<Entity, Readonly<Record<string, readonly string[]>>>> = {
  case: {
    rare: ['24-cv-0000008', 'Harlason Pen', 'REF-70', 'Müllerman'],
    common: ['wellason', 'stidenman', 'Harmanez', 'quinvelford'],
    'too broad': ['LLC', 'v. holdings', 'cv'],
  },
  matter: {
    rare: ['000123.1234', 'wellason bank lease'],
    common: ['wellason', 'stidenman', 'Harmanez'],
    'too broad': ['general', 'llc', 'a'],
  },
  client: {
    rare: ['C-0000777', 'wellason bank'],
    common: ['wellason', 'stidenman', 'Harmanez'],
    'too broad': ['llc', 'c-', 'co'],
  },
  inbox_item: {
    rare: ['9:24-cv-0123458', '0123458', 'court88 judgment wellason'],
    common: ['wellason order', 'stidenman judgment', 'Harmanez transcript'],
    'too broad': ['Activity', 'judgment', 'in'],
  },
}

/** Each order that the definition offers, both ways. */
function sortsOf(entity: Entity): string[] {
  const resource = getResource(entity)
  const [administrator] = systemRoles
  if (!isLarge(resource) || !administrator) return []
  const role = { id: '', ...administrator }
  return (resource.list.sortable ?? [])
    .filter((key) => findField(resource, key) && isSortable(resource, key, role))
    .flatMap((key) => [key, `-${key}`])
}
