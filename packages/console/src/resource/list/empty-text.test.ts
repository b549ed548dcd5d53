import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { expect, test } from 'vitest'
import { emptyListText } from './empty-text.ts'

/** Without a list: the firm is one record, and views are a menu. */
const withoutList = ['firm', 'saved_view']

test('each empty list says in a sentence of its own what it is for', () => {
  const lists = resources.filter(({ name }) => !withoutList.includes(name))
  expect(lists.filter((resource) => !/ .*\.$/.test(emptyListText(resource))).map(({ name }) => name)).toEqual([])
})

test('an empty list of credentials names the DMS and what to do with one', () => {
  const texts = credentialKinds.map((name) => emptyListText({ name }))
  expect(texts.filter((text) => !text.includes('choose it in a storage policy'))).toEqual([])
  expect(emptyListText({ name: 'box_client_credential' })).toContain('save documents to Box. Add')
  expect(emptyListText({ name: 'imanage_server_credential' })).toContain('save documents to iManage Work. Add')
})
