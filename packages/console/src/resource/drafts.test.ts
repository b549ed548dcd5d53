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

test('a draft is what differs from the record', () => {
  expect(draftOf({ ...row, name: 'Meridian Freight', openDate: undefined }, scope)).toEqual({
    name: 'Meridian Freight',
  })
  expect(draftOf(row, scope)).toEqual({})
})

test('what was emptied is part of it', () => {
  expect(draftOf({ ...row, number: null }, scope)).toEqual({ number: null })
})

test('what the role may not set is not', () => {
  const values = { ...row, name: 'X', number: 'Y' }
  expect(draftOf(values, { ...scope, role: roleWith({ name: 'READ', number: 'DENY' }) })).toEqual({})
})

test('a secret is never kept', () => {
  const secret = { ...text(99), kind: 'secret' as const }
  const resource: Resource = { ...client, fields: { ...client.fields, token: secret }, form: ['name', 'token'] }
  expect(draftOf({ ...row, name: 'X', token: 'hunter2' }, { ...scope, resource })).toEqual({ name: 'X' })
})

describe('what is kept in the tab', () => {
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

  test('is there for the person who typed it, with its step, until it is dropped', () => {
    signIn('mara')
    keepDraft({ values: { ...row, name: 'X' }, step: 2 }, scope)
    expect(readDraft(scope)).toEqual({ values: { name: 'X' }, step: 2 })
    dropDraft(scope)
    expect(readDraft(scope)).toBeUndefined()
  })

  test('is not there for anybody else, and goes when somebody else comes', () => {
    signIn('mara')
    keepDraft({ values: { ...row, name: 'X' }, step: 0 }, scope)
    signIn('ortiz')
    expect(readDraft(scope)).toBeUndefined()
    dropDrafts({ except: 'ortiz' })
    signIn('mara')
    expect(readDraft(scope)).toBeUndefined()
  })

  test('stays for who comes back, and goes when nobody is named', () => {
    signIn('mara')
    keepDraft({ values: { ...row, name: 'X' }, step: 0 }, scope)
    dropDrafts({ except: 'mara' })
    expect(readDraft(scope)).toBeDefined()
    dropDrafts()
    expect(kept.size).toBe(0)
  })

  test('is nothing while nobody is signed in', () => {
    keepDraft({ values: { ...row, name: 'X' }, step: 0 }, scope)
    expect(kept.size).toBe(0)
    expect(readDraft(scope)).toBeUndefined()
  })
})
