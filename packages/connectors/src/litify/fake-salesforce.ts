import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type FakeAnswer, type FakeRequest, formOf, multipartOf, startFakeService } from '../testing/fake-service.ts'
import { type FakeEntry, type FakeTree, openFakeTree } from '../testing/fake-tree.ts'
import { contract } from './contract.ts'
import { changed, described } from './fake-fields.ts'

/** What the fake demands of a new file. */
const entityForm = z.strictObject({
  Title: z.string().check(z.minLength(1), z.maxLength(255)),
  PathOnClient: z.string().check(z.minLength(1), z.maxLength(500)),
  Description: z.optional(z.string().check(z.maxLength(1000))),
  FirstPublishLocationId: z.string(),
  Courtcrier_Key__c: z.optional(z.string().check(z.maxLength(255))),
})

export interface FakeSalesforceOptions {
  clientId: string
  clientSecret: string
}

interface World {
  options: FakeSalesforceOptions
  /** Matters are the folders at the top; what Salesforce has in titles is folders here. */
  tree: FakeTree
  tokens: Set<string>
  state: { hasKeyField: boolean; hasLitify: boolean; hasDisplayName: boolean; pageSize: number }
  /** What follows the pages that were answered. */
  rests: Map<string, FakeAnswer>
}

export async function startFakeSalesforce(options: FakeSalesforceOptions) {
  const world: World = {
    options,
    tree: openFakeTree({ ignoresCase: true, makeId: () => randomUUID().replaceAll('-', '').slice(0, 18) }),
    tokens: new Set(),
    state: { hasKeyField: true, hasLitify: true, hasDisplayName: true, pageSize: 2000 },
    rests: new Map(),
  }
  const service = await startFakeService((request) => answerOf(world, request), { contract })
  return { service, tree: world.tree, state: world.state, endTokens: () => world.tokens.clear() }
}

function answerOf(world: World, request: FakeRequest): FakeAnswer {
  const { method, path, headers, query } = request
  if (path === '/services/oauth2/token') return giveToken(world, request)
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (!token || !world.tokens.has(token)) return fail(401, 'INVALID_SESSION_ID', 'Session expired or invalid')
  const [, rest = ''] = /^\/services\/data\/v61\.0(\/.+)$/.exec(path) ?? []
  if (method === 'GET' && rest === '/query') return inPages(world, answerQuery(world, query.get('q') ?? ''))
  const page = world.rests.get(rest.slice('/query/'.length))
  if (method === 'GET' && rest.startsWith('/query/') && page) return inPages(world, page)
  if (method === 'POST' && rest === '/sobjects/ContentVersion') return inserted(world, request)
  if (method === 'GET' && rest === '/sobjects/ContentVersion/describe') return described
  const changing = world.tree.find(/^\/sobjects\/ContentVersion\/v(\w+)$/.exec(rest)?.[1] ?? '')
  if (method === 'PATCH' && changing) return changed(changing, request)
  const [, gone = ''] = /^\/sobjects\/ContentDocument\/d(\w+)$/.exec(rest) ?? []
  if (method === 'DELETE' && world.tree.find(gone)) {
    world.tree.remove(gone)
    return { status: 204 }
  }
  const [, id = ''] = /^\/sobjects\/ContentVersion\/v(\w+)\/VersionData$/.exec(rest) ?? []
  const bytes = world.tree.find(id)?.bytes
  return bytes ? { status: 200, bytes } : fail(404, 'NOT_FOUND', 'The requested resource does not exist')
}

function giveToken({ options, tokens }: World, request: FakeRequest): FakeAnswer {
  const form = formOf(request)
  if (form.get('client_id') !== options.clientId || form.get('client_secret') !== options.clientSecret)
    return { status: 400, json: { error: 'invalid_client', error_description: 'invalid client credentials' } }
  if (form.get('grant_type') !== 'client_credentials') return { status: 400, json: { error: 'unsupported_grant_type' } }
  const token = randomUUID()
  tokens.add(token)
  return { status: 200, json: { access_token: token, token_type: 'Bearer', instance_url: 'https://unused.example' } }
}

/** A text in a query, between quotes. */
const text = String.raw`'((?:[^'\\]|\\.)*)'`
const documentColumns = ['Title', 'FileExtension', 'ContentSize', 'Description', 'LatestPublishedVersionId']
  .map((name) => String.raw`ContentDocument\.${name}`)
  .join(', ')
const linksFrom = `SELECT ContentDocumentId, ${documentColumns} FROM ContentDocumentLink WHERE LinkedEntityId = ${text} AND`
const versionsFrom =
  'SELECT (?:Id|Id, ContentDocumentId, ContentSize, FirstPublishLocationId) FROM ContentVersion WHERE'
const mattersFrom = 'SELECT Id, Name, litify_pm__Display_Name__c FROM litify_pm__Matter__c WHERE'

/** Knows exactly the queries of the connector, so that another one is a refused one. */
function answerQuery(world: World, soql: string): FakeAnswer {
  if (soql.includes('litify_pm__Matter__c') && !world.state.hasLitify)
    return fail(400, 'INVALID_TYPE', "sObject type 'litify_pm__Matter__c' is not supported.")
  if (soql === 'SELECT Id FROM litify_pm__Matter__c LIMIT 1') return records([])
  const matter = matching(`${mattersFrom} Name (=|LIKE) ${text} OR litify_pm__Display_Name__c \\1 '\\2'`, soql)
  if (matter) return mattersLike(world, matter)
  const field = /^SELECT [\w, ]+ FROM ContentVersion WHERE (\w+__c) = /.exec(soql)?.[1]
  if (field && (field !== 'Courtcrier_Key__c' || !world.state.hasKeyField))
    return fail(400, 'INVALID_FIELD', `No such column '${field}' on entity 'ContentVersion'.`)
  const keyed = matching(`${versionsFrom} Courtcrier_Key__c = ${text}(?: LIMIT 1)?`, soql)
  if (keyed) return versionsWithKey(world, keyed[0] ?? '')
  const version = matching(`SELECT ContentDocumentId, ContentSize FROM ContentVersion WHERE Id = ${text}`, soql)
  if (version) return versionOf(world, version[0]?.slice(1) ?? '')
  const link = matching(`${linksFrom} ContentDocument\\.Title (=|LIKE) ${text}( LIMIT \\d+)?`, soql)
  if (link) return linksOf(world, link)
  return fail(400, 'MALFORMED_QUERY', `unexpected token: ${soql}`)
}

function matching(pattern: string, soql: string): string[] | undefined {
  return new RegExp(`^${pattern}$`).exec(soql)?.slice(1)
}

function mattersLike({ tree }: World, [operator = '', value = '']: string[]): FakeAnswer {
  const isLike = testOf(operator, value)
  const matters = tree
    .children(tree.root.id)
    .filter(({ name, facts }) => isLike(name) || isLike(String(facts.displayName)))
  return records(
    matters.map(({ id, name, facts }) => ({
      Id: id,
      Name: name,
      litify_pm__Display_Name__c: facts.displayName ?? null,
    })),
  )
}

function versionOf({ tree }: World, id: string): FakeAnswer {
  const entry = tree.find(id)
  return records(entry ? [{ ContentDocumentId: `d${id}`, ContentSize: entry.bytes?.byteLength }] : [])
}

function versionsWithKey({ tree }: World, key: string): FakeAnswer {
  const entries = tree.below(tree.root.id).filter(({ facts }) => facts.key === key)
  return records(
    entries.map(({ id, bytes, facts }) => ({
      Id: `v${id}`,
      ContentDocumentId: `d${id}`,
      ContentSize: bytes?.byteLength,
      FirstPublishLocationId: facts.matterId,
    })),
  )
}

function linksOf({ tree }: World, [matterId = '', operator = '', value = '', limit = '']: string[]): FakeAnswer {
  const isLike = testOf(operator, value)
  const most = limit === '' ? undefined : Number(limit.replace(' LIMIT ', ''))
  const files = filesBelow(tree, matterId, [])
    .filter(({ title }) => isLike(title))
    .slice(0, most)
  return records(
    files.map(({ entry, title, extension }) => ({
      ContentDocumentId: `d${entry.id}`,
      ContentDocument: {
        Title: title,
        FileExtension: extension,
        ContentSize: entry.bytes?.byteLength,
        Description: entry.facts.description ?? null,
        LatestPublishedVersionId: `v${entry.id}`,
      },
    })),
  )
}

interface TitledFile {
  entry: FakeEntry
  title: string
  extension: string | null
}

function filesBelow(tree: FakeTree, id: string, folders: readonly string[]): TitledFile[] {
  return tree.children(id).flatMap((entry) => {
    if (!entry.bytes) return filesBelow(tree, entry.id, [...folders, entry.name])
    const [, stem = entry.name, extension = null] = /^(.+)\.([^.]+)$/.exec(entry.name) ?? []
    return { entry, title: [...folders, stem].join(' / '), extension }
  })
}

/** Comparing ignores case. */
function testOf(operator: string, value: string): (text: string) => boolean {
  const signs = [...value.matchAll(/\\(.)|([%_])|(.)/gsu)].map(([, escaped, wild, plain]) => {
    if (wild && operator === 'LIKE') return wild === '%' ? '.*' : '.'
    return RegExp.escape(escaped ?? wild ?? plain ?? '')
  })
  const pattern = new RegExp(`^${signs.join('')}$`, 'isu')
  return (text) => pattern.test(text)
}

function inserted({ tree }: World, request: FakeRequest): FakeAnswer {
  const [entity, file] = multipartOf(request)
  if (entity?.name !== 'entity_content' || file?.name !== 'VersionData')
    return fail(400, 'INVALID_MULTIPART_REQUEST', 'The parts are wrong')
  const read = entityForm.safeParse(JSON.parse(entity.bytes.toString()))
  if (!read.success) return fail(400, 'JSON_PARSER_ERROR', read.error.message)
  const { Title, PathOnClient, Description, FirstPublishLocationId: matterId, Courtcrier_Key__c: key } = read.data
  const matter = tree.find(matterId)
  if (!matter) return fail(400, 'INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id')
  const folders = Title.split(' / ').slice(0, -1)
  const parentId = tree.makeFolders([matter.name, ...folders].join('/')).id
  const facts = { description: Description, key, matterId }
  const { id } = tree.add({ name: PathOnClient, parentId, bytes: file.bytes, facts })
  return { status: 201, json: { id: `v${id}`, success: true, errors: [] } }
}

function records(found: readonly object[]): FakeAnswer {
  return { status: 200, json: { totalSize: found.length, done: true, records: found } }
}

/** The first page of an answer, with the address of the next one. */
function inPages({ rests, state }: World, answer: FakeAnswer): FakeAnswer {
  const { records: all } = (answer.json ?? {}) as { records?: object[] }
  if (!all || all.length <= state.pageSize) return answer
  const next = `01g-${rests.size + 1}`
  rests.set(next, records(all.slice(state.pageSize)))
  const nextRecordsUrl = `https://elsewhere.example/services/data/v61.0/query/${next}`
  return { status: 200, json: { done: false, records: all.slice(0, state.pageSize), nextRecordsUrl } }
}

function fail(status: number, errorCode: string, message: string): FakeAnswer {
  return { status, json: [{ errorCode, message }] }
}
