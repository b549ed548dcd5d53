import { subjectAccess } from '@courtcrier/contract/access.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { findTitles } from '../../records/titles.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import type { MailContext } from './mail-template.ts'
import { type FoundValues, mailContextOf, referencesIn } from './mail-values.ts'

/** A notice of the firm with the values that an email about it could use. */
export interface MailNotice {
  id: string
  title: string
  context: MailContext
}

interface MailContextRow extends FoundValues {
  id: string
}

/**
 * Returns the latest notice that the viewer may see, with the values the viewer may see: a preview must not reveal what
 * the lists don't. Undefined if there is none.
 */
export async function findMailContext(trx: Trx, scope: SearchScope): Promise<MailNotice | undefined> {
  if (subjectAccess(envelope.subject, scope.role) === 'DENY') return undefined
  const { rows } = await sql<MailContextRow>`
    select t.id, t.ecfx_jurisdiction_id as court,
      json_build_object('envelope', to_json(t), 'case', to_json(c), 'matter', to_json(m), 'client', to_json(cl),
        'judge', to_json(j), 'firm', json_build_object('name', f.name)) as values,
      array(select concat_ws(' ', d.number, d.title) from documents d where d.firm_id = t.firm_id and d.envelope_id = t.id
        order by d.position limit 50) as documents,
      array(select k.full_name from timekeepers k where k.firm_id = t.firm_id and k.id = any(c.assigned_timekeepers)
        order by k.full_name limit 50) as timekeepers,
      (select json_build_object('trust', i.trust, 'senderFlag', i.sender_flag, 'senderProof', i.sender_proof,
          'vouchedBy', i.vouched_by)
        from inbox_items i where i.firm_id = t.firm_id and i.envelope_id = t.id order by i.id limit 1) as sender
    from ${firmRows(envelope)} t join firms f on f.firm_id = t.firm_id
      left join cases c on c.firm_id = t.firm_id and c.id = t.case_id
      left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
      left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
      left join judges j on j.firm_id = c.firm_id and j.id = c.judge_id
    where t.firm_id = ${scope.firmId} and ${isVisible('t', envelope, scope)}
    order by t.created_at desc, t.id desc limit 1`.execute(trx)
  return rows[0] && noticeOf(trx, rows[0], scope)
}

async function noticeOf(trx: Trx, found: MailContextRow, scope: SearchScope): Promise<MailNotice> {
  const canSee = sightOf(scope.role)
  const titles: Record<string, Readonly<Record<string, string>>> = {}
  for (const [name, ids] of referencesIn(found, () => true)) {
    const target = getResource(name)
    if (canSee(target, target.title)) titles[name] = await findTitles(trx, target, { scope, ids })
  }
  const context = mailContextOf(found, { titles, canSee })
  return {
    id: found.id,
    title: [context.case.name, context.filing.event].filter(Boolean).join(': '),
    context,
  }
}
