import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeOf } from '../testing/answer-judge.ts'
import { openTestApi, type TestApi, type TestRole, testRoles } from '../testing/api.ts'
import { makeExamples } from '../testing/examples.ts'
import { type ApiOperation, type HostileRequest, hostileRequest } from '../testing/hostile-requests.ts'
import { isLongRun } from '../testing/long-run.ts'
import type { JsonSchema } from './openapi/operation.ts'
import { productRoutes } from './routes.ts'

type Json = { readonly [key: string]: Json }

const rounds = isLongRun ? 20 : 2
const callsOfRound = isLongRun ? 1_000 : 300

/** A stream never ends, and after logging out there is nothing left to try. */
const left = /\/events$|\/auth\/log-?out|\/sessions?\b/

test(`none of ${rounds * callsOfRound} requests generated from the OpenAPI document fails or is answered in an undocumented way`, async () => {
  const seed = Date.now() & 0x7fffffff
  process.stdout.write(`The requests of the fuzz have the seed ${seed}.\n`)
  for (let round = 0; round < rounds; round++) await askAll(seed + round)
}, 3_600_000)

/** Uses its own installation, so that what the calls did to roles and people is gone afterward. */
async function askAll(seed: number): Promise<void> {
  const api = await openTestApi({ register: productRoutes })
  try {
    const { text } = await api.call({ url: '/api/v1/openapi.json' })
    const document = JSON.parse(text) as Json
    const judge = judgeOf(text)
    const ids = await someIds(api)
    const requests = fc.record({
      request: hostileRequest(operationsOf(document), { ids, resolve: (schema) => resolve(document, schema) }),
      as: fc.oneof(
        { weight: 8, arbitrary: fc.constant('Administrator' as const) },
        { weight: 2, arbitrary: fc.constantFrom(undefined, ...testRoles) },
      ),
    })
    const findings = new Map<string, string>()
    for (const { request, as } of fc.sample(requests, { numRuns: callsOfRound, seed })) {
      const answer = await ask(api, request, as)
      const { method, path } = request.operation
      const failure = answer.status === 500 ? [`it fails: ${answer.why}`] : judge({ method, path }, answer)
      for (const sentence of failure) {
        const known = `${method} ${path}: ${sentence.slice(0, 60)}`
        if (!findings.has(known))
          findings.set(
            known,
            `${request.url.slice(0, 300)} ${String(request.payload ?? '').slice(0, 300)}: ${sentence}`,
          )
      }
    }
    expect([...findings.values()], `seed ${seed}`).toEqual([])
  } finally {
    await api.close()
  }
}

async function ask(api: TestApi, request: HostileRequest, as: TestRole | undefined) {
  const logged = api.logged().length
  const answer = await api.app.inject({
    method: request.operation.method as 'GET',
    url: request.url,
    headers: {
      host: 'one.example',
      ...(as ? { authorization: `Bearer ${await api.tokenOf(as)}` } : {}),
      ...request.headers,
    },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  })
  const why = answer.statusCode === 500 ? api.logged().slice(logged, logged + 3_000) : ''
  return { status: answer.statusCode, headers: answer.headers, body: answer.body, why }
}

function operationsOf(document: Json): readonly ApiOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(() => !left.test(path))
      .map(([method, operation]) => {
        const content = operation.requestBody?.content
        return {
          method: method.toUpperCase(),
          path,
          parameters: Object.values(operation.parameters ?? {}) as unknown as ApiOperation['parameters'],
          body: content?.['application/json']?.schema ?? (content && { type: 'string' }),
          takesProtobuf: content?.['application/x-protobuf'] !== undefined,
        }
      }),
  )
}

/** Returns IDs of records of both firms, and IDs that don't exist. */
async function someIds(api: TestApi): Promise<readonly string[]> {
  const { idOfNew } = makeExamples(api)
  const made: string[] = []
  for (const name of ['case', 'timekeeper', 'email_template', 'notice_format', 'storage_policy', 'notification_rule'])
    made.push(await idOfNew(name))
  const nobodys = ['00000000-0000-7000-8000-000000000000', 'cand', '1']
  return [...made, api.userIds[1]['View Only'], api.userIds[2].Administrator, ...nobodys]
}

function resolve(document: Json, schema: JsonSchema): JsonSchema {
  const { $ref, allOf, ...own } = schema as JsonSchema & { $ref?: string; allOf?: readonly JsonSchema[] }
  const parts = [...(allOf ?? []), ...($ref === undefined ? [] : [atPath(document, $ref) as JsonSchema])]
  return parts.map((part) => resolve(document, part)).reduce((all, part) => Object.assign({}, part, all), own)
}

function atPath(document: Json, reference: string): Json | undefined {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((part, name) => part?.[name], document)
}
