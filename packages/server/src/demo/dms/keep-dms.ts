import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { digestOf, type FakeBytes, piecesOf } from '@courtcrier/connectors/testing/fake-bytes.ts'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import type { DmsService } from './dms-service.ts'

/** A folder or a document as it is written down; its bytes are in a file named by their hash. */
interface KeptEntry {
  id: string
  name: string
  parentId: string
  facts: Record<string, unknown>
  sha256: string | null
}

/** Keeps what is in the demo's services, so that the next start continues from there. */
export interface DmsKeeper {
  /** Puts back what an earlier run kept. */
  load: () => Promise<void>
  /** Writes everything down a moment after the last change. */
  note: () => void
  /** Writes down what has not been written yet. */
  flush: () => Promise<void>
}

/** A burst of changes is written once. */
const pauseMs = 500

export function openDmsKeeper(folder: string, services: readonly DmsService[]): DmsKeeper {
  const written = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve()
  const save = () => {
    timer = undefined
    saving = saving.then(() => saveAll(folder, services, written))
    return saving
  }
  return {
    load: () => loadAll(folder, services, written),
    note() {
      timer ??= setTimeout(() => void save().catch(() => undefined), pauseMs)
    },
    async flush() {
      if (timer === undefined) return saving
      clearTimeout(timer)
      await save()
    },
  }
}

async function loadAll(folder: string, services: readonly DmsService[], written: Set<string>): Promise<void> {
  await mkdir(path.join(folder, 'files'), { recursive: true })
  for (const { key, tree } of services)
    for (const { sha256, ...entry } of await readKept(path.join(folder, `${key}.json`))) {
      const bytes = sha256 === null ? undefined : await readFile(path.join(folder, 'files', sha256))
      if (sha256 !== null) written.add(sha256)
      if (!tree.find(entry.id)) tree.add({ ...entry, bytes })
    }
}

async function readKept(file: string): Promise<KeptEntry[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KeptEntry[]
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function saveAll(folder: string, services: readonly DmsService[], written: Set<string>): Promise<void> {
  for (const { key, tree } of services) {
    const kept: KeptEntry[] = []
    for (const { id, name, parentId = tree.root.id, facts, bytes } of tree.below(tree.root.id))
      kept.push({ id, name, parentId, facts, sha256: bytes ? await saveBytes(folder, bytes, written) : null })
    const file = path.join(folder, `${key}.json`)
    await writeFile(`${file}.part`, JSON.stringify(kept))
    await rename(`${file}.part`, file)
  }
}

const hashes = new WeakMap<FakeBytes, string>()

async function saveBytes(folder: string, bytes: FakeBytes, written: Set<string>): Promise<string> {
  const sha256 = hashes.get(bytes) ?? digestOf(bytes, 'sha256').toString('hex')
  hashes.set(bytes, sha256)
  if (written.has(sha256)) return sha256
  const file = path.join(folder, 'files', sha256)
  await writeFile(`${file}.part`, piecesOf(bytes))
  await rename(`${file}.part`, file)
  written.add(sha256)
  return sha256
}
