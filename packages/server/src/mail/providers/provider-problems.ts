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
  const isKeptOf = (name: string) => kept.includes(name) && !Object.hasOwn(values, name)
  const isKept = isKeptOf(field)
  if (!isKept && !row[field]) return [{ field, code: 'required' }]
  if (row.service === 'SES')
    return halfOfKey(Boolean(row.accessKeyId), isKeptOf('secretAccessKey') || Boolean(row.secretAccessKey))
  const isShort = row.service === 'POSTMARK' && !isKept && String(row.callSecret).length < shortestPassword
  return isShort ? [{ field: 'callSecret', code: `too_short:${shortestPassword}` }] : []
}

/** An access key is two values, or none. */
function halfOfKey(hasId: boolean, hasSecret: boolean): readonly Problem[] {
  if (hasId === hasSecret) return []
  return [{ field: hasId ? 'secretAccessKey' : 'accessKeyId', code: 'required' }]
}
