import { waysOfTemplate } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import { type Direction, findDirectors } from '../../records/directors/find-directors.ts'
import { whyNotDirected } from '../../records/directors/why-not-directed.ts'
import { findWallsAroundCases, type Wall } from '../../records/walls/walls.ts'
import type { DeliveryRow } from './delivery-row.ts'

interface Layout {
  firmId: number
  /** The ID of the firm's record. */
  firmRecord: string
  templateId: string | undefined
  replyToEmail: string | null
}

/**
 * Finds which settings of an email may not be used, because someone who set them may not see what it says. A template can
 * contain a picture or a link whose address has values of the filing, and an answer to an email quotes it.
 */
export async function findMisdirected(
  trx: Trx,
  { firmId, firmRecord, templateId, replyToEmail }: Layout,
  walls: () => Promise<readonly Wall[]>,
): Promise<{ isTemplate: boolean; isReplyTo: boolean }> {
  const template = templateId ? { entity: 'email_template', id: templateId } : undefined
  const replyTo = replyToEmail ? { entity: 'firm', id: firmRecord, field: 'replyToEmail' } : undefined
  const records = [template, replyTo].filter((each) => each !== undefined)
  const directorsOf = await findDirectors(trx, { firmId, records })
  if (records.every((record) => directorsOf(record).length === 0)) return { isTemplate: false, isReplyTo: false }
  const leaving = { walls: await walls(), way: waysOfTemplate }
  const isWrong = (by: Direction | undefined) =>
    by !== undefined && whyNotDirected(directorsOf(by), leaving) !== undefined
  return { isTemplate: isWrong(template), isReplyTo: isWrong(replyTo) }
}

/** Returns a delivery without a template or reply address that may not be used for its filing. */
export async function withoutMisdirected(trx: Trx, row: DeliveryRow): Promise<DeliveryRow> {
  const { firmId, firmRecord, mail } = row
  const { template, firm } = mail
  const layout = { firmId, firmRecord, templateId: template?.id, replyToEmail: firm.replyToEmail }
  const ids = row.caseIds ?? []
  const { isTemplate, isReplyTo } = await findMisdirected(trx, layout, async () =>
    ids.length > 0 ? findWallsAroundCases(trx, { firmId, ids }) : [],
  )
  return {
    ...row,
    mail: {
      ...mail,
      template: template && isTemplate ? { id: template.id, found: undefined, refused: refusedTemplate } : template,
      firm: isReplyTo ? { ...firm, replyToEmail: null } : firm,
    },
  }
}

const refusedTemplate = "An email template isn't used for filings that the person who last changed it may not see."
