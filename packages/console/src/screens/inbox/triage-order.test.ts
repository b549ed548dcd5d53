import type { Filter } from '@courtcrier/contract/query.ts'
import { describe, expect, it } from 'vitest'
import { leavesList, nextRow, returnedRow } from './triage-order.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const next = (at: string, ...gone: string[]) => nextRow(rows, at, new Set([at, ...gone]))

describe('the next row', () => {
  it('is the one below, past those that are on their way out too', () => {
    expect([next('a'), next('a', 'b', 'c')]).toEqual(['b', 'd'])
  })

  it('is the one above at the end of the list, and none when nothing is left', () => {
    expect([next('d'), next('c', 'd'), next('a', 'b', 'c', 'd')]).toEqual(['c', 'b', undefined])
  })
})

describe('a restored item', () => {
  const row = (id: string, envelopeId: string | null) => ({ id, envelopeId, status: 'New', receivedAt: '' }) as const

  it('is its own row, or that of another message about its filing', () => {
    const shown = [row('x', 'f'), row('y', null)]
    expect(returnedRow(shown, { id: 'y', envelopeId: null })).toBe('y')
    expect(returnedRow(shown, { id: 'z', envelopeId: 'f' })).toBe('x')
  })

  it('of no filing is not taken for another of no filing', () => {
    expect(returnedRow([row('y', null)], { id: 'z', envelopeId: null })).toBeUndefined()
  })
})

describe('an action takes a row out of the list', () => {
  const status: Filter[] = [{ field: 'status', in: ['Action Required'] }]
  const archive: Filter[] = [{ field: 'hidden', in: ['true'] }]
  const usual: Filter[] = [{ field: 'hidden', in: ['false'] }]

  it('when the list shows only other statuses than the one it leads to', () => {
    expect(leavesList('choose-case', status)).toBe(true)
    expect(leavesList('upload-documents', [{ field: 'status', in: ['New', 'Started'] }])).toBe(false)
    expect(leavesList('manual', [{ field: 'status', in: ['Manual'] }])).toBe(false)
    expect(leavesList('finish', [{ field: 'status', in: ['Manual'] }])).toBe(true)
    expect(leavesList('requeue', usual)).toBe(false)
  })

  it('when it is archived, or unarchived from the archive', () => {
    expect([leavesList('archive', usual), leavesList('archive', status)]).toEqual([true, true])
    expect([leavesList('unarchive', archive), leavesList('archive', archive)]).toEqual([true, false])
  })
})
