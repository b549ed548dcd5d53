import {
  type MailPreview,
  previewTemplate,
  sendTemplate,
  type TemplateDraft,
} from '@courtcrier/contract/calls/previews.ts'
import { type ClockKind, isClockKind } from '@courtcrier/contract/clock-placeholders.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { callerOf } from '../auth/authenticate.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { consoleUrlOf } from '../base/firm-url.ts'
import type { Services } from '../base/services.ts'
import { previewMail, previewMark } from '../outbox/deliveries/preview-mail.ts'
import { findForMessage, type MessagePreview, previewMessage } from '../outbox/digests/preview-message.ts'
import { failureOf } from '../outbox/mail/send-failure.ts'
import type { SendMail, SystemMail } from '../outbox/mail/system-mail.ts'
import { templateFiller } from '../outbox/templates/fill-on-thread.ts'
import { findMailContext } from '../outbox/templates/find-mail-context.ts'
import { sampleContext } from '../outbox/templates/mail-template.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { demand } from './resources.ts'
import { previewLimit } from './server/preview-limit.ts'
import { type CallInput, serveCall } from './server/serve-call.ts'

interface TemplateRouteDeps extends Pick<Services, 'database' | 'config'> {
  sendMail: SendMail
}

interface Draft {
  kind: TemplateKind
  subject: string
  body: string
}

/**
 * Previews a template that is being written, filled in with the latest notice of the firm that its author may see. The
 * notice is read in a transaction, and the template filled in after it has ended: that may take long, and a transaction
 * can hold the only connection.
 */
export function emailTemplateRoutes(api: FastifyInstance, deps: TemplateRouteDeps): void {
  const preview = async ({ body, request }: CallInput<typeof previewTemplate>) => {
    const caller = demand(request, emailTemplate, 'READ')
    return previewOf(deps, { caller, template: draftOf(body) })
  }
  serveCall(api, previewTemplate, preview, { worksWhileViewing: true, rateLimit: previewLimit })
  const send = async ({ body, request }: CallInput<typeof sendTemplate>) => {
    const caller = demand(request, emailTemplate, 'READ')
    await sendToSelf(deps, caller, draftOf(body))
    return { email: caller.user.email }
  }
  const rateLimit = {
    max: mostSent,
    timeWindow: '1 minute',
    // After authentication: a whole office has one address, and from here on the person is known.
    hook: 'preHandler' as const,
    keyGenerator: (request: FastifyRequest) => callerOf(request).userId,
  }
  serveCall(api, sendTemplate, send, { rateLimit })
}

/** Emails one person may send to themselves per minute. */
const mostSent = 5

/** Emails a template to the caller's own address and to no other. */
async function sendToSelf(deps: TemplateRouteDeps, caller: Caller, template: Draft): Promise<void> {
  const { firmId, user } = caller
  const mail = await mailOf(deps, { caller, template })
  if ('problem' in mail)
    throw new ApiError('invalid_input', { problems: [{ field: mail.field, code: `template:${mail.problem}` }] })
  const failure = failureOf(await deps.sendMail({ ...mail, firmId, isOfFirm: true }))
  await withFirmWrite(deps.database, firmId, (trx) =>
    recordEvent(trx, {
      firmId,
      level: failure ? 'WARNING' : 'AUDIT',
      type: 'other',
      sentence: failure
        ? `${user.fullName} could not send a preview of an email template to ${user.email}. ${failure}`
        : `${user.fullName} sent a preview of an email template to ${user.email}.`,
      userId: caller.userId,
      entity: emailTemplate.name,
    }),
  )
  if (failure) throw new ApiError('wrong_state', { sentence: failure })
}

interface Previewed {
  caller: Caller
  template: Draft
}

async function mailOf(
  deps: TemplateRouteDeps,
  { caller, template }: Previewed,
): Promise<SystemMail | { field: 'subject' | 'body'; problem: string }> {
  const { kind, ...parts } = template
  const { email } = caller.user
  if (!isClockKind(kind)) {
    const { notice, firm } = await withFirm(deps.database, caller.firmId, async (trx) => ({
      notice: await findMailContext(trx, caller),
      firm: await readFirm(trx, caller.firmId),
    }))
    return previewMail({ template: parts, context: notice?.context ?? sampleContext, firm }, email)
  }
  const [problem] = await problemsOf(template)
  if (problem) return { field: problem.field, problem: problem.message }
  const { mail } = await messageOf(deps, { caller, template: { ...template, kind } })
  return { to: email, subject: `${previewMark} ${mail.subject}`, text: mail.text, html: mail.html }
}

async function messageOf(
  { database, config }: TemplateRouteDeps,
  { caller, template }: Previewed & { template: { kind: ClockKind } },
): Promise<MessagePreview> {
  const { kind } = template
  const day = new Date().toISOString().slice(0, 10)
  const found = await withFirm(database, caller.firmId, (trx) => findForMessage(trx, caller, { kind, day }))
  const { publicUrl, mailFrom } = config
  const sender = { publicUrl, consoleUrl: await consoleUrlOf({ database, config }, caller.firmId), mailFrom }
  const reason = 'You are viewing a preview of an email template.'
  return previewMessage(found, { ...sender, reason, wanted: { ...template, reader: caller.user, day } })
}

async function readFirm(trx: Trx, firmId: number): Promise<{ name: string; primaryColor: string | null }> {
  const { rows } = await sql<{ name: string; primaryColor: string | null }>`
    select name, primary_color as "primaryColor" from firms where firm_id = ${firmId}`.execute(trx)
  const [firm] = rows
  if (!firm) throw new Error(`there is no firm ${firmId}`)
  return firm
}

/** A draft without a kind is for filings, as all templates once were. */
function draftOf({ kind, subject, body }: TemplateDraft): Draft {
  return { kind: kind || 'FILING', subject: subject ?? '', body: body ?? '' }
}

async function previewOf(deps: TemplateRouteDeps, { caller, template }: Previewed): Promise<MailPreview> {
  const { kind } = template
  const problems = await problemsOf(template)
  if (isClockKind(kind)) {
    const { mail, templateProblem, isSample } = await messageOf(deps, { caller, template: { ...template, kind } })
    const failure =
      problems.length === 0 && templateProblem ? [{ field: 'body' as const, message: templateProblem.sentence }] : []
    return { subject: mail.subject, html: mail.html, problems: [...problems, ...failure], is_sample: isSample }
  }
  const notice = await withFirm(deps.database, caller.firmId, (trx) => findMailContext(trx, caller))
  const context = notice?.context ?? sampleContext
  const { subject, body } = await templateFiller.page(template, context)
  return {
    subject: 'text' in subject ? subject.text : '',
    html: 'text' in body ? body.text : '',
    problems,
    is_sample: notice === undefined,
    ...(notice ? { notice: { id: notice.id, title: notice.title } } : {}),
  }
}

async function problemsOf({ kind, ...template }: Draft): Promise<MailPreview['problems']> {
  const fields = ['subject', 'body'] as const
  const found = fields.map(async (field) => {
    const problems = await templateFiller.problems({ kind, field, template: template[field] })
    return problems.map((message) => ({ field, message }))
  })
  return (await Promise.all(found)).flat()
}
