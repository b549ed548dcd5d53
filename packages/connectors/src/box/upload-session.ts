import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, Target } from '../connector-by-id.ts'
import { problemError } from '../problems.ts'
import { partsOf } from '../ways/parts.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import type { BoxAccess } from './box-access.ts'
import { passingProblem } from './box-problem.ts'

const sessionForm = z.object({ id: z.string(), part_size: z.number().check(z.positive()) })
const partForm = z.object({ part_id: z.string(), offset: z.number(), size: z.number(), sha1: z.optional(z.string()) })
const partsForm = z.object({ entries: z.array(partForm), total_count: z.optional(z.number()) })

type Session = z.output<typeof sessionForm> & Target
type Part = z.output<typeof partForm>

interface Uploading extends BoxAccess {
  /** The file that an answer tells; undefined if the name is taken. */
  foundOf: (answer: ApiAnswer, what: string) => FoundFile | undefined
}

/**
 * Uploads a large file piece by piece. Nothing is seen until it is committed; after a crash the next attempt asks which
 * pieces are there and sends the others. Box keeps a session for seven days.
 */
export async function uploadInParts(
  file: FileToStore,
  target: Target,
  options: Uploading,
): Promise<FoundFile | undefined> {
  const { place, uploads, foundOf } = options
  const key = { ...place, idempotencyKey: file.idempotencyKey }
  const kept = keptForm.safeParse(await uploads.find(key)).data
  const isKept = kept?.folderId === target.folderId && kept.name === target.name
  const there = isKept ? await findParts(kept, options) : undefined
  const session = kept && there ? kept : await beginSession(file, target, options)
  if (!session) return undefined
  if (session !== kept) await uploads.keep(key, session)
  const done = await sendParts(file, { session, there: there ?? [], options })
  const what = `completing "${target.name}"`
  const answer = await commit(done, { session, options, what })
  // What was sent isn't what Box has, so it is sent again.
  if (answer.status === 412) {
    await uploads.forget(key)
    throw passingProblem(answer, what)
  }
  // Of a conflict that passes, the session is continued.
  const found = foundOf(answer, what)
  await uploads.forget(key)
  return found
}

const keptForm = z.extend(sessionForm, { folderId: z.string(), name: z.string() })

/** Undefined if the name is taken. */
async function beginSession(
  file: FileToStore,
  { folderId, name }: Target,
  { api, hosts, foundOf }: Uploading,
): Promise<Session | undefined> {
  const what = `beginning to write "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: `${hosts.upload}/api/2.0/files/upload_sessions`,
    what,
    meant: [409],
    body: { json: { folder_id: folderId, file_name: name, file_size: file.size } },
  })
  if (answer.status === 409) {
    // Throws for a conflict that isn't about the name, such as one about space.
    foundOf(answer, what)
    return undefined
  }
  return { ...readAnswer(sessionForm, answer, what), folderId, name }
}

/** Box takes 10,000 parts, and lists a thousand at a time. */
const mostPages = 20

/** The pieces that a session has; undefined if there is no such session any more. */
async function findParts(session: Session, { api, hosts }: Uploading): Promise<Part[] | undefined> {
  const what = `continuing to write "${session.name}"`
  const parts: Part[] = []
  for (let page = 0; page < mostPages; page++) {
    const answer = await api.call({
      method: 'GET',
      url: `${sessionUrl(hosts.upload, session)}/parts?limit=1000&offset=${parts.length}`,
      what,
      meant: [404, 410],
    })
    if (answer.status === 404 || answer.status === 410) return undefined
    const { entries, total_count: total = 0 } = readAnswer(partsForm, answer, what)
    parts.push(...entries)
    if (entries.length === 0 || parts.length >= total) return parts
  }
  throw problemError('transient', `Box's list has no end at ${what}.`)
}

interface Sending {
  session: Session
  there: readonly Part[]
  options: Uploading
}

interface Sent {
  parts: readonly Part[]
  /** Of the whole file, in Base64. */
  sha1: string
}

async function sendParts(file: FileToStore, { session, there, options }: Sending): Promise<Sent> {
  const whole = createHash('sha1')
  const byOffset = new Map(there.map((part) => [part.offset, part]))
  const parts: Part[] = []
  for await (const { start, bytes } of partsOf(file, { size: session.part_size })) {
    whole.update(bytes)
    const known = byOffset.get(start)
    const isThere = known?.size === bytes.byteLength && known.sha1 === sha1(bytes, 'hex')
    parts.push(isThere ? known : await sendPart(bytes, { session, start, size: file.size, options }))
  }
  return { parts, sha1: whole.digest('base64') }
}

async function sendPart(
  bytes: Buffer,
  {
    session,
    start,
    size,
    options: { api, hosts },
  }: { session: Session; start: number; size: number; options: Uploading },
): Promise<Part> {
  const what = `writing a part of "${session.name}"`
  const answer = await api.call({
    method: 'PUT',
    url: sessionUrl(hosts.upload, session),
    what,
    headers: {
      digest: `sha=${sha1(bytes, 'base64')}`,
      'content-range': `bytes ${start}-${start + bytes.byteLength - 1}/${size}`,
    },
    meant: [409, 412],
    body: { bytes: () => once(bytes), size: bytes.byteLength, type: 'application/octet-stream' },
  })
  // A part that overlaps another one or arrived changed: neither is about the file's name.
  if (answer.status === 409 || answer.status === 412) throw passingProblem(answer, what)
  return readAnswer(z.object({ part: partForm }), answer, what).part
}

/** How often a commit is asked for again while Box puts the pieces together, and how long it waits at most, in ms. */
const commits = { most: 30, longestMs: 10_000 }

async function commit(
  { parts, sha1: digest }: Sent,
  { session, options: { api, hosts }, what }: { session: Session; options: Uploading; what: string },
): Promise<ApiAnswer> {
  for (let n = 0; n < commits.most; n++) {
    const answer = await api.call({
      method: 'POST',
      url: `${sessionUrl(hosts.upload, session)}/commit`,
      what,
      meant: [409, 412],
      headers: { digest: `sha=${digest}` },
      body: { json: { parts } },
    })
    if (answer.status !== 202) return answer
    const seconds = Number(answer.headers['retry-after'] ?? 1)
    await sleep(Math.min(commits.longestMs, Math.max(0, seconds) * 1000 || 1000))
  }
  throw problemError('transient', `Box still puts "${session.name}" together.`)
}

/** Never an address from an answer: the token goes to the service's own hosts only. */
function sessionUrl(host: string, { id }: Session): string {
  return `${host}/api/2.0/files/upload_sessions/${encodeURIComponent(id)}`
}

function sha1(bytes: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHash('sha1').update(bytes).digest(encoding)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
