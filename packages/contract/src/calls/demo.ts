import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'

/** The most filings the simulated courts create per request. */
export const mostDemoNotices = 25

const demo = z.object({
  log_ins: z.array(
    z.object({ name: z.string(), title: z.string(), role: z.string(), email: z.string(), password: z.string() }),
  ),
  mailbox_url: z.nullable(z.string()),
  dms_url: described(z.nullable(z.string()), 'Where documents that are saved to services are shown'),
  has_controls: described(z.boolean(), 'Whether the simulated courts can file on demand and the firm can be reset'),
})
export type Demo = Fixed<z.output<typeof demo>>

const tag = 'Demo'

export const readDemo = defineCall({
  method: 'GET',
  path: '/demo',
  tag,
  summary: 'Demo logins; no content if this is not a demo',
  answer: demo,
  mayBeNothing: true,
})

const filings = z
  .int('too_small:1')
  .check(z.minimum(1, 'too_small:1'), z.maximum(mostDemoNotices, `too_large:${mostDemoNotices}`))

export const sendDemoNotices = defineCall({
  method: 'POST',
  path: '/demo/send-notices',
  tag,
  summary: "Have a demo's simulated courts file now",
  body: z.object({ count: z.optional(filings) }),
  answer: z.object({ filings }),
  status: 202,
  refusals: [400, 403, 404, 409],
})

export const resetDemo = defineCall({
  method: 'POST',
  path: '/demo/reset',
  tag,
  summary: 'Reset the demo firm; ends every session',
  refusals: [403, 404, 409],
})
