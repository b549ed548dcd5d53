import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { connectorKinds } from './registry.ts'

test('every folder next to the registry is a connector that it lists', async () => {
  const entries = await readdir(new URL('.', import.meta.url), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  expect(connectorKinds.map((kind) => kind.name).toSorted()).toEqual(folders.toSorted())
})

test('the clients of connectors are loaded when first used, not when the server starts', async () => {
  const loaded = await packagesLoadedBy(new URL('../../main.ts', import.meta.url))
  expect(loaded).toContain('fastify')
  expect(loaded.filter((name) => /^@aws-sdk|^@smithy|^ssh2/.test(name))).toEqual([])
  expect(await packagesLoadedBy(new URL('./s3/open-s3.ts', import.meta.url))).toContain('@aws-sdk/client-s3')
})

/** The packages that a separate process has loaded once it has imported the module. */
async function packagesLoadedBy(module: URL): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      load: (url, context, next) => {
        const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
        if (name) loaded.add(name)
        return next(url, context)
      },
    })
    await import(${JSON.stringify(module.href)})
    console.log(JSON.stringify([...loaded]))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout)
}
