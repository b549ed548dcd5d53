import { waysOfFilingMail } from '@courtcrier/contract/ways.ts'
import type { Direction, Director } from '../../records/directors/find-directors.ts'
import { whyNotDirected } from '../../records/directors/why-not-directed.ts'
import type { Wall } from '../../records/walls/walls.ts'

/** Returns why a filing may not be emailed where these people directed it, as a sentence; undefined when it may. */
export function whyNotMailed(directors: readonly Director[], walls: readonly Wall[]): string | undefined {
  return whyNotDirected(directors, { walls, way: waysOfFilingMail })
}

/** A delivery, as far as it says what directed it to its address. */
export interface DirectedDelivery {
  email: string
  level: string | null
  ruleId: string | null
  timekeeperId: string | null
  firmRecord: string
}

/** Returns what directed a delivery to its address; undefined for people on the case. */
export function directionOf(delivery: DirectedDelivery): Direction | undefined {
  const { email: value, level, ruleId, timekeeperId, firmRecord } = delivery
  if (level === 'firm') return { entity: 'firm', id: firmRecord, field: 'additionalReceiptEmails', value }
  if (level === 'rule' && ruleId) return { entity: 'notification_rule', id: ruleId, field: 'includeEmails', value }
  if (level === 'timekeeper' && timekeeperId)
    return { entity: 'timekeeper', id: timekeeperId, field: 'additionalReceiptEmails', value }
  return undefined
}
