import type { FakeEntry, FakeTree } from '../testing/fake-tree.ts'

/** A matter's own folder has a number of its own. */
const ownFolder = 1_000_000

export type FakePlaces = ReturnType<typeof placesIn>

/** Where things are, in Clio's numbers: a matter is the parent of nothing, but its own folder is. */
export function placesIn(tree: FakeTree) {
  const isMatter = ({ parentId }: FakeEntry) => parentId === 'account'
  const numberOf = (entry: FakeEntry) => Number(entry.id) + (isMatter(entry) ? ownFolder : 0)
  const byNumber = (number: number) => tree.find(String(number > ownFolder ? number - ownFolder : number))
  const foldersIn = (id: string): FakeEntry[] => tree.children(id).filter(({ bytes }) => !bytes)
  const below = (id: string): FakeEntry[] => foldersIn(id).flatMap((each) => [each, ...below(each.id)])
  const parentOf = ({ parentId }: FakeEntry) => {
    const parent = tree.find(parentId ?? '')
    return parent && parent.id !== 'account' ? { id: numberOf(parent), etag: '"1"', root: false } : null
  }
  return {
    parentOf,
    numberOf,
    folderOf: (entry: FakeEntry) => ({ id: numberOf(entry), etag: '"1"', name: entry.name, parent: parentOf(entry) }),
    find: ({ id, type }: { id: number; type: 'Matter' | 'Folder' }) =>
      type === 'Matter' ? tree.find(String(id)) : byNumber(id),
    foldersOf(matterId: string, withOwn: boolean): FakeEntry[] | undefined {
      const matter = tree.find(matterId)
      const isUsed = tree.children(matterId).length > 0
      return matter && [...(withOwn && isUsed ? [matter] : []), ...below(matterId)]
    },
    childrenOf(folder: string): FakeEntry[] | undefined {
      const entry = byNumber(Number(folder))
      return entry && foldersIn(entry.id)
    },
    /** Whether an entry is anywhere in a matter. */
    isWithin(entry: { parentId: string | undefined }, matterId: string): boolean {
      for (let id = entry.parentId; id !== undefined; id = tree.find(id)?.parentId) if (id === matterId) return true
      return false
    },
    byNumber,
  }
}
