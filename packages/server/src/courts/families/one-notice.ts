import type { Body } from '../text/body.ts'

/** Why a body can't be one complete notice, as far as is visible before its cases are read. */
export function whyNotOneNotice(
  body: Body,
  { transactions, cases }: { transactions: number; cases: readonly unknown[] },
): string | undefined {
  if (body.isCut) return 'This message is far longer than any court notice, so only its beginning was read.'
  if (transactions > 1) {
    return `This message holds ${transactions} court notices. Forward each notice in a message of its own.`
  }
  if (cases.length > mostCases) return `This notice names more than ${mostCases} cases.`
  return undefined
}

const mostCases = 2_000

/** Whether a line contains only the title of a federal notice; each notice has one. */
export function isNoticeTitle(text: string): boolean {
  return text.length < 80 && title.test(text)
}

const title =
  /^[>|*#_\s]{0,12}notice of (?:electronic (?:claims? )?filing|docket activity|bankruptcy case filing)[*_\s]{0,4}$/i
