import { randomUUID } from 'node:crypto'
import { type FakeBytes, fakeBytes } from './fake-bytes.ts'

/** A folder or a file that a fake service keeps. */
export interface FakeEntry {
  id: string
  name: string
  /** Undefined for the root. */
  parentId: string | undefined
  /** Undefined for a folder. */
  bytes: FakeBytes | undefined
  /** What the service keeps with it besides. */
  facts: Record<string, unknown>
}

/** One that is to be added. */
interface NewEntry extends Pick<FakeEntry, 'name' | 'parentId'>, Partial<Pick<FakeEntry, 'id' | 'facts'>> {
  bytes: Uint8Array | FakeBytes | undefined
}

/** Folders and files, as a service that goes by IDs sees them. */
export interface FakeTree {
  root: FakeEntry
  find: (id: string) => FakeEntry | undefined
  children: (parentId: string) => FakeEntry[]
  child: (parentId: string, name: string) => FakeEntry | undefined
  add: (entry: NewEntry) => FakeEntry
  /** An ID that no entry has. */
  newId: () => string
  /** Everything below an entry, parents before what is in them. */
  below: (id: string) => FakeEntry[]
  /** Removes an entry and everything below it. */
  remove: (id: string) => void
  /** Finds by a path from the root. */
  at: (path: string) => FakeEntry | undefined
  /** The path of an entry from the root; empty for the root. */
  pathOf: (entry: FakeEntry) => string
  /** Creates the folders of a path where they don't exist, and returns the last. */
  makeFolders: (path: string) => FakeEntry
}

interface TreeOptions {
  rootId?: string
  /** Whether names that differ only in case are the same to the service. */
  ignoresCase?: boolean
  makeId?: () => string
}

export function openFakeTree({
  rootId = 'root',
  ignoresCase = false,
  makeId = randomUUID,
}: TreeOptions = {}): FakeTree {
  const root: FakeEntry = { id: rootId, name: '', parentId: undefined, bytes: undefined, facts: {} }
  const entries = new Map([[rootId, root]])
  const inFolder = new Map<string, Map<string, FakeEntry>>()
  const plain = (name: string) => (ignoresCase ? name.toLowerCase() : name)
  const children = (parentId: string) => [...(inFolder.get(parentId)?.values() ?? [])]
  const tree: FakeTree = {
    root,
    find: (id) => entries.get(id),
    children,
    child: (parentId, name) => children(parentId).find((each) => plain(each.name) === plain(name)),
    add(entry) {
      const bytes = entry.bytes && fakeBytes(entry.bytes)
      const added = { facts: {}, ...entry, bytes, id: entry.id ?? tree.newId() }
      entries.set(added.id, added)
      const parent = added.parentId ?? ''
      inFolder.set(parent, (inFolder.get(parent) ?? new Map()).set(added.id, added))
      return added
    },
    newId() {
      for (;;) {
        const id = makeId()
        if (!entries.has(id)) return id
      }
    },
    below: (id) => children(id).flatMap((each) => [each, ...tree.below(each.id)]),
    remove(id) {
      for (const { id: below } of children(id)) tree.remove(below)
      inFolder.get(entries.get(id)?.parentId ?? '')?.delete(id)
      entries.delete(id)
    },
    at(path) {
      let entry: FakeEntry | undefined = root
      for (const name of path.split('/').filter(Boolean)) entry = entry && tree.child(entry.id, name)
      return entry
    },
    pathOf(entry) {
      const above = entries.get(entry.parentId ?? '')
      const folder = above ? tree.pathOf(above) : ''
      return folder === '' ? entry.name : `${folder}/${entry.name}`
    },
    makeFolders(path) {
      let entry = root
      for (const name of path.split('/').filter(Boolean))
        entry = tree.child(entry.id, name) ?? tree.add({ name, parentId: entry.id, bytes: undefined })
      return entry
    },
  }
  return tree
}
