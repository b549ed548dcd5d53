import { type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { newId } from '../packages/server/src/base/db/ids.ts'
import { type Installation, startInstallation } from './harness.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

export interface Opening {
  role?: string
  isDark?: boolean
  width?: number
}

export interface FilledConsole {
  /** Available once the tests run. */
  installation: () => Installation
  /** Opens a separate browser, signed in, on a loaded page. */
  open: (path: string, opening?: Opening) => Promise<Page>
}

/** Provides a file's tests with an installation with three months of notices and a browser. */
export function startFilledConsole(): FilledConsole {
  const newPage = startBrowser()
  let installation: Installation
  test.beforeAll(async () => {
    installation = await startInstallation()
    await fillMonths(installation)
  })
  test.afterAll(() => installation?.close())
  return {
    installation: () => installation,
    open: async (path, { role = 'Administrator', isDark = false, width = 1440 } = {}) => {
      const { page } = await newPage({ isDark, width, provoked: /status of 503/ })
      await logInAs(page, { url: installation.url, role, path })
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
  }
}

const day = 86_400_000

/** Creates three months of notices on business days, the most recent ones today, and some problems. */
async function fillMonths(installation: Installation): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(installation.courtcrier.services.database.kysely)
  const { rows } = await run(
    sql`select c.id, c.assigned_timekeepers as people from cases c where firm_id = 1 order by c.id`,
  )
  const cases = rows as { id: string; people: string[] }[]
  const courts = ['cand', 'nysd', 'nyappdiv', 'cand', 'txnd', 'cand']
  const item = newId()
  await run(sql`insert into inbox_items (firm_id, id, received_at, raw_content, fingerprint, status, subject) values
    (1, ${item}::uuid, now() - interval '40 minutes', 'x', 'x1', 'Action Required', 'One'),
    (1, ${newId()}::uuid, now() - interval '20 minutes', 'x', 'x2', 'Action Required', 'Two'),
    (1, ${newId()}::uuid, now() - interval '1 day', 'x', 'x3', 'Failed', 'Three')`)
  for (let n = 0; n < 240; n++) {
    const at = new Date(Date.now() - Math.floor(n / 4) * day - ((n * 37) % 300) * 60_000)
    const { id: caseId, people } = cases[(n * n) % Math.min(cases.length, 9)] as (typeof cases)[number]
    const envelope = newId()
    await run(sql`insert into envelopes (firm_id, id, created_at, ecfx_jurisdiction_id, case_id, court_envelope_id, event, case_name)
      values (1, ${envelope}::uuid, ${at}::timestamptz, ${courts[n % 6]}, ${caseId}::uuid, ${envelope}, 'Order', 'A v. B')`)
    await run(sql`insert into documents (firm_id, id, created_at, envelope_id, position, title, verdict, pages, size)
      values (1, ${newId()}::uuid, ${at}::timestamptz, ${envelope}::uuid, 0, 'Order', ${n % 40 === 7 ? 'spent' : 'fetched'}, 7, 150000)`)
    for (const person of people.slice(0, 2))
      await run(sql`insert into deliveries (firm_id, id, created_at, envelope_id, inbox_item_id, timekeeper_id, email, method, status, message_id)
        values (1, ${newId()}::uuid, ${at}::timestamptz, ${envelope}::uuid, ${item}::uuid, ${person}::uuid,
          ${`${person}@x.example`}, 'PDF', 'sent', ${newId()})`)
  }
}
