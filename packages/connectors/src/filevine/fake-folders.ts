import type { FakeEntry, FakeTree } from '../testing/fake-tree.ts'

/** A project's own folder has a number of its own. */
const ownFolder = 1_000_000

/** Folders in Filevine's numbers. */
export function foldersIn(tree: FakeTree) {
  const projectOf = (entry: FakeEntry): FakeEntry => {
    const parent = tree.find(entry.parentId ?? '')
    return !parent || parent.id === 'organization' ? entry : projectOf(parent)
  }
  return {
    numberOf: (entry: FakeEntry) => Number(entry.id) + (entry.parentId === 'organization' ? ownFolder : 0),
    byNumber: (number: number) => tree.find(String(number > ownFolder ? number - ownFolder : number)),
    projectOf,
  }
}
export type FakeFolders = ReturnType<typeof foldersIn>
