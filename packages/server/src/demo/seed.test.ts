import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestServices } from '../testing/services.ts'
import { seedFirm } from './seed.ts'
import type { DemoWorld } from './world.ts'

const world: DemoWorld = {
  firm: { name: 'Harlan Lowe', domain: 'harlanlowe.example', docketingAddress: 'docket@harlanlowe.example' },
  people: [
    { id: 'p1', name: 'Mara Lowe', first: 'Mara', last: 'Lowe', title: 'Partner', email: 'mara@harlanlowe.example' },
    { id: 'p2', name: 'Ben Ito', first: 'Ben', last: 'Ito', title: 'Paralegal', email: 'ben@harlanlowe.example' },
  ],
  courts: [{ id: 'cand', name: 'N.D. California' }],
  cases: [
    {
      courtId: 'cand',
      docketNumber: '3:26-cv-04417',
      courtCaseId: '4417',
      name: 'Ortiz v. Meridian Freight Co.',
      natureOfSuit: 'Contract',
      judge: { name: 'A. Reyes' },
      filedOn: '2026-03-02',
      client: { name: 'Meridian Freight Co.', number: 'C-1' },
      matterNumber: 'M-1',
      attorneyIds: ['p1'],
    },
  ],
}

test('the demo firm has offices, groups, templates and judges, and its people and matters belong to them', async () => {
  const { services, close } = await openTestServices({ firms: [] })
  onTestFinished(close)
  expect(await seedFirm(services, world)).toBe(true)
  expect(await seedFirm(services, world)).toBe(false)
  const { rows } = await withFirm(services.database, 1, (trx) =>
    sql`select
      (select count(*)::int from locations) as locations, (select count(*)::int from email_templates) as templates,
      (select count(*)::int from judges) as judges, (select count(*)::int from matters where practice_group_id is null
        or location_id is null or area_of_law_id is null) as lost,
      (select array_agg(k.full_name || ': ' || g.name || ', ' || d.name order by k.full_name) from timekeepers k
        join timekeeper_groups g on g.id = k.timekeeper_group_id join departments d on d.id = k.department_id) as people`.execute(
      trx,
    ),
  )
  expect(rows).toEqual([
    {
      locations: 2,
      templates: 2,
      judges: 1,
      lost: 0,
      people: ['Ben Ito: Docketing desk, Docketing', 'Mara Lowe: Attorneys, Litigation'],
    },
  ])
})
