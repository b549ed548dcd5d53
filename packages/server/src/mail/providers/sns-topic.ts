/** Where an SNS topic is: its region, and the host from which its messages, certificates and links come. */
export interface SnsTopic {
  arn: string
  region: string
  host: string
}

/** Reads a topic's ARN; undefined if it isn't one. */
export function parseTopicArn(arn: string): SnsTopic | undefined {
  const [, partition, region] =
    /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}(?:-[a-z]+){1,3}-\d):\d{12}:[\w-]{1,256}$/.exec(arn) ?? []
  if (partition === undefined || region === undefined) return undefined
  const suffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com'
  return { arn, region, host: `sns.${region}.${suffix}` }
}

/** Returns an address if it is at the topic's own host, encrypted, at the usual port and without a user. */
export function urlAtTopic(text: string, { host }: SnsTopic): URL | undefined {
  const url = URL.parse(text)
  const isThere = url?.protocol === 'https:' && url.hostname === host && url.port === ''
  return isThere && url.username === '' && url.password === '' ? url : undefined
}
