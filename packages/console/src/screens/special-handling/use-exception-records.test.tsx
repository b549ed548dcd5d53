import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSession } from '../../session/session-store.ts'
import { sessionFor, stubStorage } from '../../session/testing/browser.ts'
import { exceptions } from './exceptions.ts'
import { useExceptionRecords } from './use-exception-records.ts'

const full = { access: 'FULL' as const, fields: {} }

beforeEach(() => signIn({ ethical_wall: full, auto_case_creation: full, jurisdiction_preference: full }))
afterEach(() => setSession(undefined))

function signIn(grants: object): void {
  stubStorage()
  const session = sessionFor(30)
  setSession({
    ...session,
    role: { ...session.role, name: 'Test', isSystemDefined: false, grants } as typeof session.role,
  })
}

interface Known {
  settings?: AnyRow
  /** What the server has answered, by the key of the query. */
  answers: readonly (readonly [key: readonly unknown[], page: { rows: readonly AnyRow[]; total: number }])[]
}

/** What the page knows of an exception's records. */
function found(id: string, { settings, answers }: Known) {
  const client = new QueryClient()
  for (const [key, page] of answers) client.setQueryData(key, page)
  const told: Found[] = []
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Page id={id} settings={settings} tell={(each) => void told.push(each)} />
    </QueryClientProvider>,
  )
  return told.at(-1)
}

type Found = ReturnType<typeof useExceptionRecords>

function Page({ id, settings, tell }: { id: string; settings: AnyRow | undefined; tell: (found: Found) => void }) {
  tell(useExceptionRecords(exceptions.find((each) => each.id === id)?.records, settings))
  return null
}

const walls = [[['ethical_wall', 'in-force'], { rows: [{ name: 'Screen' }], total: 1 }]] as const

test('ethical walls are in effect only while the firm has them on', () => {
  const row = (internalWallsEnabled: boolean) => ({ settings: { internalWallsEnabled }, answers: walls })
  expect(found('walls', row(true))).toMatchObject({ inForce: 1, isOff: false })
  expect(found('walls', row(false))).toMatchObject({ inForce: 0, isOff: true, titles: ['Screen'] })
  expect(found('walls', { answers: walls })).toMatchObject({ inForce: undefined, isOff: false })
})

test('rules for cases are in effect if an enabled preference names them', () => {
  const named = (...ids: readonly string[]) =>
    [
      ['jurisdiction_preference', 'in-force', 'autoCaseCreationId'],
      { rows: ids.map((autoCaseCreationId) => ({ autoCaseCreationId })), total: ids.length },
    ] as const
  const every = [['auto_case_creation', 'in-force'], { rows: [{ name: 'Unused' }], total: 2 }] as const
  const own = [['auto_case_creation', 'in-force', ['a']], { rows: [{ name: 'California' }], total: 1 }] as const
  expect(found('autoCases', { answers: [named(), every] })).toMatchObject({ inForce: 0, titles: [] })
  expect(found('autoCases', { answers: [named('a', 'a'), every, own] })).toMatchObject({
    inForce: 1,
    titles: ['California'],
  })
  expect(found('autoCases', { answers: [every] })).toMatchObject({ inForce: undefined, titles: [] })
})

test('a role that may not see what names them is told nothing of it', () => {
  signIn({ auto_case_creation: full })
  expect(found('autoCases', { answers: [] })).toMatchObject({ isVisible: true, inForce: undefined })
})
