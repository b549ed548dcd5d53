// biome-ignore lint/style/noRestrictedImports: the only use
import { lazy as lazyOfReact } from 'react'
import { isReached, untilReached } from './reach.ts'

/** Works like React's `lazy`, but waits for a lost connection: React would never load the part again. */
export const lazy: typeof lazyOfReact = (load) => lazyOfReact(() => loadWhenReached(load))

/**
 * Loads a part of the console, as soon as the server can be reached. Throws if it responds and the part still can't be
 * loaded, as after an upgrade.
 */
export async function loadWhenReached<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    // The error of a failed import doesn't say why.
    if (await isReached()) throw cause
    await untilReached()
    return loadWhenReached(load)
  }
}
