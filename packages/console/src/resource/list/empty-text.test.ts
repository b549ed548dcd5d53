import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { type Dictionary, renameTerms } from '@courtcrier/contract/dictionary.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { afterEach, expect, test } from 'vitest'
import { keepWords } from '../../i18n/words.ts'
import '../entity-words.ts'
import { emptyListText } from './empty-text.ts'

afterEach(() => keepWords({}))

/** Without a list: the firm is one record, and views are a menu. */
const withoutList = ['firm', 'saved_view']
const lists = resources.filter(({ name }) => !withoutList.includes(name))

/** The names of lists without a sentence of their own. */
const untold = () => lists.filter((resource) => !/ .*\.$/.test(emptyListText(resource))).map(({ name }) => name)

test('each empty list says in a sentence of its own what it is for, by the texts that it loads', async () => {
  const namesOf = (kinds: readonly Resource[]) => kinds.map(({ name }) => name)
  await import('./empty-record-text.ts')
  expect(untold()).toEqual(namesOf(lists.filter(({ access }) => access === 'firmAccess')))
  await import('./empty-settings-text.ts')
  expect(untold()).toEqual([])
})

test('an empty list of credentials names the DMS and what to do with one', () => {
  const texts = credentialKinds.map((name) => emptyListText({ name }))
  expect(texts.filter((text) => !text.includes('choose it in a storage policy'))).toEqual([])
  expect(emptyListText({ name: 'box_client_credential' })).toContain('save documents to Box. Add')
  expect(emptyListText({ name: 'imanage_server_credential' })).toContain('save documents to iManage Work. Add')
})

/** Names of records that are plain words here: people's roles at the firm, PDFs, and the courts themselves. */
const plainWords = ['document', 'envelope', 'ecfx_jurisdiction', 'department', 'location', 'import_run', 'user']

test('an empty list names the records of others as the firm does', () => {
  const own = (name: string, number: number): [string, string] => [`${name}.${['one', 'many'][number]}`, `Own${number}`]
  const renamed = resources.filter(({ name }) => !plainWords.includes(name))
  const dictionary: Dictionary = Object.fromEntries(renamed.flatMap(({ name }) => [own(name, 0), own(name, 1)]))
  keepWords(dictionary)
  const texts = lists.map(emptyListText)
  expect(texts.filter((text) => renameTerms(text, dictionary) !== text)).toEqual([])
})

test('an empty list of matters says what the firm calls clients and cases', () => {
  keepWords({ 'client.one': 'Customer', 'case.one': 'Proceeding', 'matter.one': 'File' })
  expect(emptyListText({ name: 'matter' })).toContain(
    'What the firm does for a customer. Each proceeding belongs to a file:',
  )
})
