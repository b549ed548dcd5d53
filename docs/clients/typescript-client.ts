// A program of an integrator in TypeScript. Its types are generated from the description of the installation it calls:
//   npx openapi-typescript https://notices.example.com/api/v1/openapi.json --default-non-nullable false -o openapi.ts
//   node typescript-client.ts https://notices.example.com me@example.com password
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi.ts'

type Problem = components['schemas']['Problem']
/** Of the types that a record may have. */
type Json = `application/${'json' | 'problem+json'}`

const [baseUrl = '', username = '', password = ''] = process.argv.slice(2)
const courtcrier = createClient<paths, Json>({ baseUrl })

const { data: session, error: refused } = await courtcrier.POST('/api/v1/auth/login', { body: { username, password } })
if (!session) throw failed(refused)
// Programs that run by themselves use an API key instead: a user may have a second factor.
if (!('access_token' in session)) throw new Error('This user is asked for a second factor.')
const { access_token: token } = session
courtcrier.use({
  onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`),
})

// Carried out once, however often it is sent: after a lost connection, the answer is the first one.
const create = () =>
  courtcrier.POST('/api/v1/client', {
    params: { header: { 'idempotency-key': 'harbor-freight' } },
    body: { name: 'Harbor Freight Co.', number: 'TS-1', open_date: '2026-03-02' },
  })
const { data: made, error: notMade } = await create()
if (!made?.id) throw failed(notMade)
const { response: again } = await create()

// Changed only if no one else has since: `etag` is the version that was read.
const path = { id: made.id }
const { data: read, response } = await courtcrier.GET('/api/v1/client/{id}', { params: { path } })
const version = response.headers.get('etag') ?? ''
const change = (name: string) =>
  courtcrier.PUT('/api/v1/client/{id}', { params: { path, header: { 'if-match': version } }, body: { name } })
await change('Harbor Freight')
const { error: conflict } = await change('Harbour Freight')

// Every record that has changed since the last time, however many pages that takes.
const changed: string[] = []
for (let cursor = ''; ; ) {
  const {
    data,
    error,
    response: page,
  } = await courtcrier.GET('/api/v1/client/search', {
    params: { query: { cursor, max: 2 } },
  })
  if (!data) throw failed(error)
  changed.push(...(data.clients ?? []).flatMap(({ number }) => number ?? []))
  cursor = page.headers.get('x-next-cursor') ?? cursor
  if ((data.clients ?? []).length < 2) break
}

// A filter that would be too long for an address.
const numbers = Array.from({ length: 200 }, (_, n) => `TS-${n}${'0'.repeat(80)}`)
const { data: found } = await courtcrier.POST('/api/v1/client/search', {
  body: { filters: [{ field: 'number', in: ['TS-1', ...numbers.slice(1)] }] },
})

console.log(
  JSON.stringify({
    isReplayed: again.headers.get('idempotency-replayed'),
    name: read?.name,
    conflict: conflict?.code,
    changed,
    found: found?.clients?.map(({ name }) => name),
  }),
)

function failed(problem: Problem | undefined): Error {
  return new Error(problem?.detail)
}
