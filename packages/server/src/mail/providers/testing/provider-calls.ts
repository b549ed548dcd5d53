import { createHmac, randomBytes, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A call as a provider makes it. */
export interface MadeCall {
  headers: Readonly<Record<string, string>>
  body: string | Buffer
}

export function emailOf(subject: string, text = 'A notice.'): string {
  const from = 'From: Court <ecf@cand.uscourts.gov>\r\nTo: notices@one.example\r\n'
  return `${from}Subject: ${subject}\r\nMessage-ID: <${randomUUID()}@cand.uscourts.gov>\r\n\r\n${text}\r\n`
}

const pemOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** A certificate of SNS and its key, in one text; and those of someone else. */
export const snsSigning = pemOf('sns-signing.pem')
export const otherSigning = pemOf('other-signing.pem')

export const topicArn = 'arn:aws:sns:us-east-1:123456789012:notices'
export const certificateUrl =
  'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem'

export type SnsFields = Record<string, string>

/** The fields of a notification, as in "Parsing Amazon SNS message formats"; another message for other fields. */
export function notificationOf(message: object | string, fields: SnsFields = {}): SnsFields {
  return {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: topicArn,
    Subject: 'Amazon SES Email Receipt Notification',
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: new Date().toISOString(),
    SignatureVersion: '1',
    SigningCertURL: certificateUrl,
    UnsubscribeURL: 'https://sns.us-east-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=x',
    ...fields,
  }
}

export function confirmationOf(fields: SnsFields = {}): SnsFields {
  const Token = randomBytes(40).toString('hex')
  const query = `Action=ConfirmSubscription&TopicArn=${topicArn}&Token=${Token}`
  const {
    Subject: _subject,
    UnsubscribeURL: _url,
    ...rest
  } = notificationOf('You have chosen to subscribe to the topic.')
  return {
    ...rest,
    Type: 'SubscriptionConfirmation',
    Token,
    SubscribeURL: `https://sns.us-east-1.amazonaws.com/?${query}`,
    ...fields,
  }
}

/** What SES publishes for a receipt rule with the action for SNS. */
export function receiptOf(email: string, { encoding = 'BASE64' }: { encoding?: 'BASE64' | 'UTF8' } = {}): object {
  return {
    notificationType: 'Received',
    mail: {
      timestamp: new Date().toISOString(),
      source: 'ecf@cand.uscourts.gov',
      destination: ['notices@one.example'],
    },
    receipt: { recipients: ['notices@one.example'], action: { type: 'SNS', topicArn, encoding } },
    content: encoding === 'BASE64' ? Buffer.from(email).toString('base64') : email,
  }
}

/** What SES publishes for a receipt rule with the action for S3, whatever the size of the message. */
export function savedReceiptOf(place: { bucketName: string; objectKey: string }): object {
  const { content: _, ...receipt } = receiptOf('') as { content: string; receipt: object }
  return { ...receipt, receipt: { ...receipt.receipt, action: { type: 'S3', topicArn, ...place } } }
}

/** Signs the fields in the order that the documentation of SNS lists them. */
export function snsCall(fields: SnsFields, key = snsSigning): MadeCall {
  const names =
    fields.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names.map((name) => (name in fields ? `${name}\n${fields[name]}\n` : '')).join('')
  const hash = fields.SignatureVersion === '2' ? 'sha256' : 'sha1'
  const Signature = sign(hash, Buffer.from(text), key).toString('base64')
  return postSns({ ...fields, Signature })
}

export function postSns(message: object): MadeCall {
  return { headers: { 'content-type': 'text/plain; charset=UTF-8' }, body: JSON.stringify(message) }
}

export const signingKey = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0'

export interface MailgunFields {
  [name: string]: string
}

/** The fields of a route to an address that ends with `mime`, as in "Receiving messages via HTTP". */
export function mailgunFields(email: string, { key = signingKey, at = new Date() } = {}): MailgunFields {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const token = randomBytes(25).toString('hex')
  return {
    recipient: 'notices@one.example',
    sender: 'ecf@cand.uscourts.gov',
    from: 'Court <ecf@cand.uscourts.gov>',
    subject: 'Notice',
    'body-mime': email,
    timestamp,
    token,
    signature: createHmac('sha256', key).update(timestamp.concat(token)).digest('hex'),
  }
}

export function formCall(fields: MailgunFields): MadeCall {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }
}

export function multipartCall(fields: MailgunFields): MadeCall {
  const boundary = randomBytes(16).toString('hex')
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`, 'latin1'),
  }
}

export const postmarkPassword = 'kL9xQ2mV7bT4nR8s'

/** A call of Postmark's inbound stream. */
export function postmarkCall(
  email: string | undefined,
  { password = postmarkPassword, user = 'courtcrier', id = randomUUID() as string } = {},
): MadeCall {
  const message = {
    FromFull: { Email: 'ecf@cand.uscourts.gov' },
    Subject: 'Notice',
    MessageID: id,
    TextBody: 'A notice.',
  }
  return {
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    },
    body: JSON.stringify({ ...message, ...(email === undefined ? {} : { RawEmail: email }), Attachments: [] }),
  }
}
