import { ApiError } from '@courtcrier/contract/errors.ts'
import type { MailPreview } from '@courtcrier/contract/placeholders.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Caller, callerOf } from '../auth/authenticate.ts'
import type { Trx } from '../db/database.ts'
import { withFirm } from '../db/firm-transaction.ts'
import { previewMail } from '../delivery/preview-mail.ts'
import type { Services } from '../services.ts'
import { findMailContext, type MailNotice } from '../templates/find-mail-context.ts'
import { mailTemplateProblems, renderBody, renderSubject, sampleContext } from '../templates/mail-template.ts'
import { recordEvent } from './audit.ts'
import { readObject } from './negotiation.ts'
import { jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'
import { readText } from './read-texts.ts'
import { demand } from './resources.ts'
import type { SendMail } from './system-mail.ts'

interface TemplateRouteDeps extends Pick<Services, 'database'> {
  sendMail: SendMail
}

/** How a template that is being written reads, filled in with the firm's latest notice that the writer may see. */
export function emailTemplateRoutes(api: FastifyInstance, deps: TemplateRouteDeps): void {
  api.post('/email_template/preview', { config: { operation, worksWhileViewing: true } }, async (request) => {
    const caller = demand(request, emailTemplate, 'READ')
    const template = readTemplate(request)
    const notice = await withFirm(deps.database, caller.firmId, (trx) => findMailContext(trx, caller))
    return previewOf(template, notice)
  })
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
async function sendToSelf(
  { database, sendMail }: TemplateRouteDeps,
  caller: Caller,
  template: { subject: string; body: string },
): Promise<void> {
  const { firmId, user } = caller
  const { notice, firm } = await withFirm(database, firmId, async (trx) => ({
    notice: await findMailContext(trx, caller),
    firm: await readFirm(trx, firmId),
  }))
  const mail = previewMail({ template, context: notice?.context ?? sampleContext, firm }, user.email)
  if ('problem' in mail)
    throw new ApiError('invalid_input', { problems: [{ field: mail.field, code: `template:${mail.problem}` }] })
  const answer = await sendMail(mail)
  const failure = 'retry' in answer ? answer.retry : 'rejected' in answer ? answer.rejected : undefined
  await withFirm(database, firmId, (trx) =>
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

async function readFirm(trx: Trx, firmId: number): Promise<{ name: string; primaryColor: string | null }> {
  const { rows } = await sql<{ name: string; primaryColor: string | null }>`
    select name, primary_color as "primaryColor" from firms where firm_id = ${firmId}`.execute(trx)
  const [firm] = rows
  if (!firm) throw new Error(`there is no firm ${firmId}`)
  return firm
}

function readTemplate(request: FastifyRequest): { subject: string; body: string } {
  const body = readObject(request)
  return { subject: readText(body, emailTemplate, 'subject'), body: readText(body, emailTemplate, 'body') }
}

function previewOf(template: { subject: string; body: string }, notice: MailNotice | undefined): MailPreview {
  const context = notice?.context ?? sampleContext
  const problems = (['subject', 'body'] as const).flatMap((field) =>
    mailTemplateProblems(field, template[field]).map((message) => ({ field, message })),
  )
  const subject = renderSubject(template.subject, context)
  const body = renderBody(template.body, context)
  return {
    subject: 'text' in subject ? subject.text : '',
    html: 'text' in body ? body.text : '',
    problems,
    ...(notice ? { notice: { id: notice.id, title: notice.title } } : {}),
  }
}

const text = { type: ['string', 'null'] }
const operation: Operation = {
  tag: emailTemplate.label[1],
  summary: "A subject and a body filled in with the firm's latest notice, and what is wrong with them",
  body: jsonContent(objectSchema({ subject: text, body: text }, ['subject', 'body'])),
  answer: jsonContent(
    objectSchema(
      {
        subject: textSchema,
        html: textSchema,
        problems: { type: 'array', items: objectSchema({ field: textSchema, message: textSchema }) },
        notice: objectSchema({ id: textSchema, title: textSchema }),
      },
      ['notice'],
    ),
  ),
  refusals: [400, 403],
}
const sendOperation: Operation = {
  tag: emailTemplate.label[1],
  summary: "Send a subject and a body, filled in with the firm's latest notice, to one's own address",
  body: jsonContent(objectSchema({ subject: text, body: text }, ['subject', 'body'])),
  answer: jsonContent(objectSchema({ email: textSchema })),
  refusals: [400, 403, 409, 429],
}
