import type { Field, FieldOptions, ValueOf } from './fields/field.ts'
import { secret } from './fields/secret.ts'
import { text } from './fields/text.ts'
import { mailService } from './mail-sign-in.ts'

/** The services that receive a mailbox's messages and call Courtcrier with each, instead of being read. */
export const mailProviders = ['SES', 'MAILGUN', 'POSTMARK'] as const
export type MailProvider = (typeof mailProviders)[number]

export const providerLabels: Readonly<Record<MailProvider, string>> = {
  SES: 'Amazon SES',
  MAILGUN: 'Mailgun',
  POSTMARK: 'Postmark',
}

export function isMailProvider(service: unknown): service is MailProvider {
  return mailProviders.some((each) => each === service)
}

type ReadService = ValueOf<ReturnType<typeof mailService>>

/** Which service a mailbox is at: one that is read, or a provider. */
export function mailboxService(number: number): Field<ReadService | MailProvider> {
  const { values = [], valueLabels, ...read } = mailService(number)
  return { ...read, values: [...values, ...mailProviders], valueLabels: { ...valueLabels, ...providerLabels } }
}

/** For a field of mailboxes that are read: those of providers don't have it. */
export const ofRead: FieldOptions = { onlyWith: { key: 'service', values: mailService(0).values ?? [] } }

/** The same for several fields, but for what they say themselves. */
export function ifRead<Fields extends Readonly<Record<string, Field>>>(fields: Fields): Fields {
  const all = Object.entries(fields).map(([key, field]) => [key, { ...ofRead, ...field }])
  return Object.fromEntries(all) as Fields
}

/** What proves that a call is a provider's, and what it leads to is read with, in four fields from the first number on. */
export function providerFields(first: number) {
  return {
    topicArn: text(first, {
      onlyWith: { key: 'service', values: ['SES'] },
      max: 400,
      pattern: /^arn:aws(?:-cn|-us-gov)?:sns:[a-z]{2}(?:-[a-z]+){1,3}-\d:\d{12}:[\w-]{1,256}$/,
      patternCode: 'not_topic',
      label: 'Topic ARN',
      help: 'Of the SNS topic that the receipt rule publishes to. Messages of other topics are refused.',
    }),
    callSecret: secret(first + 1, {
      onlyWith: { key: 'service', values: ['MAILGUN', 'POSTMARK'] },
      max: 200,
      label: 'Webhook secret',
      help: 'Mailgun: the HTTP webhook signing key. Postmark: a long password of your own, of letters and digits, that you also put into the address there.',
    }),
    accessKeyId: text(first + 2, {
      onlyWith: { key: 'service', values: ['SES'] },
      max: 128,
      label: 'Access key ID',
      help: 'For messages larger than 150 KB, which the receipt rule saves in S3: of an IAM user that may read from the bucket.',
    }),
    secretAccessKey: secret(first + 3, {
      onlyWith: { key: 'service', values: ['SES'] },
      max: 200,
      help: 'That of the access key. It signs requests to Amazon S3, and is never sent.',
    }),
  }
}
