import type { ChosenRecipients } from '../addressing/choose-recipients.ts'

/** Whom a draft adds and leaves out. */
export interface RecipientChanges {
  /** Those who were to be notified. */
  before: ReadonlySet<string>
  added: readonly string[]
  leftOut: readonly string[]
}

/** Addresses as chosen today: without the record that is tried, with the saved one, and with the draft. */
type Choices = Readonly<Record<'before' | 'without' | 'saved' | 'now', ReadonlySet<string>>>

/**
 * Compares with those who were to be notified. What differs between the choices of today is the record's doing; what has
 * changed since for other reasons isn't.
 */
export function compareRecipients({ before, without, saved, now }: Choices): RecipientChanges {
  return {
    before,
    added: [...now].filter((email) => !before.has(email) && !(without.has(email) && saved.has(email))),
    leftOut: [...before].filter((email) => !now.has(email) && (without.has(email) || saved.has(email))),
  }
}

/** Says whom a draft adds and leaves out. */
export function sayChanges({ before, added, leftOut }: RecipientChanges): string {
  const parts = [
    added.length > 0 && `Also notified: ${added.join(', ')}.`,
    leftOut.length > 0 && `Left out: ${leftOut.join(', ')}.`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(' ')
  return before.size > 0 ? 'The same people would be notified.' : 'No one would be notified.'
}

export function emailsOf({ recipients }: ChosenRecipients): ReadonlySet<string> {
  return new Set(recipients.map(({ email }) => email))
}
