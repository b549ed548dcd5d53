import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDemoWorld } from './demo/make-demo-world.ts'
import { makeWorld, type World } from './world.ts'

interface WorldInput {
  seed: string | number
  /** The folder that outlives the process, if any. */
  folder: string | undefined
  /** The day from which the world's dates are counted at its first start. */
  asOf: Date
}

/**
 * Returns the demo's world. With a folder, the day of the first start is saved there, so that cases and numbers stay
 * the same; a folder without it was started with the world of every other profile, and keeps that.
 */
export async function openDemoWorld({ seed, folder, asOf }: WorldInput): Promise<World> {
  if (folder === undefined) return makeDemoWorld(seed, asOf)
  const place = join(folder, `seed-${encodeURIComponent(String(seed))}`)
  const known = await readText(join(place, 'as-of.txt'))
  if (known !== undefined) return makeDemoWorld(seed, new Date(known.trim()))
  if ((await readText(join(place, 'key.json'))) !== undefined) return makeWorld(seed)
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'as-of.txt'), asOf.toISOString())
  return makeDemoWorld(seed, asOf)
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
