import { unzipSync } from 'fflate'

/** The size of all files of a ZIP archive once unpacked, as its directory states; undefined if it is no archive. */
export function findUnzippedBytes(bytes: Uint8Array): number | undefined {
  let size = 0
  try {
    // The filter sees each entry of the directory, and nothing is unpacked.
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize
        return false
      },
    })
  } catch {
    return undefined
  }
  return size
}
