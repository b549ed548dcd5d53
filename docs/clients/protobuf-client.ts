// A program of an integrator that speaks protobuf. Its messages are generated from courtcrier.proto:
//   protoc --es_out=. --es_opt=target=js+dts courtcrier.proto
//   node protobuf-client.ts https://notices.example.com me@example.com password
import {
  create,
  fromBinary,
  type Message,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import type { GenMessage } from '@bufbuild/protobuf/codegenv2'
import { ChangePasswordSchema, Client_Status, ClientListSchema, ClientSchema, FirmSchema } from './courtcrier_pb.js'

const type = 'application/protobuf'
const [baseUrl = '', username = '', password = ''] = process.argv.slice(2)

const login = await fetch(`${baseUrl}/api/v1/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username, password }),
})
const { access_token: token, user } = (await login.json()) as { access_token: string; user: { id: string } }

const firm = fromBinary(FirmSchema, await call('GET', '/firm'))
const made = await write(ClientSchema, 'POST', '/client', {
  name: 'Wire & Sons',
  number: 'PB-1',
  openDate: '2026-03-02',
})
// 8 is the number of open_date: a field that is named as empty is cleared, one that is absent stays.
const changed = await write(ClientSchema, 'PUT', `/client/${made.id}`, {
  status: Client_Status.CLIENT_STATUS_CLOSED,
  empty: [8],
})
const { clients } = fromBinary(ClientListSchema, await call('GET', '/client/search?freeText=wire'))
const request = create(ChangePasswordSchema, { currentPassword: password, newPassword: `${password} and more` })
await call('PUT', `/auth/${user.id}/change-password`, toBinary(ChangePasswordSchema, request))

console.log(
  JSON.stringify({
    firm: firm.name,
    isDated: [made.openDate !== undefined, changed.openDate !== undefined],
    status: changed.status === undefined ? undefined : Client_Status[changed.status],
    listed: clients.map(({ number }) => number),
  }),
)

/** Writes a record and returns it as it is then. */
async function write<Shape extends Message>(
  schema: GenMessage<Shape>,
  method: string,
  path: string,
  values: MessageInitShape<GenMessage<Shape>>,
): Promise<MessageShape<GenMessage<Shape>>> {
  return fromBinary(schema, await call(method, path, toBinary(schema, create(schema, values))))
}

async function call(method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const headers = { accept: type, authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) }
  const answer = await fetch(`${baseUrl}/api/v1${path}`, { method, headers, ...(body && { body }) })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}
