import type { ItemNeed } from '@courtcrier/contract/calls/inbox-needs.ts'
import { fixKinds } from '@courtcrier/contract/triage.ts'
import { expect, it } from 'vitest'
import { rowVerbs } from './row-verbs.ts'

const need = (fixes: ItemNeed['fixes'], rest: Partial<ItemNeed> = {}): ItemNeed => ({
  ...{ id: '1', suggestion: null, hasAddress: false, hasCandidates: false },
  fixes,
  ...rest,
})

const labelsOf = (asked: ItemNeed) => rowVerbs(asked).map(({ labelKey }) => labelKey.replace('verbs.', ''))

it.each(fixKinds)('%s leads to a button', (kind) => {
  expect(rowVerbs(need([kind])).length).toBeGreaterThan(0)
})

it('a role that may fix nothing has no button', () => {
  expect(rowVerbs(need([]))).toEqual([])
})

it('a used link is uploaded or opened on PACER, and one the court had no answer for is retrieved again', () => {
  expect(labelsOf(need(['upload-documents', 'not-needed'], { hasAddress: true }))).toEqual(['upload', 'pacer'])
  expect(labelsOf(need(['upload-documents', 'not-needed']))).toEqual(['upload'])
  expect(labelsOf(need(['upload-documents', 'retrieve', 'not-needed']))).toEqual(['retrieve', 'upload'])
})

it('a case is used by one click if only it fits, created if none does, and chosen otherwise', () => {
  const fixes: ItemNeed['fixes'] = ['choose-case', 'create-case', 'not-needed']
  const suggestion = { id: 'c', name: 'Upchurch' }
  expect(rowVerbs(need(fixes, { suggestion, hasCandidates: true }))[0]).toMatchObject({
    kind: 'act',
    values: { name: 'Upchurch' },
    wish: { id: '1', action: 'choose-case', caseId: 'c' },
  })
  expect(labelsOf(need(fixes))).toEqual(['create', 'other'])
  expect(labelsOf(need(fixes, { hasCandidates: true }))).toEqual(['choose'])
  expect(labelsOf(need(['choose-case', 'not-needed']))).toEqual(['choose'])
})

it('a probable fake is closed first, an unverified sender trusted only after a look at the reason', () => {
  expect(labelsOf(need(['not-needed', 'trust']))).toEqual(['not-needed', 'details'])
  expect(rowVerbs(need(['trust', 'not-needed']))[0]).toMatchObject({ kind: 'dialog' })
})
