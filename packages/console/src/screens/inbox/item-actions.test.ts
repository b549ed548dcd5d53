import { describe, expect, it } from 'vitest'
import { allowedActions, likelyActions, storingActs } from './item-actions.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const recent = '2026-11-20T12:00:00.000Z'

describe('the buttons of an item', () => {
  it('are those the server allows', () => {
    expect(allowedActions({ status: 'Failed', allowed: ['New', 'Canceled'], canAct: true })).toEqual([
      'requeue',
      'cancel',
      'archive',
    ])
  })

  it('are absent for a read-only role', () => {
    expect(allowedActions({ status: 'Failed', allowed: ['New', 'Manual', 'Canceled'], canAct: false })).toEqual([])
  })

  it('offer "done" only for items a person took over', () => {
    expect(allowedActions({ status: 'Post Processing', allowed: ['Succeeded'], canAct: true })).toEqual([])
    expect(allowedActions({ status: 'Manual', allowed: ['Succeeded', 'Canceled'], canAct: true })).toEqual([
      'finish',
      'cancel',
    ])
  })
})

describe('the buttons for saving to the DMS', () => {
  it.each([
    [['new'], 'Post Processing', ['cancel-dms']],
    [['delayed', 'failed'], 'Post Processing', ['cancel-dms', 'requeue-dms']],
    [['canceled'], 'Succeeded', ['requeue-dms']],
    [['canceled'], 'Canceled', []],
    [['started', 'succeeded'], 'Post Processing', []],
  ] as const)('for copies that are %j of a notice that is %s are %j', (states, status, acts) => {
    expect(
      storingActs(
        states.map((state) => ({ status: state })),
        { status },
      ),
    ).toEqual(acts)
  })

  it('offer another attempt for a copy that waits for something missing in the DMS', () => {
    const copy = { status: 'delayed', waitsFor: 'missing' }
    expect(storingActs([copy], { status: 'Post Processing' })).toEqual(['cancel-dms', 'requeue-dms'])
  })
})

describe('the keys on a row', () => {
  it.each([
    ['New', ['manual', 'cancel']],
    ['Action Required', ['requeue', 'manual', 'cancel']],
    ['Succeeded', ['requeue', 'archive']],
    ['Started', ['cancel']],
    ['Manual', ['finish', 'cancel']],
  ] as const)('on %s do %o', (status, actions) => {
    expect(likelyActions({ status, receivedAt: recent }, { canAct: true, now })).toEqual(actions)
  })

  it('do not reprocess items that failed more than 30 days ago', () => {
    const old = '2026-10-01T12:00:00.000Z'
    expect(likelyActions({ status: 'Failed', receivedAt: old }, { canAct: true, now })).toEqual([
      'manual',
      'cancel',
      'archive',
    ])
    expect(likelyActions({ status: 'Succeeded', receivedAt: old }, { canAct: true, now })).toEqual([
      'requeue',
      'archive',
    ])
    expect(likelyActions({ status: 'Succeeded', receivedAt: old, hidden: true }, { canAct: true, now })).toEqual([
      'requeue',
      'unarchive',
    ])
  })
})
