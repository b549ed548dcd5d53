import { isMailProvider, type MailProvider } from '@courtcrier/contract/mail-providers.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, secretsSet } from '@courtcrier/contract/resource.ts'
import type { Save } from '../../records/behaviour.ts'

/** Whether a save is of a mailbox whose provider calls. */
export function isOfProvider({ values, current }: Pick<Save, 'values' | 'current'>): boolean {
  return isMailProvider({ ...current, ...values }.service)
}

const needs: Readonly<Record<MailProvider, 'topicArn' | 'callSecret'>> = {
  SES: 'topicArn',
  MAILGUN: 'callSecret',
  POSTMARK: 'callSecret',
}

/** Postmark's is a password that anyone could try. */
const shortestPassword = 16

/** Returns what a save of such a mailbox lacks for its provider's calls to be proven. */
export function providerProblems({ values, current }: Pick<Save, 'values' | 'current'>): readonly Problem[] {
  const row: AnyRow = { ...current, ...values }
  const field = needs[row.service as MailProvider]
  const kept = (current as { [secretsSet]?: readonly string[] } | undefined)?.[secretsSet] ?? []
  const isKept = kept.includes(field) && !Object.hasOwn(values, field)
  if (!isKept && !row[field]) return [{ field, code: 'required' }]
  const isShort = row.service === 'POSTMARK' && !isKept && String(row.callSecret).length < shortestPassword
  return isShort ? [{ field: 'callSecret', code: `too_short:${shortestPassword}` }] : []
}
