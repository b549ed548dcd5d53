import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { readAccount } from '../authorize.ts'
import { boxHosts } from '../box/box-access.ts'
import { contract as box } from '../box/contract.ts'
import { box as boxKind } from '../box/index.ts'
import { contract as clio } from '../clio/contract.ts'
import { clioHost, clio as clioKind } from '../clio/index.ts'
import { contract as dropbox } from '../dropbox/contract.ts'
import { dropboxHosts, dropbox as dropboxKind } from '../dropbox/index.ts'
import { contract as filevine } from '../filevine/contract.ts'
import { filevineHosts } from '../filevine/hosts.ts'
import { contract as imanage } from '../imanage/contract.ts'
import { contract as salesforce } from '../litify/contract.ts'
import { contract as netdocuments } from '../netdocuments/contract.ts'
import { hostsOf } from '../netdocuments/hosts.ts'
import { netdocuments as netdocumentsKind } from '../netdocuments/index.ts'
import { contract as graph } from '../sharepoint/contract.ts'
import { sharePointHosts } from '../sharepoint/index.ts'
import { contract as sharePointServer } from '../sharepoint-server/contract.ts'
import { contract as smokeball } from '../smokeball/contract.ts'
import { smokeballHosts } from '../smokeball/index.ts'
import type { StoreHttp } from '../ways/store-http.ts'
import { type Json, preparedContract } from './contract-document.ts'
import { judgeOf } from './contract-judge.ts'
import { fakeBytes } from './fake-bytes.ts'
import type { FakeAnswer, FakeRequest } from './fake-service.ts'
import { settingsWith } from './store-settings.ts'

const contracts = [box, clio, dropbox, filevine, graph, imanage, netdocuments, salesforce, sharePointServer, smokeball]

describe.each(contracts)('the contract of $service', (contract) => {
  const read = async () => JSON.parse(await readFile(contract.file, 'utf8')) as Json

  test('is OpenAPI 3', async () => {
    const { errors } = await new Validator().validate({ ...(await read()) })
    expect(errors).toBeUndefined()
  })

  test('has the operations that it names, and no others', async () => {
    const paths = Object.values((await read()).paths ?? {})
    const names = paths.flatMap((path) => Object.values(path)).map(({ operationId }) => operationId)
    expect(names.toSorted()).toEqual(contract.operations.toSorted())
  })

  test('has what its exceptions are about', async () => {
    const published = await read()
    expect(preparedContract(published, contract.exceptions)).toHaveProperty('paths')
  })
})

const filevineUs = filevineHosts({ baseUrl: 'https://api.filevineapp.com' })

test.each([
  [box, Object.values(boxHosts)],
  [clio, ['US', 'CA', 'EU', 'AU'].map((region) => clioHost({ region }))],
  [dropbox, Object.values(dropboxHosts)],
  [filevine, [filevineUs?.api, filevineUs?.identity]],
  [netdocuments, [hostsOf(settingsWith({ region: 'US' })).api]],
  [graph, ['com', 'us'].map((end) => sharePointHosts({ baseUrl: `https://firm.sharepoint.${end}` }).graph)],
  [smokeball, ['US', 'UK', 'AU'].map((region) => smokeballHosts({ region }).api)],
])('$service is called where it says that it answers', async ({ file }, addresses) => {
  const { servers } = JSON.parse(await readFile(file, 'utf8')) as { servers: { url: string }[] }
  const hosts = addresses.map((address) => new URL(address ?? '').origin)
  expect(servers.map(({ url }) => url)).toEqual(expect.arrayContaining(hosts))
})

test.each([
  [box, boxKind, 'GET'],
  [clio, clioKind, 'GET'],
  [dropbox, dropboxKind, 'POST'],
  [netdocuments, netdocumentsKind, 'GET'],
])('$service is asked who signed in as it publishes', async (contract, { authorization }, method) => {
  if (!authorization) throw new Error('no sign-in')
  const sent: FakeRequest[] = []
  const http: StoreHttp = {
    async send({ url, headers, body = [] }) {
      const origin = url.origin
      const path = url.pathname
      const bytes = Buffer.concat(await Array.fromAsync(Readable.from(body)))
      sent.push({ method, path, rawPath: path, query: url.searchParams, headers, body: fakeBytes(bytes), origin })
      return { status: 401, headers: {}, body: Readable.from([]) }
    },
  }
  const place = { firmId: 1, credentialId: '1', settings: settingsWith({ region: 'US' }) }
  await readAccount(authorization, { http, place }, { accessToken: 'x', endsAt: Date.now() + 3_600_000 })
  const judge = await judgeOf(contract)
  const answer = { status: 401, json: { error: { type: 'x', message: 'x' } } }
  const found = sent.flatMap((request) => judge({ request, answer }))
  expect(sent).not.toEqual([])
  expect(found.filter((problem) => !problem.includes("doesn't answer so"))).toEqual([])
})

interface Changes {
  request?: Partial<Omit<FakeRequest, 'body' | 'query'>>
  query?: Record<string, string>
  body?: unknown
  answer?: FakeAnswer
}

/** What is wrong with making a folder in Box, with these changes. */
async function judged({ request, query = {}, body, answer }: Changes = {}) {
  const judge = await judgeOf(box)
  const json = { name: 'Motions', parent: { id: '777' } }
  return judge({
    request: {
      method: 'POST',
      path: '/2.0/folders',
      rawPath: '/2.0/folders',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      origin: 'http://box.example',
      ...request,
      query: new URLSearchParams(query),
      body: fakeBytes(JSON.stringify(body ?? json)),
    },
    answer: answer ?? { status: 201, json: { type: 'folder', id: '1', name: 'Motions' } },
  })
}

describe('an exchange with a fake', () => {
  test('as it is published has nothing wrong', async () => {
    expect(await judged()).toEqual([])
  })

  const asJson = { 'content-type': 'application/json' }
  const signed = { authorization: 'Bearer x' }
  test.each<[string, Changes, RegExp]>([
    ['another path', { request: { rawPath: '/2.0/folder' } }, /^Box publishes no POST \/2\.0\/folder$/],
    ['another method', { request: { method: 'PATCH' } }, /^Box publishes no PATCH/],
    ['an unknown parameter', { query: { field: 'id' } }, /additional properties.*"field"/],
    ['a misspelled field', { body: { nme: 'Motions', parent: { id: '777' } } }, /additional properties.*"nme"/],
    ['a field that is unknown within another', { body: { name: 'M', parent: { id: '7', kind: 'x' } } }, /"kind"/],
    ['a missing field', { body: { name: 'Motions' } }, /required property 'parent'/],
    ['a value of another type', { body: { name: 'Motions', parent: { id: 777 } } }, /parent\/id must be string/],
    ['a body of another type', { request: { headers: { ...signed, 'content-type': 'text/plain' } } }, /text\/plain/],
    ['no sign-in', { request: { headers: asJson } }, /no sign-in/],
    [
      'an answer with an unknown field',
      { answer: { status: 201, json: { type: 'folder', id: '1', nme: 'M' } } },
      /"nme"/,
    ],
    ['an answer with a wrong value', { answer: { status: 201, json: { type: 'file', id: '1' } } }, /\/type/],
    ['an answer without a body', { answer: { status: 201 } }, /without JSON/],
  ])('with %s is reported', async (_, changes, sentence) => {
    const found = await judged(changes)
    expect(found.length).toBeGreaterThan(0)
    expect(found.join('\n')).toMatch(sentence)
  })

  test('with a header that is missing is reported, and one that is JSON is read', async () => {
    const judge = await judgeOf(dropbox)
    const headers = { authorization: 'Bearer x', 'content-type': 'application/octet-stream' }
    const request = (argument?: object): FakeRequest => ({
      ...{ method: 'POST', path: '/2/files/upload', rawPath: '/2/files/upload', origin: '' },
      ...{ query: new URLSearchParams(), body: fakeBytes('x') },
      headers: { ...headers, ...(argument ? { 'dropbox-api-arg': JSON.stringify(argument) } : {}) },
    })
    const answer = { status: 401, json: { error_summary: '', error: { '.tag': 'expired_access_token' } } }
    expect(judge({ request: request(), answer })).toEqual([expect.stringContaining("'dropbox-api-arg'")])
    expect(judge({ request: request({ path: '/a.pdf', mode: 'add' }), answer })).toEqual([])
    const wrong = judge({ request: request({ path: 'a.pdf', mde: 'add' }), answer })
    expect(wrong.join('\n')).toMatch(/additionalProperty":"mde"/)
    expect(wrong.join('\n')).toMatch(/path must match pattern/)
  })

  test('with signs in its path that mean something in regular expressions is compared', async () => {
    const judge = await judgeOf(sharePointServer)
    const site = '/sites/Litigation'
    const call = (path: string, query: Record<string, string>): readonly string[] => {
      const rawPath = `${site}/_api/web/${path}`
      const request: FakeRequest = {
        ...{ method: 'GET', path: rawPath, rawPath, headers: { authorization: 'Basic x' }, origin: '' },
        ...{ query: new URLSearchParams(query), body: fakeBytes() },
      }
      return judge({
        request,
        answer: { status: 404, json: { 'odata.error': { code: '-1, x', message: { value: '' } } } },
      })
    }
    expect(call('getFileByServerRelativeUrl(@p)/$value', { '@p': `'${site}/a (1).pdf'` })).toEqual([])
    expect(call("lists(guid'2f1d8d6a')/fields", {})).toEqual([])
    expect(call('getFileByServerRelativeUrl(@p)/$value', {})).toEqual([expect.stringContaining("'@p'")])
    expect(call('getFileByServerRelativeUrl(@p)/value', {})).toEqual([expect.stringMatching(/publishes no GET/)])
  })

  test('with a status that is not published is reported', async () => {
    const judge = await judgeOf(clio)
    const path = '/api/v4/documents/7.json'
    const request: FakeRequest = {
      ...{ method: 'DELETE', path, rawPath: path, headers: {}, origin: '' },
      ...{ query: new URLSearchParams(), body: fakeBytes() },
    }
    expect(judge({ request, answer: { status: 204 } })).toEqual([])
    expect(judge({ request, answer: { status: 202 } })).toEqual([expect.stringContaining('only 204, 409')])
  })
})
