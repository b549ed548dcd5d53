import type { Firm } from '@courtcrier/contract/resources/firm.ts'

/** The firm's lists by which messages are ignored, whose entries can be tried before they are saved. */
const firmLists = ['acceptedEmailDomains', 'ignoredEmailDomains', 'ignoredCaseStatuses'] as const
export type FirmList = (typeof firmLists)[number]

/** Returns which of the firm's settings can be tried. */
export function triedLists(keys: readonly (keyof Firm)[]): readonly FirmList[] {
  return firmLists.filter((list) => keys.includes(list))
}
