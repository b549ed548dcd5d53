import { createHash, randomUUID } from 'node:crypto'
import { type CheckStep, type CheckStepName, checkStepNames } from '@courtcrier/contract/credential-test.ts'
import type { Connector, FileToStore, Problem } from './connector.ts'
import { guarded } from './problems.ts'

/** What only the connector knows to do; the other steps of a test are those of every copy. */
export interface CheckParts extends Pick<Connector, 'ensureFolder' | 'put' | 'link'> {
  /** Reaches the place and signs in. */
  connect: () => Promise<void>
  /** The bytes under a path. */
  read: (path: string) => Promise<Uint8Array>
  /** Removes a file, or a folder that is empty. */
  remove: (path: string) => Promise<void>
  /** Which problem an error is. */
  translate: (error: unknown) => Problem | undefined
}

/** Tries a place as a person would: each step once, and none after one that failed, but what was written is removed. */
export async function runCheck(parts: CheckParts): Promise<readonly CheckStep[]> {
  const folder = `courtcrier-test-${randomUUID().slice(0, 8)}`
  const file = testFile(`${folder}/test.txt`)
  const steps: CheckStep[] = []
  let isMade = false
  for (const step of checkStepNames) {
    const hasFailed = steps.some(({ state }) => state === 'failed')
    if (hasFailed && !(step === 'delete' && isMade)) {
      steps.push({ step, state: 'skipped', sentence: 'Not tried, as an earlier step failed.' })
      continue
    }
    const result = await guarded(() => runStep(parts, step, { folder, file }), parts.translate)
    if (step === 'folder' && typeof result === 'string') isMade = true
    steps.push(typeof result === 'string' ? { step, state: 'ok', sentence: result } : failed(step, result))
  }
  return steps
}

async function runStep(
  parts: CheckParts,
  step: CheckStepName,
  { folder, file }: { folder: string; file: FileToStore },
): Promise<string | Problem> {
  if (step === 'connect') {
    await parts.connect()
    return 'The place was reached, and the sign-in was accepted.'
  }
  if (step === 'folder') return sentenceOf(await parts.ensureFolder(folder), `The folder ${folder} is there.`)
  if (step === 'write') return sentenceOf(await parts.put(file), 'A small file was written.')
  if (step === 'read') return readBack(parts, file)
  if (step === 'link') {
    const link = parts.link(file.path)
    return link ? `People open files under addresses such as ${link}` : 'Files have no address that a browser opens.'
  }
  await parts.remove(file.path)
  await parts.remove(folder)
  return 'The file and the folder were removed again.'
}

async function readBack({ read }: CheckParts, file: FileToStore): Promise<string | Problem> {
  const bytes = await read(file.path)
  if (sha256Of(bytes) === file.sha256) return 'The file was read back as it was written.'
  return { problem: 'rejected', sentence: 'The file that was read back is not the one that was written.' }
}

function sentenceOf(result: object | Problem, sentence: string): string | Problem {
  return 'problem' in result ? result : sentence
}

function failed(step: CheckStepName, { problem, sentence }: Problem): CheckStep {
  return { step, state: 'failed', sentence: `${sentence} ${advice[step][problem] ?? advice[step].other}`.trim() }
}

type Advice = Partial<Record<Problem['problem'], string>> & { other: string }

const permission = 'Give the account the right to do it there.'
const later = { throttled: 'Test again later.', transient: 'Test again when it is mended.' }
const advice: Readonly<Record<CheckStepName, Advice>> = {
  connect: { ...later, auth: 'Check the address, the account and its secrets.', other: 'Check the address.' },
  folder: { ...later, auth: permission, other: 'Check the folder.' },
  write: { ...later, auth: permission, other: 'Check the folder.' },
  read: { ...later, auth: permission, other: '' },
  link: { other: '' },
  delete: {
    ...later,
    auth: `${permission} Copies are stored without it, but what was written for this test stays.`,
    other: '',
  },
}

function testFile(path: string): FileToStore {
  const bytes = Buffer.from(`Courtcrier wrote this file to test a credential on ${new Date().toISOString()}.\n`)
  const key = `test:${path}`
  return {
    path,
    idempotencyKey: key,
    attempt: 1,
    sha256: sha256Of(bytes),
    size: bytes.byteLength,
    open: () => [bytes],
    properties: {},
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
