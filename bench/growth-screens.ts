import type { Call } from '../e2e/harness.ts'
import {
  inboxQuery,
  quickFilters,
  type Tab,
  tabNames,
  tabs,
  withTab,
} from '../packages/console/src/screens/inbox/inbox-search.ts'
import { pluralOf, snakeCase } from '../packages/contract/src/names.ts'
import { type Filter, formatSearchQuery, type SearchQuery } from '../packages/contract/src/query.ts'
import type { Resource } from '../packages/contract/src/resource.ts'
import { courtCase } from '../packages/contract/src/resources/case.ts'
import { inboxItem } from '../packages/contract/src/resources/inbox-item.ts'
import { systemEvent } from '../packages/contract/src/resources/system-event.ts'

/** A screen of the console, as the calls it makes once the shell is there. */
export interface Screen {
  name: string
  open: () => Promise<void>
}

/** The screens that people see first, with the inbox's tabs and filters. */
export function firstScreens(call: Call): readonly Screen[] {
  const get = async <Answer>(path: string): Promise<Answer> => {
    const answer = await call(`/api/v1${path}`)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const inbox = (name: string, filters: readonly Filter[], freeText = ''): Screen => ({
    name: `inbox${name}`,
    open: () => openInbox(get, { filters, freeText }),
  })
  return [
    { name: "the header's counts", open: () => get('/inbox/counts?fold=envelope_id') },
    ...tabNames.map((tab: Tab) => inbox(tab === 'all' ? '' : `, ${tab}`, withTab([], tab))),
    ...Object.entries(quickFilters).map(([name, filter]) => inbox(`, filter ${name}`, [filter])),
    inbox(', of a court', [{ field: 'ecfxJurisdictionId', in: ['court7'] }]),
    inbox(', two words', [], 'activity harlaston'),
    { name: 'inbox item', open: () => openItem(get) },
    { name: 'dashboard', open: () => get('/dashboard') },
    { name: 'dashboard, a year', open: () => get('/dashboard?range=last_year') },
    { name: 'cases', open: () => openList(get, courtCase) },
    { name: 'event log', open: () => openList(get, systemEvent) },
    ...(systemEvent.list.parts ?? []).map(({ name, field, values }) => ({
      name: `event log, ${name}`,
      open: () => openList(get, systemEvent, { filters: [{ field, in: values }] }),
    })),
  ]
}

type Get = <Answer>(path: string) => Promise<Answer>
type Row = Readonly<Record<string, unknown>>

async function search(get: Get, resource: Resource, query: Partial<SearchQuery>): Promise<readonly Row[]> {
  const parameters = new URLSearchParams(formatSearchQuery({ max: 50, ...query }))
  const answer = await get<Record<string, readonly Row[]>>(`/${resource.name}/search?${parameters}`)
  return answer[pluralOf(resource.name)] ?? []
}

const newestFirst = [{ field: 'receivedAt', isDescending: true }]

async function openInbox(get: Get, { filters, freeText }: Pick<SearchQuery, 'filters' | 'freeText'>): Promise<void> {
  const query = inboxQuery({ max: 50, offset: 0, sort: newestFirst, filters, freeText }, 'envelopeId')
  const [rows] = await Promise.all([search(get, inboxItem, query), get('/inbox/counts?fold=envelope_id')])
  const filings = rows.flatMap((row) => row.envelope_id ?? [])
  const stopped = rows.filter(({ status }) => status === tabs.action[0]).map(({ id }) => id)
  if (filings.length > 0) await get(`/inbox/messages?ids=${[...new Set(filings)].join()}`)
  if (stopped.length > 0) await get(`/inbox/needs?ids=${stopped.join()}`)
}

/** Opens the newest notice that is done, whose people and documents are shown. */
async function openItem(get: Get): Promise<void> {
  const [item] = await search(get, inboxItem, {
    max: 1,
    sort: newestFirst,
    filters: [{ field: 'status', in: ['Succeeded'] }],
  })
  if (!item) throw new Error('the inbox has no item that succeeded')
  await Promise.all([get(`/inbox/${item.id}`), get(`/inbox/${item.id}/message`)])
}

/** Opens a list in its usual order, and asks for the names of the records that its rows mention. */
async function openList(get: Get, resource: Resource, query: Partial<SearchQuery> = {}): Promise<void> {
  const rows = await search(get, resource, query)
  for (const column of resource.list.columns) {
    const { resource: entity } = resource.fields[column] ?? {}
    const ids = [...new Set(rows.flatMap((row) => row[snakeCase(column)] ?? []))]
    if (entity && ids.length > 0) await get(`/${entity}/titles?ids=${ids.join()}`)
  }
}
