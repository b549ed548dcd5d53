import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { driversWithProperties, kindsWithProperties, kindsWithSignIn } from '@courtcrier/contract/credential-kinds.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { expect, test } from 'vitest'
import { longTest } from '../../server/src/testing/in-long-run.ts'
import { connectorKinds } from './registry.ts'
import { settingsWith, testWays } from './testing/store-settings.ts'

test('every folder next to the registry is a connector that it lists', async () => {
  const files = await readdir(new URL('.', import.meta.url), { recursive: true })
  const folders = files.filter((file) => /^[\w-]+\/index\.ts$/.test(file)).map((file) => file.split('/')[0])
  expect(new Set(connectorKinds.map((kind) => kind.name))).toEqual(new Set(folders))
})

test('the kinds that a person signs in to are those whose connector says how', () => {
  const kinds = connectorKinds.filter(({ authorization }) => authorization).map(({ credential }) => credential)
  expect(new Set(kinds)).toEqual(new Set(kindsWithSignIn))
})

test('the kinds that store document properties are those whose connector says which, and no others', async () => {
  const storing: string[] = []
  for (const kind of connectorKinds) {
    const settings = settingsWith({ baseUrl: `${kind.name === 'sftp' ? 'sftp' : 'https'}://dms.example` })
    const { plan } = await kind.open({ firmId: 1, credentialId: kind.name, settings }, testWays())
    if (plan) storing.push(kind.driver ?? kind.credential)
  }
  expect(storing.toSorted()).toEqual([...driversWithProperties, ...kindsWithProperties].toSorted())
})

test('the page about saving names the place of document properties for every kind that stores them, and no others', async () => {
  const page = await readFile(new URL('../../../docs/storage.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| DMS \| a property is \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? []
  const named = table.split('\n').flatMap((row) => row.split('|')[1]?.split(', ') ?? [])
  const stored = [...driversWithProperties, ...kindsWithProperties].map(labelOf)
  expect(
    named
      .map((name) => name.trim())
      .filter(Boolean)
      .toSorted(),
  ).toEqual(stored.toSorted())
})

test("the help of a policy's document properties names every kind that stores none", () => {
  const help = storagePolicy.fields.documentProperties?.help ?? ''
  const storing: readonly string[] = [...driversWithProperties, ...kindsWithProperties]
  const others = connectorKinds.map(({ driver, credential }) => driver ?? credential)
  for (const name of others.filter((each) => !storing.includes(each)))
    expect(help).toContain(labelOf(name).split(' ')[0])
})

const labels: Readonly<Record<string, string>> = {
  ...credential.fields.kind?.valueLabels,
  ...genericCredential.fields.driver?.valueLabels,
}

function labelOf(name: string): string {
  return labels[name] ?? name
}

longTest('the clients of connectors are loaded when first used, not when the server starts', async () => {
  const loaded = await packagesLoadedBy(new URL('../../server/src/main.ts', import.meta.url))
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
