import type { Role } from '@courtcrier/contract/access.ts'
import { text } from '@courtcrier/contract/fields/text.ts'
import { emptyRow, type Resource } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dropDrafts } from '../session/draft-names.ts'
import { type Session, setSession } from '../session/session-store.ts'
import { draftOf, dropDraft, keepDraft, readDraft } from './drafts.ts'

const roleWith = (fields: Record<string, 'READ' | 'DENY'> = {}): Role => ({
  id: '',
  name: 'Test',
  isSystemDefined: false,
  grants: { client: { access: 'FULL', fields } },
})
const row = { ...emptyRow(client), id: 'a', name: 'Meridian', number: 'C-1' }
const scope = { resource: client as Resource, role: roleWith(), row, isNew: false }

test('a draft contains the differences from the record', () => {
  expect(draftOf({ ...row, name: 'Meridian Freight', openDate: undefined }, scope)).toEqual({
    name: 'Meridian Freight',
  })
  expect(draftOf(row, scope)).toEqual({})
})

test('a draft contains emptied fields', () => {
  expect(draftOf({ ...row, number: null }, scope)).toEqual({ number: null })
})

test('a draft contains no fields the role may not set', () => {
  const values = { ...row, name: 'X', number: 'Y' }
  expect(draftOf(values, { ...scope, role: roleWith({ name: 'READ', number: 'DENY' }) })).toEqual({})
})

test('a draft never contains a secret', () => {
  const secret = { ...text(99), kind: 'secret' as const }
  const resource: Resource = { ...client, fields: { ...client.fields, token: secret }, form: ['name', 'token'] }
  expect(draftOf({ ...row, name: 'X', token: 'hunter2' }, { ...scope, resource })).toEqual({ name: 'X' })
})

describe('a draft stored in the tab', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value)
      Object.defineProperty(storage, key, { value, enumerable: true, configurable: true })
    },
    removeItem: (key: string) => {
      kept.delete(key)
      Reflect.deleteProperty(storage, key)
    },
  }
  beforeEach(() => vi.stubGlobal('sessionStorage', storage))
  afterEach(() => {
    setSession(undefined)
    for (const key of [...kept.keys()]) storage.removeItem(key)
    vi.unstubAllGlobals()
  })
  const signIn = (id: string) => setSession({ user: { id } } as Session)

  test('is available to its author, with its step, until it is dropped', () => {
    signIn('mara')
    keepDraft({ values: { ...row, name: 'X' }, step: 2 }, scope)
    expect(readDraft(scope)).toEqual({ values: { name: 'X' }, step: 2 })
    dropDraft(scope)
    expect(readDraft(scope)).toBeUndefined()
  })

  test('is not available to anyone else, and is deleted when someone else signs in', () => {
    signIn('mara')
    keepDraft({ values: { ...row, name: 'X' }, step: 0 }, scope)
    signIn('ortiz')
    expect(readDraft(scope)).toBeUndefined()
    dropDrafts({ except: 'ortiz' })
    signIn('mara')
    expect(readDraft(scope)).toBeUndefined()
  })

  test('stays for a returning user, and is deleted without a user', () => {
    signIn('mara')
    keepDraft({ values: { ...row, name: 'X' }, step: 0 }, scope)
    dropDrafts({ except: 'mara' })
    expect(readDraft(scope)).toBeDefined()
    dropDrafts()
    expect(kept.size).toBe(0)
  })

  test('is absent while no one is signed in', () => {
    keepDraft({ values: { ...row, name: 'X' }, step: 0 }, scope)
    expect(kept.size).toBe(0)
    expect(readDraft(scope)).toBeUndefined()
  })
})
