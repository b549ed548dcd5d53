import type { Connector, Problem } from '../connector.ts'
import type { FakeTree } from './fake-tree.ts'

/** The part of a fake's folders that is below one of them. */
export function treeBelow(tree: FakeTree, folder: string): FakeTree {
  return {
    ...tree,
    root: tree.makeFolders(folder),
    at: (path) => tree.at(`${folder}/${path}`),
    makeFolders: (path) => tree.makeFolders(`${folder}/${path}`),
  }
}

/** A connector that saves below a folder, for a service whose root takes no files. */
export function connectorBelow(connector: Connector, folder: string): Connector {
  const below = (path: string) => (path === '' ? folder : `${folder}/${path}`)
  return {
    ensureFolder: async (path, options) => asSeenBelow(await connector.ensureFolder(below(path), options), folder),
    put: async (file) => asSeenBelow(await connector.put({ ...file, path: below(file.path) }), folder),
    exists: (path) => connector.exists(below(path)),
    link: (path) => connector.link(below(path)),
    check: () => connector.check(),
  }
}

function asSeenBelow<T extends object>(result: T | Problem, folder: string): T | Problem {
  return 'problem' in result ? { ...result, sentence: result.sentence.replaceAll(`${folder}/`, '') } : result
}
