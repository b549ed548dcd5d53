import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { expect, test } from 'vitest'
import { documentExtension } from '../../outbox/copies/document-extension.ts'
import { messageForm, planCopies } from './plan-copies.ts'

const policy = (id: string, values: Partial<StoragePolicy> = {}) =>
  ({ id, name: `Policy ${id}`, storeDocuments: true, storeEmail: 'none', ...values }) as StoragePolicy
const documents = [
  { id: 'd0', fileId: 'f0' },
  { id: 'd1', fileId: null },
  { id: 'd2', fileId: 'f2' },
]
const rawMessage = { itemId: 'i', fileId: 'raw', isPart: false }

test('every retrieved document is saved, and missing ones are not', () => {
  expect(planCopies({ policies: [policy('p')], documents, rawMessage })).toEqual([
    { copyKey: 'p:d0', storagePolicyId: 'p', documentId: 'd0', fileId: 'f0' },
    { copyKey: 'p:d2', storagePolicyId: 'p', documentId: 'd2', fileId: 'f2' },
  ])
})

test('an additional policy saves its own copies, with their own keys', () => {
  const policies = [policy('p', { storeEmail: 'eml' }), policy('q', { storeDocuments: false, storeEmail: 'eml' })]
  const keys = planCopies({ policies, documents, rawMessage }).map((copy) => copy.copyKey)
  expect(keys).toEqual(['p:d0', 'p:d2', 'p:eml:i', 'q:eml:i'])
})

test('a notice to be saved as a PDF is planned as one, from the message', () => {
  const copies = planCopies({ policies: [policy('p', { storeEmail: 'pdf' })], documents: [], rawMessage })
  expect(copies).toEqual([{ copyKey: 'p:pdf:i', storagePolicyId: 'p', documentId: undefined, fileId: 'raw' }])
  expect(copies.map(({ copyKey }) => messageForm(copyKey))).toEqual(['pdf'])
})

test.each(['pdf', 'eml'] as const)(
  'one of several notices in a message is a PDF if notices are saved as %s',
  (storeEmail) => {
    const part = { ...rawMessage, isPart: true }
    const copies = planCopies({ policies: [policy('p', { storeEmail })], documents: [], rawMessage: part })
    expect(copies.map(({ copyKey }) => messageForm(copyKey))).toEqual(['pdf'])
  },
)

test('a document served by a court is a PDF, whatever the filer named it', () => {
  expect(documentExtension({ originalFileName: 'Motion.DOCX', uploaded: false })).toBe('.pdf')
  expect(documentExtension({ originalFileName: 'Motion.DOCX', uploaded: true })).toBe('.docx')
  expect(documentExtension({ originalFileName: 'run.exe', uploaded: true })).toBe('.pdf')
  expect(documentExtension({ originalFileName: null, uploaded: true })).toBe('.pdf')
})
