import { clockPlaceholders } from '@courtcrier/contract/clock-placeholders.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { mailPlaceholderNames, writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { findResource, getResource } from '@courtcrier/contract/resources/registry.ts'
import { type ConditionField, conditionFields } from '@courtcrier/contract/rule-facts.ts'
import type { ApiCall } from './api.ts'
import type { World } from './denied-world.ts'
import { canaries } from './planted-values.ts'

export type ReadCall = Pick<ApiCall, 'method' | 'url' | 'body' | 'headers'>

/** A route as written in the OpenAPI document: `GET /api/v1/case/{id}`. */
export interface KnownRoute {
  method: string
  path: string
}

/** Routes about a resource other than the one their first word names. */
const meant: Readonly<Record<string, string>> = { inbox: 'inbox_item', filing: 'envelope' }

/** Reads left out of these calls, and why. */
const leftOut: readonly (readonly [RegExp, string])[] = [
  [/^\/events$/, 'a stream; the ids it carries are held in events.test.ts and walls.test.ts'],
  [/^\/(openapi\.json|ping|dev|demo)$/, 'holds nothing of a firm'],
  [/^\/auth\//, 'the caller themselves'],
  [/^\/sso\//, 'signing in, without a user'],
  [/^\/(mail|dms)-sign-in\//, 'the address of this server, and a sign-in of the browser that began it'],
  [/^\/public-document\//, 'asked without a user, by a token'],
  [/^\/agent\//, 'the work of agents, with keys of their own: agent.test.ts'],
  [/\{(noteId|callId|token|userId)\}/, 'leads to no record of the world'],
  [/^\/(import_run|export_run)\b/, 'the runs of the person who asks'],
  [/\/combined$/, 'documents of the court, put together anew each time'],
]

/** Returns every read call of these routes about the records of the world. */
export function readCalls(routes: readonly KnownRoute[], world: World): readonly (ReadCall & { about: string })[] {
  return routes.flatMap(({ method, path }) => {
    const short = path.replace('/api/v1', '')
    if (leftOut.some(([pattern]) => pattern.test(short))) return []
    const [, first = ''] = short.split('/')
    const about = resourceOf(short)
    const calls = method === 'GET' ? getCalls(short, { world, about }) : postCalls(short, { world, about })
    return calls.map((call) => ({ ...call, url: `/api/v1${call.url}`, about: about?.name ?? first }))
  })
}

function resourceOf(path: string): Resource | undefined {
  const [, first = '', second = ''] = path.split('/')
  const name = ['trail', 'filed', 'storage_hierarchy'].includes(first) ? second : (meant[first] ?? first)
  return findResource(name)
}

interface About {
  world: World
  about: Resource | undefined
}

function getCalls(path: string, { world, about }: About): readonly ReadCall[] {
  const id = about && world.ids[about.name]
  if (path === '/document/{id}/text' && id)
    return canaries.map((word) => ({ url: `${path.replace('{id}', id)}?freeText=${word}` }))
  if (path.includes('{id}')) return id ? [{ url: path.replace('{id}', id) }] : []
  const words = canaries.map((word) => word.slice(0, -2))
  if (path === '/text_search')
    return [...canaries, 'summary%20judgment'].map((text) => ({ url: `${path}?freeText=${text}` }))
  if (path.endsWith('/search'))
    return [{ url: `${path}?max=100` }, ...words.map((word) => ({ url: `${path}?freeText=${word}` }))]
  if (path.endsWith('/titles')) return [{ url: `${path}?ids=${id},${about && world.others[about.name]}` }]
  if (path.endsWith('/export')) return [{ url: `${path}?file_name=x` }]
  if (path === '/find') return [words[0], world.ids.case].map((text) => ({ url: `/find?freeText=${text}` }))
  if (path === '/filing/summaries') return [{ url: `${path}?ids=${world.ids.envelope}` }]
  if (path === '/dashboard') return [{ url: `${path}?range=all_time` }]
  if (path === '/manual/lookup')
    return [...canaries, '3:26-cv-04417-RS'].flatMap((number) => [
      { url: `${path}?docket_number=${number}&court_id=cand` },
      { url: `${path}?docket_number=${number}&court_id=cand&document_number=118` },
      { url: `${path}?docket_number=3:26-cv-04417-RS&court_id=cand&envelope_id=${number}` },
    ])
  if (path === '/storage_hierarchy/moved') return [{ url: `${path}?from=CASE,MATTER,CLIENT&to=CLIENT,MATTER,CASE` }]
  return [{ url: path }]
}

/** Returns POST calls that only read. */
function postCalls(path: string, { world, about }: About): readonly ReadCall[] {
  const post = (body: object | string, url = path): ReadCall => ({ method: 'POST', url, body })
  const id = (about && world.ids[about.name]) ?? ''
  if (path.endsWith('/search')) return canaries.map((word) => post({ freeText: word.slice(0, -2) }))
  if (path.endsWith('/bulk-values')) return [post({ ids: [id] })]
  if (path.endsWith('/bulk-delete')) return [post({ ids: [id], rehearse: true })]
  if (path === '/inbox/ids') return [post({ filters: [], freeText: canaries[0], except: [], count: 0 })]
  if (path.endsWith('/similar')) return similarCalls(path, about)
  if (path === '/storage_policy/try')
    return [
      post({ document_path: allPlaceholders, document_name: 'x{{case.name}}' }),
      post({ id: world.ids.storage_policy, document_path: allPlaceholders, document_name: 'x', store_email: 'pdf' }),
    ]
  if (path === '/ethical_wall/preview')
    return [
      post({ client_id: world.ids.client, timekeeper_ids: [world.ids.timekeeper] }),
      post({ matter_id: world.ids.matter, wall_type: 'INCLUSIONARY', timekeeper_ids: [world.ids.timekeeper] }),
    ]
  if (path === '/email_template/preview') return templateBodies.map((body) => post(body))
  if (path === '/notification_rule/try')
    return [
      ...Object.keys(conditionFields).flatMap((fact) =>
        [canaries[0], likelyWords[fact as ConditionField]].map((word) =>
          post({ template: `${fact} contains "${word}"` }),
        ),
      ),
      post({ template: '', include_emails: ['desk@one.example'] }),
    ]
  if (path === '/auto_case_creation/try') return [post({ timekeepers: [world.ids.timekeeper] })]
  if (path === '/ignored_case/try')
    return [post({ case_number: '3:26-cv-04417-RS', ecfx_jurisdiction_id: 'cand', ignored_by_status: 'Open' })]
  if (path === '/jurisdiction_preference/try')
    return [
      post({ order: 1, jurisdiction_groups: [world.ids.jurisdiction_group] }),
      post({ order: 9 }),
      post({
        ...{ order: 1, notification_rules: [world.ids.notification_rule] },
        auto_case_creation_id: world.ids.auto_case_creation,
        document_processing_id: world.ids.document_processing,
      }),
    ]
  if (path === '/firm/try')
    return [post({}), post({ ignored_case_statuses: ['Open'] }), post({ accepted_email_domains: ['else.example'] })]
  if (path.endsWith('/import') && about)
    return [
      {
        ...post(`id,${snakeCase(about.title)}\n${id},${canaries[0]}\n`, `${path}?mode=dry_run`),
        headers: { 'content-type': 'text/csv' },
      },
    ]
  return []
}

/** Words that occur in the records of the world. */
const likelyWords: Readonly<Record<ConditionField, string>> = {
  ...{ court: 'Northern', event: 'Motion', 'docket text': 'Acme', 'document title': 'Order', judge: 'Judge' },
  ...{ case: 'Acme', 'case number': '04417', matter: 'Patents', client: 'Acme', party: 'Acme' },
}

const plainNames = mailPlaceholderNames
const allPlaceholders = [
  'client.name',
  'client.number',
  'matter.name',
  'matter.number',
  'case.name',
  'case.case_number',
]
  .map(writePlaceholder)
  .join('/')

const templateBodies = [
  { subject: 'x', body: plainNames.map(writePlaceholder).join(' | ') },
  ...Object.entries(clockPlaceholders).map(([kind, { groups }]) => ({
    kind,
    subject: 'x',
    body: JSON.stringify(groups).length > 0 ? 'x' : '',
  })),
]

function similarCalls(path: string, about: Resource | undefined): readonly ReadCall[] {
  const likeness = about?.likeness
  if (!likeness) return []
  return [...canaries, 'Acme, Inc.', '3:26-cv-04417-RS'].flatMap((value) =>
    [likeness.name, likeness.number].map((key) => ({
      method: 'POST' as const,
      url: path,
      body: { [snakeCase(key)]: value },
    })),
  )
}

/**
 * Returns list queries that depend on a field: sorted by it, filtered by its value, and filtered by whether it has one.
 */
export function oracleCalls(name: string, key: string): readonly ReadCall[] {
  const { isSingleton } = getResource(name)
  if (isSingleton) return []
  const field = snakeCase(key)
  const filters = [
    { field, contains: canaries[0] },
    { field, in: [canaries[0]] },
    { field, isEmpty: true },
    { field, from: '1930-01-01', to: '1940-01-01' },
  ].map((filter) => `filters=${encodeURIComponent(JSON.stringify([filter]))}`)
  return ['search', 'count', 'export'].flatMap((route) =>
    [...filters, ...(route === 'count' ? [] : [`sort=${field}`, `sort=-${field}`])].map((query) => ({
      url: `/api/v1/${name}/${route}?${route === 'export' ? 'file_name=x&' : ''}${query}`,
    })),
  )
}
