import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { type SenderColumns, trustLineOf } from '../../mail/trust-line.ts'
import { directionOf } from '../../notices/addressing/directed-mail.ts'
import type { Direction } from '../../records/directors/find-directors.ts'
import { setDeliveryStatus } from '../../records/outgoing/set-delivery-status.ts'
import { standingWalls } from '../../records/walls/walls.ts'
import { shownLink } from '../../stores/former-hosts.ts'
import { afterItems } from '../after-items.ts'
import { casesOfFiling } from '../digests/filings.ts'
import { type AmongOthers, alikeAmongOthers, leased, mayBeBegun } from '../lease.ts'
import { findNamedTitles } from '../templates/find-named-titles.ts'
import { type FoundValues, mailContextOf, type Titles } from '../templates/mail-values.ts'
import type { FilingMail, MailDocument } from './filing-mail.ts'
import { itemsOfUnsure } from './items-of-unsure.ts'
import { methodOf } from './method.ts'

/** A delivery that is being sent. */
export interface DeliveryRow {
  firmId: number
  id: string
  itemId: string
  /** Attempts so far, including this one. */
  attempts: number
  begun: number
  /** An earlier attempt ended without being recorded, so the mail server may already have the email. */
  wasInterrupted: boolean
  timekeeperId: string | null
  /** The name of the timekeeper if they are no longer active. */
  inactive: string | null
  /** The cases of the filing; null, because not needed, if the firm has no walls in effect. */
  caseIds: readonly string[] | null
  /** The recipient's preference group, if its chat channel is notified along with them. */
  chatGroupId: string | null
  /** The ID of the firm's record. */
  firmRecord: string
  /** What directed it to its address; undefined for people on the case. */
  direction: Direction | undefined
  mail: FilingMail
}

/**
 * Marks a delivery as being sent and reads everything its email needs. Returns undefined for one that is sent, failed
 * or canceled, or that another process is sending. Must be committed before the email goes out: a row found `sending`
 * means a crash. The commit doesn't wait for the disk (on the embedded database that blocks the whole process). A kill or
 * power cut can lose the mark, but a kill doesn't lose what is noted of the email itself (`mail/receipts.ts`), and the
 * next commit of anything writes the mark to disk as well.
 */
export async function startDelivery(trx: Trx, question: Question): Promise<DeliveryRow | undefined> {
  const { firmId, id } = question
  const record = await readStarted(trx, question)
  if (!record) return undefined
  const found = foundValues(record)
  const template = `${record.templateSubject ?? ''} ${record.templateBody ?? ''}`
  const titles = found ? await findNamedTitles(trx, firmId, [{ found, template }]) : {}
  return deliveryRow({ firmId, id }, { ...record, titles })
}

interface Question extends AmongOthers {
  firmId: number
  id: string
}

const readStarted = statement<Question, DeliveryRecord, DeliveryRecord | undefined>({
  columns: 'id uuid',
  row: ({ id }) => ({ id }),
  alike: alikeAmongOthers,
  write: ({ firmId, rows, every, questions: [others] }) => sql`
    with q as (
      select n, id from ${rows}
    ), item as materialized (
      ${itemsOfUnsure(firmId, every('id'))}
    ), before as (
      select id, status from deliveries
      where firm_id = ${firmId} and id = any(${every('id')}::uuid[]) and ${mayBeBegun(others)}
        and ${afterItems} order by id for update
    ), delivery as (
      ${setDeliveryStatus({
        firmId,
        from: ['waiting', 'sending'],
        to: 'sending',
        set: sql`attempts = coalesce(d.attempts, 0) + 1, ${leased(others?.lease)}`,
        joined: sql`before`,
        where: sql`d.id = before.id`,
      })}
      returning d.*, before.status = 'sending' as was_interrupted
    )
    select q.n, set_config('synchronous_commit', 'off', true), r.id, r.inbox_item_id as "itemId", r.attempts, r.begun, r.was_interrupted as "wasInterrupted", r.email, r.method, r.reason,
      r.level, r.notification_rule_id as "ruleId", f.id::text as "firmRecord", r.message_id as "messageKey", t.full_name as name, t.id as "timekeeperId",
      case when t.status <> 'Active' then t.full_name end as inactive,
      case when exists (select from ${standingWalls(firmId)}) then ${casesOfFiling} end as "caseIds",
      -- What a person sends again, or to one more recipient, is for that person alone.
      -- One with the court's stamp may have replaced the first, though.
      case when r.level is not null and (r.repeat = 0 or exists (select from deliveries o where o.firm_id = r.firm_id
          and o.envelope_id = r.envelope_id and o.email = r.email and o.repeat = 0 and o.status = 'canceled')) then (
        select g.id from timekeeper_groups g where g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
          and g.is_chat_active and g.chat_service is not null and g.chat_url is not null
      ) end as "chatGroupId",
      f.name as "firmName", f.primary_color as "primaryColor", f.reply_to_email as "replyToEmail",
      f.max_email_attachment_size as "maxEmailAttachmentSize", f.prefers_combined_documents as "prefersCombinedDocuments", f.default_time_zone as "timeZone",
      f.public_document_access as "publicDocumentAccess",
      f.default_delivery_method as "defaultMethod",
      e.id as "envelopeId", e.case_id as "caseId", e.ecfx_jurisdiction_id as "courtId", e.event, e.docket_text as "docketText",
      coalesce(c.name, e.case_name) as "caseName", e.docket_number as "docketNumber", e.document_number as "documentNumber",
      e.date::text as date, e.entered_at as "enteredAt", e.filed_by as "filedBy", e.filed_on_behalf_of as "filedOnBehalfOf",
      e.is_sealed as "isSealed", e.case_numbers as "caseNumbers",
      i.trust, i.sender_flag as "senderFlag", i.sender_proof as "senderProof", i.vouched_by as "vouchedBy",
      (select json_agg(json_build_object('id', d.id, 'number', d.number, 'title', d.title, 'verdict', d.verdict,
          'sentence', d.sentence, 'fileId', d.file_id, 'size', d.size, 'pages', d.pages, 'sealed', d.sealed,
          'originalFileName', d.original_file_name, 'uploaded', d.uploaded,
          'copies', coalesce(case when r.method like '%DMS%' then (
            select json_agg(json_build_object('path', k.path, 'link', ${shownLink('k')}) order by k.path) from document_copies k
            where k.firm_id = d.firm_id and k.document_id = d.id and k.status = 'succeeded' and k.path is not null
              and (k.case_id is null or k.case_id = any(e.case_id || e.other_case_ids))
          ) end, '[]')) order by d.position)
        from documents d where d.firm_id = r.firm_id and d.envelope_id = r.envelope_id) as documents,
      (select json_build_object('status', w.status, 'minutes', w.minutes) from stamp_waits w
        where w.firm_id = r.firm_id and w.envelope_id = r.envelope_id) as "stampWait",
      r.email_template as "templateId", et.name as "templateName", et.subject as "templateSubject", et.body as "templateBody",
      case when et.id is not null then ${templateValues} end as "templateValues"
    from delivery r join q on q.id = r.id
      join firms f on f.firm_id = r.firm_id
      join envelopes e on e.firm_id = r.firm_id and e.id = r.envelope_id
      left join inbox_items i on i.firm_id = r.firm_id and i.id = r.inbox_item_id
      left join item_progress p on p.firm_id = r.firm_id and p.id = r.inbox_item_id
      left join cases c on c.firm_id = r.firm_id and c.id = e.case_id
      left join timekeepers t on t.firm_id = r.firm_id and t.id = r.timekeeper_id
      left join email_templates et on et.firm_id = r.firm_id and et.id::text = r.email_template`,
  answer: ([record]) => record,
})

/** More values for templates; read only for a delivery that has a template. */
const templateValues = sql`(
  select json_build_object('values', json_build_object('envelope', to_json(e), 'case', to_json(c), 'matter', to_json(m),
      'client', to_json(cl), 'judge', to_json(j), 'firm', json_build_object('name', f.name)),
    'timekeepers', array(select k.full_name from timekeepers k
      where k.firm_id = c.firm_id and k.id = any(c.assigned_timekeepers) order by k.full_name limit 50))
  from (select) as one
    left join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
    left join clients cl on cl.firm_id = m.firm_id and cl.id = m.client_id
    left join judges j on j.firm_id = c.firm_id and j.id = c.judge_id)`

type Envelope = FilingMail['envelope']
type Firm = FilingMail['firm']

type Same = 'itemId' | 'attempts' | 'begun' | 'wasInterrupted' | 'timekeeperId' | 'inactive' | 'caseIds' | 'chatGroupId'

interface DeliveryRecord
  extends Omit<Envelope, 'id' | 'enteredAt' | 'sender'>,
    Omit<Firm, 'name'>,
    SenderColumns,
    Pick<DeliveryRow, Same> {
  id: string
  level: string | null
  ruleId: string | null
  firmRecord: string
  email: string
  method: string
  reason: string | null
  messageKey: string
  name: string | null
  firmName: string
  defaultMethod: string
  envelopeId: string
  enteredAt: Date | null
  documents: MailDocument[] | null
  stampWait: FilingMail['stampWait'] | null
  templateId: string | null
  templateName: string | null
  templateSubject: string | null
  templateBody: string | null
  /** Null if the template no longer exists. */
  templateValues: Pick<FoundValues, 'values' | 'timekeepers'> | null
}

function deliveryRow(key: { firmId: number; id: string }, record: DeliveryRecord & { titles: Titles }): DeliveryRow {
  const { itemId, attempts, begun, wasInterrupted, timekeeperId, inactive, caseIds, email, reason, messageKey } = record
  const { primaryColor, replyToEmail, maxEmailAttachmentSize, timeZone, chatGroupId, firmRecord } = record
  const { prefersCombinedDocuments, publicDocumentAccess } = record
  return {
    ...key,
    ...{ itemId, attempts, begun, wasInterrupted, timekeeperId, inactive, caseIds, chatGroupId, firmRecord },
    direction: directionOf(record),
    mail: {
      delivery: {
        id: key.id,
        itemId,
        email,
        name: record.name ?? undefined,
        method: methodOf(record.method, record.defaultMethod),
        reason,
        messageKey,
      },
      firm: {
        name: record.firmName,
        primaryColor,
        replyToEmail,
        maxEmailAttachmentSize,
        prefersCombinedDocuments,
        timeZone,
        publicDocumentAccess,
      },
      envelope: envelopeOf(record),
      documents: record.documents ?? [],
      stampWait: record.stampWait ?? undefined,
      template: templateOf(record),
    },
  }
}

function templateOf(record: DeliveryRecord & { titles: Titles }): FilingMail['template'] {
  const { templateId: id, templateName, templateSubject: subject, templateBody: body, titles } = record
  if (id === null) return undefined
  const found = foundValues(record)
  if (!found) return { id, found: undefined }
  // Recipients are notified of the whole filing, whatever their role in the console.
  const context = mailContextOf(found, { titles, canSee: () => true })
  return { id, found: { name: templateName ?? '', subject, body, context } }
}

function foundValues(record: DeliveryRecord): FoundValues | undefined {
  const { templateValues, courtId, documents } = record
  if (!templateValues) return undefined
  const titled = (documents ?? []).map(({ number, title }) => [number, title].filter(Boolean).join(' '))
  return { ...templateValues, court: courtId, documents: titled, sender: record }
}

function envelopeOf(record: DeliveryRecord): Envelope {
  const { caseId, courtId, event, docketText, caseName, docketNumber, documentNumber, date } = record
  const { filedBy, filedOnBehalfOf, isSealed, caseNumbers } = record
  return {
    id: record.envelopeId,
    caseId,
    courtId,
    event,
    docketText,
    caseName,
    docketNumber,
    documentNumber,
    date,
    enteredAt: record.enteredAt && new Date(record.enteredAt).toISOString(),
    filedBy,
    filedOnBehalfOf,
    isSealed,
    sender: trustLineOf(record),
    caseNumbers,
  }
}
