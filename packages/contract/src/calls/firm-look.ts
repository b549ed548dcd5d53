import * as z from 'zod/mini'
import { defineCall, described } from './call.ts'

const tag = 'Firm'
const picture = { mediaType: 'image/png' } as const

export const readLogo = defineCall({
  method: 'GET',
  path: '/firm/logo.png',
  tag,
  summary: "The firm's logo",
  query: z.object({ version: z.optional(described(z.string(), 'Any text; with another one, browsers ask again')) }),
  answer: picture,
  mayBeUnchanged: true,
  refusals: [404],
})

export const replaceLogo = defineCall({
  method: 'PUT',
  path: '/firm/logo.png',
  tag,
  summary: 'Replace the logo with a PNG under 1 MB',
  body: picture,
  refusals: [400, 403, 413, 415],
})

export const removeLogo = defineCall({
  method: 'DELETE',
  path: '/firm/logo.png',
  tag,
  summary: "Remove the logo; the firm's initials are shown instead",
  refusals: [403, 404],
})

export const readTheme = defineCall({
  method: 'GET',
  path: '/firm/theme.css',
  tag,
  summary: "The firm's colors, name and logo as a style sheet",
  answer: { mediaType: 'text/css' },
  mayBeUnchanged: true,
})
