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
