import {
  type AnswerOf,
  type BodyOf,
  type Call,
  isBytes,
  type ParamsOf,
  type QueryOf,
  stepsType,
} from '@courtcrier/contract/calls/call.ts'
import { fromWire, toWire } from '@courtcrier/contract/calls/wire-names.ts'
import { encodeTexts, protobufTypes } from '@courtcrier/contract/wire.ts'
import { isCalledOff } from './api-failure.ts'
import { type Progress, readLines, readWithProgress } from './read-progress.ts'
import { request } from './request.ts'
import { noAnswer } from './timed-fetch.ts'
import { type FileUpload, uploadFile } from './upload.ts'

/** Input of a call: the parameters of its path, its query and its body. */
type CallInput<C extends Call> = ParamsOf<C> &
  (QueryOf<C> extends undefined ? object : { query: QueryOf<C> }) &
  (BodyOf<C> extends undefined ? object : { body: BodyOf<C> })

interface AskOptions {
  signal?: AbortSignal
  /** The content sent if the body is bytes. */
  file?: { type: string; content: BodyContent }
  /** For long work: waits for the response without a limit. */
  isPatient?: boolean
  /** Completed even if the page is left. */
  outlivesPage?: boolean
}

type BodyContent = NonNullable<Parameters<typeof request>[0]['body']>['content']

/** Makes a call and returns its answer, typed by its definition. Throws `ApiFailure` unless it succeeds. */
export async function ask<C extends Call>(
  call: C,
  input: CallInput<C>,
  { file, ...options }: AskOptions = {},
): Promise<AnswerOf<C>> {
  const { body } = input as { body?: unknown }
  const schema = call.body && !isBytes(call.body) ? call.body : undefined
  const content = schema ? bodyOf(call, schema, body) : file
  const path = addressOf(call, input)
  const response = await request({ method: call.method, path, accept: json, body: content, ...options })
  const text = await response.text()
  if (text === '' || !call.answer || isBytes(call.answer)) return undefined as AnswerOf<C>
  return fromWire(call.answer, JSON.parse(text)) as AnswerOf<C>
}

/** Makes a call that is answered in steps, and returns the whole. Throws as `ask` does, and if its answer breaks off. */
export async function askInSteps<C extends Call>(
  call: C,
  input: CallInput<C>,
  { signal, onStep }: { signal: AbortSignal; onStep: (step: AnswerOf<C>) => void },
): Promise<AnswerOf<C>> {
  const { body, answer } = call
  if (!body || isBytes(body) || !answer || isBytes(answer)) throw new Error(`${call.path} is not answered in steps`)
  const content = bodyOf(call, body, (input as { body?: unknown }).body)
  const sent = { method: call.method, path: addressOf(call, input), accept: `${stepsType}, ${json}`, body: content }
  const response = await request({ ...sent, signal, isPatient: true })
  let last: AnswerOf<C> | undefined
  try {
    for await (const line of readLines(response)) {
      last = fromWire(answer, JSON.parse(line)) as AnswerOf<C>
      onStep(last)
    }
  } catch (cause) {
    throw isCalledOff(cause) ? cause : noAnswer(cause)
  }
  if (last === undefined) throw noAnswer('an answer without a line')
  return last
}

/** Makes a call whose answer is bytes, such as a document, and returns them. Throws as `ask` does. */
export async function askBytes<C extends Call>(
  call: C,
  input: CallInput<C>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await request({ method: call.method, path: addressOf(call, input), accept: '*/*', signal })
  return onProgress ? readWithProgress(response, onProgress) : new Uint8Array(await response.arrayBuffer())
}

/** Makes a call whose body is a file, reporting progress. Throws as `ask` does. */
export async function askWithFile<C extends Call>(
  call: C,
  input: CallInput<C>,
  upload: Omit<FileUpload, 'path'>,
): Promise<AnswerOf<C>> {
  const answer = await uploadFile<unknown>({ path: addressOf(call, input), ...upload })
  return (call.answer && !isBytes(call.answer) ? fromWire(call.answer, answer) : undefined) as AnswerOf<C>
}

/** Returns the address of a call, with its parameters and query. */
export function addressOf<C extends Call>(call: C, input: CallInput<C>): string {
  const { query, body: _, ...params } = input as { query?: object; body?: unknown } & Record<string, string>
  return `/api/v1${callPath(call, params)}${queryText(call, query)}`
}

const json = 'application/json'
const [protobuf] = protobufTypes

/** Returns what is sent: the message that a call has of its own (specification, section 7), or else JSON. */
function bodyOf({ message }: Call, schema: Parameters<typeof toWire>[0], body: unknown): AskOptions['file'] {
  if (!message) return { type: json, content: JSON.stringify(toWire(schema, body)) }
  const bytes = encodeTexts(message.numbers, body as Readonly<Record<string, string>>)
  return { type: protobuf, content: bytes as Uint8Array<ArrayBuffer> }
}

function callPath({ path }: Call, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryText(call: Call, query: object | undefined): string {
  if (!call.query || !query) return ''
  const named = Object.entries(toWire(call.query, query) as object).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
