import { type ClockKind, isClockKind } from '@courtcrier/contract/clock-placeholders.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { MailPreview } from '@courtcrier/contract/placeholders.ts'
import { emailTemplate, type TemplateKind, templateKinds } from '@courtcrier/contract/resources/email-template.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { callerOf } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { previewMail, previewMark } from '../delivery/preview-mail.ts'
import { findForMessage, type MessagePreview, previewMessage } from '../digest/preview-message.ts'
import { templateFiller } from '../templates/fill-on-thread.ts'
import { findMailContext } from '../templates/find-mail-context.ts'
import { sampleContext } from '../templates/mail-template.ts'
import { recordEvent } from './audit.ts'
import { readObject } from './negotiation.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { previewLimit } from './preview-limit.ts'
import { readText, readValue } from './read-texts.ts'
import { demand } from './resources.ts'
import type { SendMail, SystemMail } from './system-mail.ts'

interface TemplateRouteDeps extends Pick<Services, 'database' | 'config'> {
  sendMail: SendMail
}

interface Draft {
  kind: TemplateKind
  subject: string
  body: string
}

/**
 * How a template that is being written reads, filled in with the firm's latest notice that the writer may see. That is
 * found in a transaction, and filled in after it has ended: what somebody writes may take long to fill in, and a
 * transaction can hold the only connection.
 */
export function emailTemplateRoutes(api: FastifyInstance, deps: TemplateRouteDeps): void {
  api.post(
    '/email_template/preview',
    { config: { operation, worksWhileViewing: true, rateLimit: previewLimit } },
    async (request) => {
      const caller = demand(request, emailTemplate, 'READ')
      return previewOf(deps, { caller, template: readTemplate(request) })
    },
  )
  const config = {
    operation: sendOperation,
    rateLimit: {
      max: mostSent,
      timeWindow: '1 minute',
      // A whole office comes from one address. Who somebody is, is known from here on.
      hook: 'preHandler' as const,
      keyGenerator: (request: FastifyRequest) => callerOf(request).userId,
    },
  }
  api.post('/email_template/send', { config }, async (request) => {
    const caller = demand(request, emailTemplate, 'READ')
    await sendToSelf(deps, caller, readTemplate(request))
    return { email: caller.user.email }
  })
}

/** Mails that one person may send to themselves in a minute. */
const mostSent = 5

/** Sends a template as a mail to the caller's own address and to no other. */
async function sendToSelf(deps: TemplateRouteDeps, caller: Caller, template: Draft): Promise<void> {
  const { firmId, user } = caller
  const mail = await mailOf(deps, { caller, template })
  if ('problem' in mail)
    throw new ApiError('invalid_input', { problems: [{ field: mail.field, code: `template:${mail.problem}` }] })
  const answer = await deps.sendMail(mail)
  const failure = 'retry' in answer ? answer.retry : 'rejected' in answer ? answer.rejected : undefined
  await withFirm(deps.database, firmId, (trx) =>
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

interface Asked {
  caller: Caller
  template: Draft
}

async function mailOf(
  deps: TemplateRouteDeps,
  { caller, template }: Asked,
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
  { caller, template }: Asked & { template: { kind: ClockKind } },
): Promise<MessagePreview> {
  const { kind } = template
  const day = new Date().toISOString().slice(0, 10)
  const found = await withFirm(database, caller.firmId, (trx) => findForMessage(trx, caller, { kind, day }))
  const { publicUrl, mailFrom } = config
  const reason = 'You look at a preview of an email template.'
  return previewMessage(found, { publicUrl, mailFrom, reason, wanted: { ...template, reader: caller.user, day } })
}

async function readFirm(trx: Trx, firmId: number): Promise<{ name: string; primaryColor: string | null }> {
  const { rows } = await sql<{ name: string; primaryColor: string | null }>`
    select name, primary_color as "primaryColor" from firms where firm_id = ${firmId}`.execute(trx)
  const [firm] = rows
  if (!firm) throw new Error(`there is no firm ${firmId}`)
  return firm
}

/** One that does not say what it is for is for filings, as all were once. */
function readTemplate(request: FastifyRequest): Draft {
  const body = readObject(request)
  return {
    kind: readValue<TemplateKind>(body, emailTemplate, 'kind') ?? 'FILING',
    subject: readText(body, emailTemplate, 'subject'),
    body: readText(body, emailTemplate, 'body'),
  }
}

async function previewOf(deps: TemplateRouteDeps, { caller, template }: Asked): Promise<MailPreview> {
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

const text = { type: ['string', 'null'] }
const draftContent = jsonContent(
  objectSchema({ kind: { enum: [...templateKinds] }, subject: text, body: text }, ['kind', 'subject', 'body']),
)
const operation: Operation = {
  tag: emailTemplate.label[1],
  summary: 'A subject and a body filled in with the latest that the firm has, and what is wrong with them',
  body: draftContent,
  answer: jsonContent(
    objectSchema(
      {
        subject: textSchema,
        html: textSchema,
        problems: { type: 'array', items: objectSchema({ field: textSchema, message: textSchema }) },
        is_sample: { type: 'boolean' },
        notice: objectSchema({ id: textSchema, title: textSchema }),
      },
      ['notice'],
    ),
  ),
  refusals: [400, 403, 429],
}
const sendOperation: Operation = {
  tag: emailTemplate.label[1],
  summary: "Send a subject and a body, filled in with the latest that the firm has, to one's own address",
  body: draftContent,
  answer: jsonContent(objectSchema({ email: textSchema })),
  refusals: [400, 403, 409, 429],
}
