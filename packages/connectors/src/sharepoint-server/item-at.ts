import type { WebOptions } from './web.ts'

/** The call for a folder or file. Only the newer form takes these signs, and only newer servers have it. */
export function itemAt(kind: 'File' | 'Folder', path: string): Required<Pick<WebOptions, 'texts'>> & { call: string } {
  const call = /[#%]/.test(path)
    ? `/get${kind}ByServerRelativePath(decodedurl=@p)`
    : `/get${kind}ByServerRelativeUrl(@p)`
  return { call, texts: { p: path } }
}
