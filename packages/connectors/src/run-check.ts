import { createHash, randomUUID } from 'node:crypto'
import { type CheckStep, type CheckStepName, checkStepNames } from '@courtcrier/contract/credential-test.ts'
import type { Connector, FileToStore, Problem } from './connector.ts'
import { guarded } from './problems.ts'

/** The steps that only the connector knows; a test's other steps are the same as for every copy. */
export interface CheckParts extends Pick<Connector, 'ensureFolder' | 'put' | 'link'> {
  /** Reaches the location and signs in. */
  connect: () => Promise<void>
  /** What should be mended although copies are saved; asked once `connect` is done. */
  remark?: () => Promise<string | undefined>
  /** Reads the bytes at a path. */
  read: (path: string) => Promise<Uint8Array>
  /** Removes a file, or an empty folder. */
  remove: (path: string) => Promise<void>
  /** The problem an error means. */
  translate: (error: unknown) => Problem | undefined
  /** Why nothing is written for a test, if it can't be; asked once `connect` is done. */
  untestable?: () => string | undefined
}

/**
 * Tests a location as a person would: each step once, and none after a failure, except that what was written is
 * removed.
 */
export async function runCheck(parts: CheckParts): Promise<readonly CheckStep[]> {
  const folder = `courtcrier-test-${randomUUID().slice(0, 8)}`
  const file = testFile(`${folder}/test.txt`)
  const steps: CheckStep[] = []
  let isMade = false
  let link: string | undefined
  const noted = {
    ...parts,
    put: async (each: FileToStore) => {
      const stored = await parts.put(each)
      if ('wasThere' in stored) link = stored.link
      return stored
    },
    link: (path: string) => link ?? parts.link(path),
  }
  for (const step of checkStepNames) {
    const untestable = steps[0]?.state === 'ok' ? parts.untestable?.() : undefined
    if (untestable !== undefined) {
      steps.push({ step, state: 'skipped', sentence: untestable })
      continue
    }
    const hasFailed = steps.some(({ state }) => state === 'failed')
    if (hasFailed && !(step === 'delete' && isMade)) {
      steps.push({ step, state: 'skipped', sentence: 'Not tried, because an earlier step failed.' })
      continue
    }
    const result = await guarded(() => runStep(noted, step, { folder, file }), parts.translate)
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
    const remark = await parts.remark?.()
    const reached = 'The DMS was reached, and it accepted the sign-in.'
    return remark === undefined ? reached : `${reached} ${remark}`
  }
  if (step === 'folder') return sentenceOf(await parts.ensureFolder(folder), `The folder ${folder} exists.`)
  if (step === 'write') return sentenceOf(await parts.put(file), 'A small file was written.')
  if (step === 'read') return readBack(parts, file)
  if (step === 'link') {
    const link = parts.link(file.path)
    return link ? `People open files at addresses such as ${link}` : 'Files have no address that a browser opens.'
  }
  await parts.remove(file.path)
  await parts.remove(folder)
  return 'The file and the folder were removed.'
}

async function readBack({ read }: CheckParts, file: FileToStore): Promise<string | Problem> {
  const bytes = await read(file.path)
  if (sha256Of(bytes) === file.sha256) return 'The file was read back as it was written.'
  return { problem: 'rejected', sentence: 'The file that was read back is not the one that was written.' }
}

function sentenceOf(result: object | Problem, sentence: string): string | Problem {
  return 'problem' in result ? result : sentence
}

function failed(step: CheckStepName, { problem, sentence, inTest, isPassing }: Problem): CheckStep {
  const told = inTest ?? `${sentence} ${advice[step][problem] ?? advice[step].other}`.trim()
  // A DMS that is busy says nothing about the credential, whichever call it says it at.
  const isBusy = problem === 'throttled'
  return { step, state: 'failed', sentence: told, ...(isPassing || isBusy ? { isPassing: true } : {}) }
}

type Advice = Partial<Record<Problem['problem'], string>> & { other: string }

const permission = 'Give the account the right to do it there.'
const later = { throttled: 'Test again later.', transient: 'Test again once it is fixed.' }
const advice: Readonly<Record<CheckStepName, Advice>> = {
  connect: { ...later, auth: 'Check the address, the account and its secrets.', other: 'Check the address.' },
  folder: { ...later, auth: permission, other: 'Check the folder.' },
  write: { ...later, auth: permission, other: 'Check the folder.' },
  read: { ...later, auth: permission, other: '' },
  link: { other: '' },
  delete: {
    ...later,
    auth: `${permission} Copies are saved without it, but what was written for this test stays.`,
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
