import { createHash } from 'node:crypto'
import { readTheme } from '@courtcrier/contract/calls/firm-look.ts'
import { firmCss } from '@courtcrier/contract/theme/firm-css.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { isKnown } from '../server/change-headers.ts'
import { type CallInput, serveCall } from '../server/serve-call.ts'

/**
 * The firm's appearance, as a style sheet the console's page links: anyone who opens it, signed in or not, sees the
 * firm's colors and name in the first frame, and the Content-Security-Policy needs nothing inline for it.
 */
export function themeRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const answer = async ({ request, reply }: CallInput<typeof readTheme>) => {
    const { firmId } = request
    // A host name without a firm still gets a style sheet, in the brand's own colors.
    const chosen = firmId === undefined ? undefined : await withFirm(database, firmId, findLook)
    return sendStyles(request, reply, stylesOf(chosen ?? noLook))
  }
  serveCall(api, readTheme, answer, { auth: 'none' })
}

interface Look {
  name: string
  primary: string | null
  secondary: string | null
  hasLogo: boolean
}

const noLook: Look = { name: '', primary: null, secondary: null, hasLogo: false }

async function findLook(trx: Trx): Promise<Look | undefined> {
  const { rows } = await sql<Look>`select name, primary_color as "primary", secondary_color as "secondary",
    has_logo as "hasLogo" from firms`.execute(trx)
  return rows[0]
}

function stylesOf({ name, primary, secondary, hasLogo }: Look): string {
  const logo = hasLogo ? '--firm-logo:url("/api/v1/firm/logo.png");' : ''
  return `${firmCss({ primary, secondary })}\nhtml:root{${logo}--firm-name:"${escaped(name)}"}\n`
}

/**
 * Escapes everything in a CSS string but letters, digits and spaces as its code point. The space after it belongs to
 * the escape (CSS Syntax 3, section 4.3.7).
 */
function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9 ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
}

function sendStyles(request: FastifyRequest, reply: FastifyReply, css: string): FastifyReply {
  const tag = `"${createHash('sha256').update(css).digest('base64url').slice(0, 22)}"`
  // Public, and the same for everyone: a browser may keep it and ask whether it has changed.
  reply.header('etag', tag).header('cache-control', 'no-cache')
  if (isKnown(request, tag)) return reply.code(304).send()
  return reply.type('text/css; charset=utf-8').send(css)
}
