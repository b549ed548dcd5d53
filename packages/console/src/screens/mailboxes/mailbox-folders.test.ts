import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { administratorRole as role } from '@courtcrier/contract/resources/system-roles.ts'
import { keptSecret } from '@courtcrier/contract/secrets.ts'
import { expect, test } from 'vitest'
import { askedFolders, foldersLike } from './mailbox-folders.ts'

const row = { id: 'm', name: 'Notices', service: 'PASSWORD', folder: 'INBOX', password: keptSecret }

test('the folders of a new mailbox are asked for with all that is entered but what is chosen of them', () => {
  const values = { ...row, folder: 'Court', doneFolder: 'Done', readFrom: 'soon', password: 'p' }
  const { id, mailbox: sent = {} } = askedFolders(values, { resource: mailbox, role, row: {}, isNew: true })
  expect(id).toBeUndefined()
  expect(sent).toMatchObject({ name: 'Notices', service: 'PASSWORD', password: 'p' })
  expect(Object.keys(sent).filter((key) => ['folder', 'doneFolder', 'readFrom'].includes(key))).toEqual([])
})

test('those of a saved mailbox are asked for with what is changed, and without the secret that is not shown', () => {
  const scope = { resource: mailbox, role, row, isNew: false }
  expect(askedFolders({ ...row, folder: 'Court' }, scope)).toEqual({ id: 'm', mailbox: {} })
  expect(askedFolders({ ...row, server: 'imaps://x.example' }, scope)).toEqual({
    id: 'm',
    mailbox: { server: 'imaps://x.example' },
  })
})

test('folders are found by any part of their path', () => {
  const options = ['INBOX', 'Court/Notices', 'Archive/court'].map((label) => ({ label, value: label }))
  const found = foldersLike(' COURT ', options)
  expect(found.map((option) => ('label' in option ? option.label : ''))).toEqual(['Court/Notices', 'Archive/court'])
})
