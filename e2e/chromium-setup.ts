import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Unpacks the Chromium of the lock file once, before tests run in parallel. The package reuses any copy it finds in the
 * temporary folder, so each version and user gets a separate folder.
 */
export default async function setUp(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const version = await versionOf(entry)
  const folder = path.join(os.tmpdir(), `courtcrier-chromium-${version}-${os.userInfo().uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = process.env.TMPDIR
  // The package reads os.tmpdir() when it unpacks.
  process.env.TMPDIR = folder
  const { default: chromium } = (await import(pathToFileURL(entry).href)) as typeof import('@sparticuz/chromium')
  process.env.COURTCRIER_TEST_CHROMIUM = await chromium.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
}

async function versionOf(entry: string): Promise<string> {
  const root = entry.slice(0, entry.lastIndexOf('@sparticuz/chromium') + '@sparticuz/chromium'.length)
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}
